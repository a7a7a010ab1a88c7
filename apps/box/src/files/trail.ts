import type { Folder } from '../copy/folder.ts';
import { toDisk } from '../vault/names.ts';

/** Handles held at once; deeper than this the way back up begins at the volume again. */
const HELD = 32;

interface Step {
  readonly key: string;
  readonly folder: Folder;
}

/**
 * Opens one folder after the other. One that lies in a folder still held is opened from there, so that walking down a tree costs a step a
 * folder, however deep it is. The folders belong to the trail and are closed by it.
 */
export class Trail {
  readonly #fromTop: (key: string) => Folder;
  readonly #steps: Step[] = [];

  /** @param fromTop opens a folder by its key, step by step from its volume */
  constructor(fromTop: (key: string) => Folder) {
    this.#fromTop = fromTop;
  }

  /** The folder of that key, open until the trail leaves it. @throws the file system's failure */
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

/** In the order of a walk: with the separator before every other sign, what lies below a folder follows it directly. */
const inTreeOrder = (keys: Iterable<string>): readonly { readonly key: string; readonly order: string }[] =>
  Array.from(keys, (key) => ({ key, order: key.replaceAll('/', '\0') })).sort((a, b) => (a.order < b.order ? -1 : 1));

const isIn = (key: string, folder: string | undefined): boolean =>
  folder !== undefined && (key === folder || key.startsWith(`${folder}/`));

/** Keys without those that lie below another of them, or are there twice. */
export const topmost = (keys: Iterable<string>): readonly string[] => {
  const top: string[] = [];
  for (const { key } of inTreeOrder(keys)) if (!isIn(key, top.at(-1))) top.push(key);
  return top;
};

/** Keys that are in none of these folders, which do not lie in each other. */
export const outside = (keys: Iterable<string>, folders: readonly string[]): readonly string[] => {
  const top = inTreeOrder(folders);
  let next = 0;
  return inTreeOrder(keys).flatMap(({ key, order }) => {
    while (next < top.length && (top[next]?.order ?? '') <= order) next += 1;
    return isIn(key, top[next - 1]?.key) ? [] : [key];
  });
};
