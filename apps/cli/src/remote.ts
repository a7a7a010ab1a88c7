import type { BoxClient, FileEntry } from '@boxwood/box-sdk';
import { each, joinPath, ListFiles, toFileEntry } from '@boxwood/box-sdk';
import { Complaint, EXIT } from './exit.ts';
import { isFolder, statRemote } from './listing.ts';
import { say } from './words/say.ts';

/** A compiled path pattern. */
export interface Glob {
  test(path: string): boolean;
}

/**
 * Whether a name matches a pattern, by backtracking to the last `*` only. Linear in the product of both lengths for any
 * input.
 */
const fitsName = (pattern: string, name: string): boolean => {
  let [at, of, star, taken] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[of] === '*') {
      [star, taken] = [of, at];
      of += 1;
    } else if (of < pattern.length && (pattern[of] === '?' || pattern[of] === name[at])) {
      at += 1;
      of += 1;
    } else if (star >= 0) {
      taken += 1;
      [at, of] = [taken, star + 1];
    } else return false;
  }
  return /^\**$/.test(pattern.slice(of));
};

const fitsNames = (patterns: readonly string[], names: readonly string[]): boolean => {
  const [pattern, ...others] = patterns;
  if (pattern === undefined) return names.length === 0;
  // Consecutive `**` are merged, so that each level only tests what the next one leaves.
  if (pattern === '**') {
    if (others[0] === '**') return fitsNames(others, names);
    return names.some((_, skipped) => fitsNames(others, names.slice(skipped))) || fitsNames(others, []);
  }
  const [name, ...rest] = names;
  return name !== undefined && fitsName(pattern, name) && fitsNames(others, rest);
};

/** Compiles a shell pattern: `*` and `?` within a name, `**` for any number of folders. */
export const globOf = (pattern: string): Glob => ({
  test: (path) => fitsNames(pattern.split('/'), path.split('/')),
});

const isPattern = (name: string): boolean => /[*?]/.test(name);

/** The entry at a path; throws when it does not exist. */
export const needRemote = async (box: BoxClient, path: string): Promise<FileEntry> => {
  const entry = await statRemote(box, path);
  if (entry === undefined) throw new Complaint(say('{path}: no such file or folder', { path }), EXIT.refused);
  return entry;
};

/**
 * Expands a path with `*` and `?` on the box, sorted by name. A plain path is returned as it is, whether it exists or
 * not.
 */
export const expand = async (box: BoxClient, path: string): Promise<readonly string[]> => {
  if (!isPattern(path)) return [path];
  // A file may really have such a name.
  if ((await statRemote(box, path)) !== undefined) return [path];
  const names = path.split('/').slice(1);
  let found: readonly string[] = ['/'];
  for (const [at, name] of names.entries()) {
    if (!isPattern(name)) {
      found = found.map((folder) => joinPath(folder, name));
      continue;
    }
    const matches = globOf(name);
    const next: string[] = [];
    for (const folder of found)
      for await (const item of each(box, ListFiles, { path: folder })) {
        const entry = toFileEntry(item, folder);
        if (matches.test(entry.name) && (at === names.length - 1 || isFolder(entry))) next.push(entry.path);
      }
    found = next.toSorted();
  }
  if (found.length === 0)
    throw new Complaint(say('{path}: nothing on the box has such a name', { path }), EXIT.refused);
  return found;
};

/** An entry below a folder, with its path relative to it. */
export interface Below {
  readonly entry: FileEntry;
  readonly below: string;
}

/** All entries below a folder of the box, folders before their content. Links are listed but not followed. */
export const walkRemote = async function* (
  box: BoxClient,
  path: string,
  keep: (below: string) => boolean = () => true,
  below = '',
): AsyncGenerator<Below, void, undefined> {
  for await (const item of each(box, ListFiles, { path, withhidden: 1 })) {
    const entry = toFileEntry(item, path);
    const at = `${below}${entry.name}`;
    const folder = isFolder(entry) && entry.type !== 100;
    if (!keep(folder ? `${at}/` : at)) continue;
    yield { entry, below: at };
    if (folder) yield* walkRemote(box, entry.path, keep, `${at}/`);
  }
};
