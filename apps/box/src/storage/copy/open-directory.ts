import { closeSync, constants, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs';

/** A path segment or the path of an entry: a string, or bytes where the name may not be UTF-8. */
export type RawFileName = string | Buffer;

const DOT = Buffer.from('.');
const DOT_DOT = Buffer.from('..');

/**
 * A synchronous handle of an open folder. Entries are addressed through `/proc/self/fd/N`, so that a folder that is
 * replaced by a symlink after the check cannot redirect an access (security.md, rules). For worker threads, and for
 * single short calls that may block the event loop.
 */
export class OpenDirectory {
  readonly fd: number;

  private constructor(fd: number) {
    this.fd = fd;
  }

  /** @param path a resolved path; its last segment must be a folder, not a symlink to one */
  static open(path: RawFileName): OpenDirectory {
    return new OpenDirectory(openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW));
  }

  get path(): string {
    return `/proc/self/fd/${this.fd}`;
  }

  /** The path of an entry. @throws TypeError when the name is not a single path segment */
  entryPath(name: RawFileName): RawFileName {
    const bytes = typeof name === 'string' ? Buffer.from(name) : name;
    if (bytes.length === 0 || bytes.includes(0x2f) || bytes.includes(0) || bytes.equals(DOT) || bytes.equals(DOT_DOT))
      throw new TypeError('not the name of an entry');
    return typeof name === 'string' ? `${this.path}/${name}` : Buffer.concat([Buffer.from(`${this.path}/`), name]);
  }

  open(name: RawFileName): OpenDirectory {
    return OpenDirectory.open(this.entryPath(name));
  }

  /** Opens the folder of that name; creates it when missing. */
  openOrCreate(name: RawFileName, mode = 0o700): OpenDirectory {
    try {
      mkdirSync(this.entryPath(name), mode);
    } catch (failure) {
      if (errnoNameOf(failure) !== 'EEXIST') throw failure;
    }
    return this.open(name);
  }

  /** Names in the folder as bytes, since a file system does not guarantee UTF-8. */
  entryNames(): Buffer[] {
    return readdirSync(this.path, { encoding: 'buffer' });
  }

  /** Makes renames and new names in this folder durable (fsync of the folder). */
  fsync(): void {
    fsyncSync(this.fd);
  }

  close(): void {
    closeSync(this.fd);
  }

  /** Opens a folder while `work` runs, and closes it afterwards. */
  static withOpen<T>(path: RawFileName, work: (folder: OpenDirectory) => T): T {
    const folder = OpenDirectory.open(path);
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
