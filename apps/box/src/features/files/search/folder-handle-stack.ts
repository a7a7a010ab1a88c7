import type { OpenDirectory } from '../../../storage/copy/open-directory.ts';
import { toDisk } from '../../../storage/vault/disk-names.ts';

/** Limit of open handles. In deeper trees the way back up starts at the volume again. */
const MAX_OPEN_HANDLES = 32;

interface OpenFolder {
  readonly key: string;
  readonly folder: OpenDirectory;
}

/**
 * Opens one folder after another. A folder whose parent is still open is opened from there, so that walking down a tree
 * costs one step per folder at any depth. The stack owns and closes the folders.
 */
export class FolderHandleStack {
  readonly #openFromVolume: (key: string) => OpenDirectory;
  readonly #openFolders: OpenFolder[] = [];

  /** @param openFromVolume opens a folder by its key, step by step from its volume */
  constructor(openFromVolume: (key: string) => OpenDirectory) {
    this.#openFromVolume = openFromVolume;
  }

  /** The folder of that key, open until the walk leaves it. @throws file system errors */
  enter(key: string): OpenDirectory {
    const cut = key.lastIndexOf('/');
    const parent = key.slice(0, cut);
    while (this.#openFolders.length > 0 && this.#openFolders.at(-1)?.key !== parent)
      this.#openFolders.pop()?.folder.close();
    const from = this.#openFolders.at(-1);
    const folder = from === undefined ? this.#openFromVolume(key) : from.folder.open(toDisk(key.slice(cut + 1)));
    this.#openFolders.push({ key, folder });
    if (this.#openFolders.length > MAX_OPEN_HANDLES) this.#openFolders.shift()?.folder.close();
    return folder;
  }

  close(): void {
    for (const { folder } of this.#openFolders.splice(0)) folder.close();
  }
}

/**
 * Sorts in the order of a walk: the separator sorts before every other character, so descendants directly follow their
 * folder.
 */
const sortInTreeOrder = (keys: Iterable<string>): readonly { readonly key: string; readonly order: string }[] =>
  Array.from(keys, (key) => ({ key, order: key.replaceAll('/', '\0') })).sort((a, b) => (a.order < b.order ? -1 : 1));

const isInFolder = (key: string, folder: string | undefined): boolean =>
  folder !== undefined && (key === folder || key.startsWith(`${folder}/`));

/** Keys without duplicates and without descendants of other keys. */
export const topmostKeys = (keys: Iterable<string>): readonly string[] => {
  const top: string[] = [];
  for (const { key } of sortInTreeOrder(keys)) if (!isInFolder(key, top.at(-1))) top.push(key);
  return top;
};

/** Keys outside these folders. The folders must not contain each other. */
export const keysOutside = (keys: Iterable<string>, folders: readonly string[]): readonly string[] => {
  const top = sortInTreeOrder(folders);
  let next = 0;
  return sortInTreeOrder(keys).flatMap(({ key, order }) => {
    while (next < top.length && (top[next]?.order ?? '') <= order) next += 1;
    return isInFolder(key, top[next - 1]?.key) ? [] : [key];
  });
};
