import { compileGlob } from './remote-paths.ts';

export interface PathFilters {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

const matchesAny = (patterns: readonly string[]): ((relativePath: string) => boolean) => {
  const tests = patterns.map((pattern) => {
    const name = pattern.replace(/\/$/, '');
    // A pattern without a slash matches names at any depth.
    return { glob: compileGlob(name.includes('/') ? name : `**/${name}`), foldersOnly: name !== pattern };
  });
  return (relativePath) => {
    const folder = relativePath.endsWith('/');
    const path = folder ? relativePath.slice(0, -1) : relativePath;
    return tests.some(({ glob, foldersOnly }) => (folder || !foldersOnly) && glob.test(path));
  };
};

/**
 * Creates a filter for paths below a folder (folder paths end with a slash): not excluded, and for files also included.
 */
export const createPathFilter = ({ include = [], exclude = [] }: PathFilters): ((relativePath: string) => boolean) => {
  const [isIncluded, isExcluded] = [matchesAny(include), matchesAny(exclude)];
  return (relativePath) =>
    !isExcluded(relativePath) && (include.length === 0 || relativePath.endsWith('/') || isIncluded(relativePath));
};
