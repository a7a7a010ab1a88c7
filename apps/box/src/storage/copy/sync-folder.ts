import { closeSync, constants, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs';

/** A path segment or the path of an entry: a string, or bytes where the name may not be UTF-8. */
export type DiskName = string | Buffer;

const dot = Buffer.from('.');
const dots = Buffer.from('..');

/**
 * An open folder. Entries are addressed through `/proc/self/fd/N`, so that a folder that is swapped for a link after
 * the check cannot lead elsewhere (security.md, rules). Synchronous: for worker threads and single quick calls.
 */
export class SyncFolder {
  readonly fd: number;

  private constructor(fd: number) {
    this.fd = fd;
  }

  /** @param path a resolved path; its last part must be a folder, not a link to one */
  static open(path: DiskName): SyncFolder {
    return new SyncFolder(openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW));
  }

  get path(): string {
    return `/proc/self/fd/${this.fd}`;
  }

  /** The path of an entry. @throws TypeError when the name is not a single path segment */
  pathOf(name: DiskName): DiskName {
    const bytes = typeof name === 'string' ? Buffer.from(name) : name;
    if (bytes.length === 0 || bytes.includes(0x2f) || bytes.includes(0) || bytes.equals(dot) || bytes.equals(dots))
      throw new TypeError('not the name of an entry');
    return typeof name === 'string' ? `${this.path}/${name}` : Buffer.concat([Buffer.from(`${this.path}/`), name]);
  }

  open(name: DiskName): SyncFolder {
    return SyncFolder.open(this.pathOf(name));
  }

  /** Opens the folder of that name; creates it when missing. */
  openOrCreate(name: DiskName, mode = 0o700): SyncFolder {
    try {
      mkdirSync(this.pathOf(name), mode);
    } catch (failure) {
      if (errnoNameOf(failure) !== 'EEXIST') throw failure;
    }
    return this.open(name);
  }

  /** Names in the folder as bytes, since a file system does not guarantee UTF-8. */
  names(): Buffer[] {
    return readdirSync(this.path, { encoding: 'buffer' });
  }

  /** Makes renames and new names in this folder durable. */
  sync(): void {
    fsyncSync(this.fd);
  }

  close(): void {
    closeSync(this.fd);
  }

  /** Opens a folder for the duration of `work`. */
  static withOpen<T>(path: DiskName, work: (folder: SyncFolder) => T): T {
    const folder = SyncFolder.open(path);
    try {
      return work(folder);
    } finally {
      folder.close();
    }
  }
}

/** The errno name of a file system error, or '' for any other failure. */
export const errnoNameOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : '';
