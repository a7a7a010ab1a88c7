import { lstatSync } from 'node:fs';
import { eachEntry } from '../files/each-entry.ts';
import { isHashedType, typeOfName } from '../files/file-type.ts';
import { joinDisk } from '../vault/names.ts';
import type { KnownFile, SeenFile } from './index-tables.ts';

export const isMedia = (name: string): boolean => isHashedType(typeOfName(name));

/** Whether a file is what it was. */
const isSame = (one: SeenFile, other: SeenFile): boolean =>
  one.dev === other.dev && one.ino === other.ino && one.size === other.size && one.mtime === other.mtime;

/** A folder as it is on the disk, beside what is known of it. It blocks: it belongs into a worker thread. */
export class MediaFolder {
  /** Names of the folders in it that are not hidden. */
  readonly folders: readonly string[];
  /** Pictures and films that nothing was compared with yet. */
  readonly #files = new Map<string, SeenFile>();

  /** @param path leads into an open folder */
  constructor(path: string) {
    const folders: string[] = [];
    const media: string[] = [];
    // All of a large folder at once, each name a buffer of its own, would be tens of megabytes that lie between what stays.
    eachEntry(path, (name, entry) => {
      if (name.startsWith('.')) return;
      if (entry.isDirectory()) folders.push(name);
      else if (isMedia(name)) media.push(name);
    });
    this.folders = folders.sort();
    // Pictures of one second stand in the order in which they were seen.
    for (const name of media.sort()) this.#see(path, name);
  }

  /** Those of the known files that are something else now, and those that are gone. */
  compare(known: readonly KnownFile[]): { readonly changed: readonly SeenFile[]; readonly gone: readonly KnownFile[] } {
    const changed: SeenFile[] = [];
    const gone: KnownFile[] = [];
    for (const file of known) {
      const now = this.#files.get(file.name);
      this.#files.delete(file.name);
      if (now === undefined) gone.push(file);
      else if (!isSame(now, file)) changed.push(now);
    }
    return { changed, gone };
  }

  /** The next of those that were compared with nothing: they are new. */
  fresh(count: number): readonly SeenFile[] {
    const next = [...this.#files.values().take(count)];
    for (const { name } of next) this.#files.delete(name);
    return next;
  }

  #see(path: string, name: string): void {
    const stat = lstatSync(joinDisk(path, name), { throwIfNoEntry: false });
    if (stat?.isFile() !== true || stat.size === 0) return;
    const { dev, ino, size, mtimeMs } = stat;
    // Some file systems number their inodes beyond what a double holds.
    this.#files.set(name, { name, dev, ino: Number.isSafeInteger(ino) ? ino : 0, size, mtime: mtimeMs });
  }
}
