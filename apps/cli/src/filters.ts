import { globOf } from './remote.ts';

export interface Filters {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

const anyOf = (patterns: readonly string[]): ((below: string) => boolean) => {
  const tests = patterns.map((pattern) => {
    const name = pattern.replace(/\/$/, '');
    // A pattern without a slash matches names at any depth.
    return { glob: globOf(name.includes('/') ? name : `**/${name}`), foldersOnly: name !== pattern };
  });
  return (below) => {
    const folder = below.endsWith('/');
    const path = folder ? below.slice(0, -1) : below;
    return tests.some(({ glob, foldersOnly }) => (folder || !foldersOnly) && glob.test(path));
  };
};

/**
 * Creates a filter for paths below a folder (folder paths end with a slash): not excluded, and for files also included.
 */
export const filterOf = ({ include = [], exclude = [] }: Filters): ((below: string) => boolean) => {
  const [isIncluded, isExcluded] = [anyOf(include), anyOf(exclude)];
  return (below) => !isExcluded(below) && (include.length === 0 || below.endsWith('/') || isIncluded(below));
};
