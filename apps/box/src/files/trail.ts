import type { Folder } from '../copy/folder.ts';
import { toDisk } from '../vault/names.ts';

/** Limit of open handles. In deeper trees the way back up starts at the volume again. */
const HELD = 32;

interface Step {
  readonly key: string;
  readonly folder: Folder;
}

/**
 * Opens one folder after another. A folder whose parent is still open is opened from there, so that walking down a tree
 * costs one step per folder at any depth. The stack owns and closes the folders.
 */
export class Trail {
  readonly #fromTop: (key: string) => Folder;
  readonly #steps: Step[] = [];

  /** @param openFromVolume opens a folder by its key, step by step from its volume */
  constructor(fromTop: (key: string) => Folder) {
    this.#fromTop = fromTop;
  }

  /** The folder of that key, open until the walk leaves it. @throws file system errors */
  enter(key: string): Folder {
    const cut = key.lastIndexOf('/');
    const parent = key.slice(0, cut);
    while (this.#steps.length > 0 && this.#steps.at(-1)?.key !== parent) this.#steps.pop()?.folder.close();
    const from = this.#steps.at(-1);
    const folder = from === undefined ? this.#fromTop(key) : from.folder.open(toDisk(key.slice(cut + 1)));
    this.#steps.push({ key, folder });
    if (this.#steps.length > HELD) this.#steps.shift()?.folder.close();
    return folder;
  }

  close(): void {
    for (const { folder } of this.#steps.splice(0)) folder.close();
  }
}

/**
 * Sorts in the order of a walk: the separator sorts before every other character, so descendants directly follow their
 * folder.
 */
const inTreeOrder = (keys: Iterable<string>): readonly { readonly key: string; readonly order: string }[] =>
  Array.from(keys, (key) => ({ key, order: key.replaceAll('/', '\0') })).sort((a, b) => (a.order < b.order ? -1 : 1));

const isIn = (key: string, folder: string | undefined): boolean =>
  folder !== undefined && (key === folder || key.startsWith(`${folder}/`));

/** Keys without duplicates and without descendants of other keys. */
export const topmost = (keys: Iterable<string>): readonly string[] => {
  const top: string[] = [];
  for (const { key } of inTreeOrder(keys)) if (!isIn(key, top.at(-1))) top.push(key);
  return top;
};

/** Keys outside these folders. The folders must not contain each other. */
export const outside = (keys: Iterable<string>, folders: readonly string[]): readonly string[] => {
  const top = inTreeOrder(folders);
  let next = 0;
  return inTreeOrder(keys).flatMap(({ key, order }) => {
    while (next < top.length && (top[next]?.order ?? '') <= order) next += 1;
    return isIn(key, top[next - 1]?.key) ? [] : [key];
  });
};
