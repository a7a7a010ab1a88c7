import { closeSync, constants, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs';

/** A path segment or the path of an entry: a string, or bytes where the name may not be UTF-8. */
export type Name = string | Buffer;

const dot = Buffer.from('.');
const dots = Buffer.from('..');

/**
 * An open folder. Entries are addressed through `/proc/self/fd/N`, so that a folder that is swapped for a link after
 * the check cannot lead elsewhere (security.md, rules). Synchronous: for worker threads and single quick calls.
 */
export class Folder {
  readonly fd: number;

  private constructor(fd: number) {
    this.fd = fd;
  }

  /** @param path a resolved path; its last part must be a folder, not a link to one */
  static open(path: Name): Folder {
    return new Folder(openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW));
  }

  get path(): string {
    return `/proc/self/fd/${this.fd}`;
  }

  /** The path of an entry. @throws TypeError when the name is not a single path segment */
  at(name: Name): Name {
    const bytes = typeof name === 'string' ? Buffer.from(name) : name;
    if (bytes.length === 0 || bytes.includes(0x2f) || bytes.includes(0) || bytes.equals(dot) || bytes.equals(dots))
      throw new TypeError('not the name of an entry');
    return typeof name === 'string' ? `${this.path}/${name}` : Buffer.concat([Buffer.from(`${this.path}/`), name]);
  }

  open(name: Name): Folder {
    return Folder.open(this.at(name));
  }

  /** Opens the folder of that name; creates it when missing. */
  ensure(name: Name, mode = 0o700): Folder {
    try {
      mkdirSync(this.at(name), mode);
    } catch (failure) {
      if (codeOf(failure) !== 'EEXIST') throw failure;
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
  static within<T>(path: Name, work: (folder: Folder) => T): T {
    const folder = Folder.open(path);
    try {
      return work(folder);
    } finally {
      folder.close();
    }
  }
}

/** The errno name of a file system error, or '' for any other failure. */
export const codeOf = (failure: unknown): string =>
  failure instanceof Error && 'code' in failure && typeof failure.code === 'string' ? failure.code : '';
