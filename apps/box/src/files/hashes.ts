import { createHash } from 'node:crypto';
import type { Database } from '../store/database.ts';
import { number, text } from '../store/rows.ts';
import type { Caller, FileHandle, Location, Vault } from '../vault/index.ts';
import { HASHED_BYTES, isHashedType, typeOfName } from './file-type.ts';

/** Files waiting for their hash; further ones are asked for again by the next listing. */
const MAX_WAITING = 5000;

/** What tells one content of a file from another; `mtime` in whole seconds. */
export interface Version {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtime: number;
}

/**
 * md512kb of images and videos (G-12): computed one file at a time, remembered by inode, size and time. Nobody waits for
 * it; a listing shows what is known and asks for the rest.
 */
export class Hashes {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #waiting = new Map<string, Location>();
  #working: Promise<void> | undefined;
  #closed = false;

  constructor(db: Database, vault: Vault) {
    this.#db = db;
    this.#vault = vault;
  }

  /** What is known of a file as it is now. */
  known({ dev, ino, size, mtime }: Version): string | undefined {
    if (!isExact(ino)) return undefined;
    return this.#db.get(
      (row) => text(row, 'hash'),
      'SELECT hash FROM file_hashes WHERE dev = ? AND ino = ? AND size = ? AND mtime = ?',
      ...[dev, ino, size, mtime],
    );
  }

  /** What is known of files of one device, in one question; undefined where {@link known} says so. */
  knownOf(dev: number, versions: readonly Omit<Version, 'dev'>[]): (string | undefined)[] {
    const inodes = versions.map(({ ino }) => ino).filter(isExact);
    if (inodes.length === 0) return versions.map(() => undefined);
    const rows = this.#db.all(
      (row) => ({
        ...{ ino: number(row, 'ino'), size: number(row, 'size'), mtime: number(row, 'mtime') },
        hash: text(row, 'hash'),
      }),
      'SELECT ino, size, mtime, hash FROM file_hashes WHERE dev = ? AND ino IN (SELECT value FROM json_each(?))',
      ...[dev, JSON.stringify(inodes)],
    );
    const byInode = new Map(rows.map((row) => [row.ino, row]));
    return versions.map(({ ino, size, mtime }) => {
      const row = byInode.get(ino);
      return row?.size === size && row.mtime === mtime ? row.hash : undefined;
    });
  }

  /** Forgets what is known of a file, wherever else its content lies. @returns the hash */
  forget(version: Version): string | undefined {
    const hash = this.known(version);
    if (hash !== undefined) this.#db.run('DELETE FROM file_hashes WHERE hash = ?', hash);
    return hash;
  }

  /** Asks for the hash of a file, sooner or later. */
  request(location: Location): void {
    if (this.#closed || this.#waiting.size >= MAX_WAITING) return;
    this.#waiting.set(location.key, location);
    this.#begin();
  }

  /** Resolves when nothing is waiting. */
  async settled(): Promise<void> {
    await this.#working;
  }

  /** Computes and remembers the hash of a file now; null for what is no image or video, or no file at all. */
  async compute(location: Location): Promise<string | null> {
    if (!isHashedType(typeOfName(location.name))) return null;
    const file = await this.#vault.openFile(location);
    try {
      const { dev, ino, size, mtimeMs } = await file.stat();
      return size === 0
        ? null
        : await this.#ofFile(location, file, { dev, ino, size, mtime: Math.floor(mtimeMs / 1000) });
    } finally {
      await file.close();
    }
  }

  /** The hash of an open file of whatever type, computed when it is not known. */
  async #ofFile(location: Location, file: FileHandle, version: Version): Promise<string> {
    const known = this.known(version);
    if (known !== undefined) return known;
    const hash = await hashStart(file, version.size);
    this.#remember(version, hash, location);
    return hash;
  }

  /** Hashes that somebody found who had these files open, in one write. */
  remember(found: readonly { readonly version: Version; readonly hash: string; readonly location: Location }[]): void {
    this.#db.transaction(() => {
      for (const { version, hash, location } of found) this.#remember(version, hash, location);
    });
  }

  #remember(version: Version, hash: string, location: Location): void {
    if (this.#closed || !isExact(version.ino)) return;
    this.#db.run(
      'INSERT OR REPLACE INTO file_hashes (dev, ino, size, mtime, hash, key) VALUES (?, ?, ?, ?, ?, ?)',
      ...[version.dev, version.ino, version.size, version.mtime, hash, location.key],
    );
  }

  /** A file with this content that the caller may read, still the same as when it was hashed. */
  async find(caller: Caller, hash: string): Promise<Location | undefined> {
    const keys = this.#db.all((row) => text(row, 'key'), 'SELECT key FROM file_hashes WHERE hash = ? LIMIT 50', hash);
    for (const key of keys) {
      const location = this.#vault.seenBy(caller, key);
      if (location !== undefined && (await this.compute(location).catch(() => null)) === hash) return location;
    }
    return undefined;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#waiting.clear();
    await this.#working;
  }

  #begin(): void {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
      // Somebody may have asked in the very moment the work ended.
      if (this.#waiting.size > 0) this.#begin();
    });
  }

  async #work(): Promise<void> {
    for (const [key, location] of this.#waiting) {
      this.#waiting.delete(key);
      // A file that went away or cannot be read has no hash; the next listing may ask again.
      await this.compute(location).catch(() => null);
    }
  }
}

/** Some file systems number their inodes beyond what a double holds; two of them could look like one. */
const isExact = (ino: number): boolean => Number.isSafeInteger(ino);

const hashStart = async (file: FileHandle, size: number): Promise<string> => {
  const buffer = Buffer.allocUnsafe(Math.min(size, HASHED_BYTES));
  let held = 0;
  while (held < buffer.length) {
    const { bytesRead } = await file.read(buffer, held, buffer.length - held, held);
    if (bytesRead === 0) break;
    held += bytesRead;
  }
  return createHash('md5').update(buffer.subarray(0, held)).digest('hex');
};
