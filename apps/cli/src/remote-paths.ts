import type { BoxClient, FileEntry } from '@boxwood/box-sdk';
import { each, joinPath, ListFiles, toFileEntry } from '@boxwood/box-sdk';
import { CliError, EXIT } from './cli-errors.ts';
import { isFolder, statRemote } from './remote-listing.ts';
import { translate } from './messages/translate.ts';

/** A compiled path pattern. */
export interface Glob {
  test(path: string): boolean;
}

/**
 * Whether a name matches a pattern, by backtracking to the last `*` only. Linear in the product of both lengths for any
 * input.
 */
const matchesName = (pattern: string, name: string): boolean => {
  let [at, patternAt, star, matchedByStar] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[patternAt] === '*') {
      [star, matchedByStar] = [patternAt, at];
      patternAt += 1;
    } else if (patternAt < pattern.length && (pattern[patternAt] === '?' || pattern[patternAt] === name[at])) {
      at += 1;
      patternAt += 1;
    } else if (star >= 0) {
      matchedByStar += 1;
      [at, patternAt] = [matchedByStar, star + 1];
    } else return false;
  }
  return /^\**$/.test(pattern.slice(patternAt));
};

const matchesNames = (patterns: readonly string[], names: readonly string[]): boolean => {
  const [pattern, ...others] = patterns;
  if (pattern === undefined) return names.length === 0;
  // Consecutive `**` are merged, so that each level only tests what the next one leaves.
  if (pattern === '**') {
    if (others[0] === '**') return matchesNames(others, names);
    return names.some((_, skipped) => matchesNames(others, names.slice(skipped))) || matchesNames(others, []);
  }
  const [name, ...rest] = names;
  return name !== undefined && matchesName(pattern, name) && matchesNames(others, rest);
};

/** Compiles a shell pattern: `*` and `?` within a name, `**` for any number of folders. */
export const compileGlob = (pattern: string): Glob => ({
  test: (path) => matchesNames(pattern.split('/'), path.split('/')),
});

const isPattern = (name: string): boolean => /[*?]/.test(name);

/** The entry at a path; throws when it does not exist. */
export const requireRemote = async (box: BoxClient, path: string): Promise<FileEntry> => {
  const entry = await statRemote(box, path);
  if (entry === undefined) throw new CliError(translate('{path}: no such file or folder', { path }), EXIT.refused);
  return entry;
};

/**
 * Expands a path with `*` and `?` on the box, sorted by name. A plain path is returned as it is, whether it exists or
 * not.
 */
export const expandRemote = async (box: BoxClient, path: string): Promise<readonly string[]> => {
  if (!isPattern(path)) return [path];
  // A file may really have such a name.
  if ((await statRemote(box, path)) !== undefined) return [path];
  const names = path.split('/').slice(1);
  let found: readonly string[] = ['/'];
  for (const [index, name] of names.entries()) {
    if (!isPattern(name)) {
      found = found.map((folder) => joinPath(folder, name));
      continue;
    }
    const matches = compileGlob(name);
    const next: string[] = [];
    for (const folder of found)
      for await (const item of each(box, ListFiles, { path: folder })) {
        const entry = toFileEntry(item, folder);
        if (matches.test(entry.name) && (index === names.length - 1 || isFolder(entry))) next.push(entry.path);
      }
    found = next.toSorted();
  }
  if (found.length === 0) throw new CliError(translate('{path}: no match on the box', { path }), EXIT.refused);
  return found;
};

/** An entry below a folder, with its path relative to it. */
export interface RemoteEntry {
  readonly entry: FileEntry;
  readonly relativePath: string;
}

/** All entries below a folder of the box, folders before their content. Links are listed but not followed. */
export const walkRemote = async function* (
  box: BoxClient,
  path: string,
  keep: (relativePath: string) => boolean = () => true,
  relativePath = '',
): AsyncGenerator<RemoteEntry, void, undefined> {
  for await (const item of each(box, ListFiles, { path, withhidden: 1 })) {
    const entry = toFileEntry(item, path);
    const at = `${relativePath}${entry.name}`;
    const folder = isFolder(entry) && entry.type !== 100;
    if (!keep(folder ? `${at}/` : at)) continue;
    yield { entry, relativePath: at };
    if (folder) yield* walkRemote(box, entry.path, keep, `${at}/`);
  }
};
