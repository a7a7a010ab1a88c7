import { lstatSync } from 'node:fs';
import { forEachEntry } from '../files/listing/for-each-entry.ts';
import { isHashedType, typeOfName } from '../files/file-type.ts';
import { joinDisk } from '../../storage/vault/disk-names.ts';
import type { IndexedFile, DiskFile } from './index-rows.ts';

export const isMedia = (name: string): boolean => isHashedType(typeOfName(name));

/** Whether a file is unchanged. */
const isSame = (one: DiskFile, other: DiskFile): boolean =>
  one.dev === other.dev && one.ino === other.ino && one.size === other.size && one.mtime === other.mtime;

/** Lists a folder on disk and compares it with the index. It uses blocking I/O, so it runs in a worker thread. */
export class MediaFolder {
  /** Names of the subfolders that are not hidden. */
  readonly folders: readonly string[];
  /** Photos and videos that have not been compared yet. */
  readonly #uncompared = new Map<string, DiskFile>();

  /** @param path path of an open folder */
  constructor(path: string) {
    const folders: string[] = [];
    const media: string[] = [];
    // Listing a large folder at once would leave tens of megabytes of name buffers scattered in the heap.
    forEachEntry(path, (name, entry) => {
      if (name.startsWith('.')) return;
      if (entry.isDirectory()) folders.push(name);
      else if (isMedia(name)) media.push(name);
    });
    this.folders = folders.sort();
    // Photos of the same second are listed in the order in which they were found.
    for (const name of media.sort()) this.#addFile(path, name);
  }

  /** The known files that changed, and those that are missing. */
  compare(known: readonly IndexedFile[]): {
    readonly changed: readonly DiskFile[];
    readonly missing: readonly IndexedFile[];
  } {
    const changed: DiskFile[] = [];
    const missing: IndexedFile[] = [];
    for (const file of known) {
      const now = this.#uncompared.get(file.name);
      this.#uncompared.delete(file.name);
      if (now === undefined) missing.push(file);
      else if (!isSame(now, file)) changed.push(now);
    }
    return { changed, missing };
  }

  /** The next files that are not in the index. */
  nextNewFiles(count: number): readonly DiskFile[] {
    const next = [...this.#uncompared.values().take(count)];
    for (const { name } of next) this.#uncompared.delete(name);
    return next;
  }

  #addFile(path: string, name: string): void {
    const stat = lstatSync(joinDisk(path, name), { throwIfNoEntry: false });
    if (stat?.isFile() !== true || stat.size === 0) return;
    const { dev, ino, size, mtimeMs } = stat;
    // Some file systems use inode numbers beyond the safe integer range.
    this.#uncompared.set(name, { name, dev, ino: Number.isSafeInteger(ino) ? ino : 0, size, mtime: mtimeMs });
  }
}
