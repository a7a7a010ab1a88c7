import { createHash } from 'node:crypto';
import type { Database } from '../../store/database.ts';
import { number, text } from '../../store/row-columns.ts';
import type { Caller, FileHandle, Location, Vault } from '../../storage/vault/index.ts';
import { MAX_HASHED_BYTES, isHashedType, typeOfName } from './file-type.ts';

/** Limit of the hash queue. The next listing requests the files that did not fit. */
const MAX_QUEUED_FILES = 5000;

/** Identifies the content of a file without reading it. `mtime` is in whole seconds. */
export interface ContentVersion {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtime: number;
}

/**
 * md512kb hashes of images and videos (G-12), computed one file at a time and stored by inode, size and time. Listings
 * return the known hashes and request the others without waiting.
 */
export class MediaHashes {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #queue = new Map<string, Location>();
  #working: Promise<void> | undefined;
  #closed = false;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  /** The stored hash of this version of a file. */
  known({ dev, ino, size, mtime }: ContentVersion): string | undefined {
    if (!isExactInode(ino)) return undefined;
    return this.#db.get(
      (row) => text(row, 'hash'),
      'SELECT hash FROM file_hashes WHERE dev = ? AND ino = ? AND size = ? AND mtime = ?',
      dev,
      ino,
      size,
      mtime,
    );
  }

  /** The stored hashes of files on one device, in one SQL query. */
  knownOnDevice(dev: number, versions: readonly Omit<ContentVersion, 'dev'>[]): (string | undefined)[] {
    const inodes = versions.map(({ ino }) => ino).filter(isExactInode);
    if (inodes.length === 0) return versions.map(() => undefined);
    const rows = this.#db.all(
      (row) => ({
        ino: number(row, 'ino'),
        size: number(row, 'size'),
        mtime: number(row, 'mtime'),
        hash: text(row, 'hash'),
      }),
      'SELECT ino, size, mtime, hash FROM file_hashes WHERE dev = ? AND ino IN (SELECT value FROM json_each(?))',
      dev,
      JSON.stringify(inodes),
    );
    const byInode = new Map(rows.map((row) => [row.ino, row]));
    return versions.map(({ ino, size, mtime }) => {
      const row = byInode.get(ino);
      return row?.size === size && row.mtime === mtime ? row.hash : undefined;
    });
  }

  /** Deletes the hash, also of other files with the same content. @returns the hash */
  forget(version: ContentVersion): string | undefined {
    const hash = this.known(version);
    if (hash !== undefined) this.#db.run('DELETE FROM file_hashes WHERE hash = ?', hash);
    return hash;
  }

  /** Queues a file for hashing. */
  requestHash(location: Location): void {
    if (this.#closed || this.#queue.size >= MAX_QUEUED_FILES) return;
    this.#queue.set(location.key, location);
    this.#startWork();
  }

  /** Resolves when the queue is empty. */
  async whenIdle(): Promise<void> {
    await this.#working;
  }

  /** Computes and stores the hash of a file now; null for a missing file or one that is no image or video. */
  async computeHash(location: Location): Promise<string | null> {
    if (!isHashedType(typeOfName(location.name))) return null;
    const file = await this.#vault.openFile(location);
    try {
      const { dev, ino, size, mtimeMs } = await file.stat();
      return size === 0
        ? null
        : await this.#hashOpenFile(location, file, { dev, ino, size, mtime: Math.floor(mtimeMs / 1000) });
    } finally {
      await file.close();
    }
  }

  /** The hash of an open file of any type, computed when it is not stored. */
  async #hashOpenFile(location: Location, file: FileHandle, version: ContentVersion): Promise<string> {
    const known = this.known(version);
    if (known !== undefined) return known;
    const hash = await hashStart(file, version.size);
    this.#storeHash(version, hash, location);
    return hash;
  }

  /** Stores hashes that a caller computed from open files, in one transaction. */
  storeHashes(
    found: readonly { readonly version: ContentVersion; readonly hash: string; readonly location: Location }[],
  ): void {
    this.#db.transaction(() => {
      for (const { version, hash, location } of found) this.#storeHash(version, hash, location);
    });
  }

  #storeHash(version: ContentVersion, hash: string, location: Location): void {
    if (this.#closed || !isExactInode(version.ino)) return;
    this.#db.run(
      'INSERT OR REPLACE INTO file_hashes (dev, ino, size, mtime, hash, key) VALUES (?, ?, ?, ?, ?, ?)',
      version.dev,
      version.ino,
      version.size,
      version.mtime,
      hash,
      location.key,
    );
  }

  /** A file with this content that the caller may read and that has not changed since it was hashed. */
  async findFile(caller: Caller, hash: string): Promise<Location | undefined> {
    const keys = this.#db.all((row) => text(row, 'key'), 'SELECT key FROM file_hashes WHERE hash = ? LIMIT 50', hash);
    for (const key of keys) {
      const location = this.#vault.findReadable(caller, key);
      if (location !== undefined && (await this.computeHash(location).catch(() => null)) === hash) return location;
    }
    return undefined;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#queue.clear();
    await this.#working;
  }

  #startWork(): void {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      // A file may have been queued just as the work ended.
      if (this.#queue.size > 0) this.#startWork();
    });
  }

  async #work(): Promise<void> {
    for (const [key, location] of this.#queue) {
      this.#queue.delete(key);
      // A file that was deleted or cannot be read has no hash; the next listing may request it again.
      await this.computeHash(location).catch(() => null);
    }
  }
}

/** Some file systems use inode numbers beyond the precision of a double, where two inodes could look equal. */
const isExactInode = (ino: number): boolean => Number.isSafeInteger(ino);

const hashStart = async (file: FileHandle, size: number): Promise<string> => {
  const buffer = Buffer.allocUnsafe(Math.min(size, MAX_HASHED_BYTES));
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return createHash('md5').update(buffer.subarray(0, filled)).digest('hex');
};
