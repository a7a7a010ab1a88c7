import { globOf } from './remote.ts';

export interface Filters {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

const anyOf = (patterns: readonly string[]): ((below: string) => boolean) => {
  const tests = patterns.map((pattern) => {
    const name = pattern.replace(/\/$/, '');
    // A pattern without a slash means names wherever they are.
    return { glob: globOf(name.includes('/') ? name : `**/${name}`), foldersOnly: name !== pattern };
  });
  return (below) => {
    const folder = below.endsWith('/');
    const path = folder ? below.slice(0, -1) : below;
    return tests.some(({ glob, foldersOnly }) => (folder || !foldersOnly) && glob.test(path));
  };
};

/** What goes along, by its path below the folder (with a slash at the end of a folder's): not what is excluded, and of files only what is included. */
export const filterOf = ({ include = [], exclude = [] }: Filters): ((below: string) => boolean) => {
  const [isIncluded, isExcluded] = [anyOf(include), anyOf(exclude)];
  return (below) => !isExcluded(below) && (include.length === 0 || below.endsWith('/') || isIncluded(below));
};
