import { constants } from 'node:fs';
import type { BigIntStats, Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { fromDisk, joinDisk } from './disk-names.ts';
import { errnoOf, GEN, Refusal } from './refusal.ts';
import { isEntryName } from './wire-path.ts';

const LINUX = process.platform === 'linux';
const FOLDER_FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

const errnoError = (code: string): Error => Object.assign(new Error(code), { code });

/** An open file, known to be a regular file. */
export type { FileHandle };

/**
 * An open folder. Every operation acts on an entry of this folder, even if its path changes: on Linux through
 * `/proc/self/fd/N`, so that a folder swapped for a link between check and use cannot lead outside. Names are checked
 * again here; links are never followed. Close it (`await using` does).
 */
export class Folder implements AsyncDisposable {
  readonly #handle: FileHandle;
  /**
   * A path to the open folder, valid in this process, its threads, and as `cwd` of a child process while the folder is
   * open. Pass names to a child process as `./name`.
   */
  readonly path: string;

  private constructor(handle: FileHandle, realPath: string) {
    this.#handle = handle;
    this.path = LINUX ? `/proc/self/fd/${handle.fd}` : realPath;
  }

  /** Opens `root` followed by `below`. `root` may lead through links (it is the box's own configuration), `below` may not. */
  static async open(root: string, below: readonly string[]): Promise<Folder> {
    if (LINUX && below.length > 1) {
      const direct = await Folder.#openDirect(root, below);
      if (direct !== undefined) return direct;
    }
    return Folder.descend(new Folder(await fs.open(root, constants.O_RDONLY | constants.O_DIRECTORY), root), below);
  }

  /** Opens the subfolders `names` one after another, and closes `start`. */
  static async descend(start: Folder, names: readonly string[]): Promise<Folder> {
    let folder = start;
    for (const name of names) {
      const parent = folder;
      try {
        folder = await parent.folder(name);
      } finally {
        await parent.close();
      }
    }
    return folder;
  }

  /**
   * Stats `root` followed by `below` in one system call, which follows links on the way: use the result only to compare
   * it with a folder that was opened before. Undefined on any error; opening the folder step by step explains it.
   */
  static async probe(root: string, below: readonly string[]): Promise<Stats | undefined> {
    const stat = below.length === 0 ? fs.stat(root) : fs.lstat(joinDisk(root, below.join('/')));
    return stat.catch(() => undefined);
  }

  /**
   * Opens the whole path in one call, and accepts the result only when the kernel reports exactly the requested path: a
   * link on the way would show another one. In all other cases the folder is opened step by step.
   */
  static async #openDirect(root: string, below: readonly string[]): Promise<Folder | undefined> {
    const target = joinDisk(root, below.join('/'));
    let handle: FileHandle;
    try {
      handle = await fs.open(target, FOLDER_FLAGS);
    } catch {
      return undefined;
    }
    try {
      const openedPath = await fs.readlink(`/proc/self/fd/${handle.fd}`, 'buffer');
      if (openedPath.equals(Buffer.from(target))) return new Folder(handle, root);
    } catch {
      // Closed below, then opened step by step.
    }
    await handle.close();
    return undefined;
  }

  #pathOf(name: string): string | Buffer {
    if (!isEntryName(name)) throw new Refusal(GEN.unsafe, 'name');
    return joinDisk(this.path, name);
  }

  /** Opens a folder in this folder; ENOTDIR when it is a link or a file. */
  async folder(name: string): Promise<Folder> {
    const path = this.#pathOf(name);
    const handle = await fs.open(path, FOLDER_FLAGS).catch((failure: unknown) => {
      throw errnoOf(failure) === 'ELOOP' ? errnoError('ENOTDIR') : failure;
    });
    const opened = new Folder(handle, path.toString());
    if (LINUX || (await fs.realpath(path.toString())) === path.toString()) return opened;
    await opened.close();
    throw errnoError('ENOTDIR');
  }

  /**
   * Opens a regular file. Links, folders, pipes and devices are refused with 14; opening never blocks on a pipe.
   * @param flags `fs.constants.O_*`; O_NOFOLLOW and O_NONBLOCK are added
   */
  async openFile(name: string, flags: number = constants.O_RDONLY, mode = 0o660): Promise<FileHandle> {
    const handle = await fs
      .open(this.#pathOf(name), flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, mode)
      .catch((failure: unknown) => {
        const errno = errnoOf(failure);
        throw errno === 'ELOOP' || errno === 'EISDIR' || errno === 'ENXIO'
          ? new Refusal(GEN.wrongType, errno)
          : failure;
      });
    const stat = await handle.stat();
    if (stat.isFile()) return handle;
    await handle.close();
    throw new Refusal(GEN.wrongType, 'not a file');
  }

  /** Opens the same folder again. Both handles must be closed. */
  async reopen(): Promise<Folder> {
    return new Folder(await fs.open(`${this.path}/.`, constants.O_RDONLY | constants.O_DIRECTORY), this.path);
  }

  /** The folder itself. */
  async stat(): Promise<Stats> {
    return this.#handle.stat();
  }

  /** {@link stat} with exact inode numbers and nanoseconds. */
  async statExact(): Promise<BigIntStats> {
    return this.#handle.stat({ bigint: true });
  }

  /** Names of the subfolders; links to folders are not included. */
  async folderNames(): Promise<string[]> {
    const entries = await fs.readdir(this.path, { withFileTypes: true, encoding: 'buffer' });
    return entries.flatMap((entry) => (entry.isDirectory() ? [fromDisk(entry.name)] : []));
  }

  /** Stats an entry without following links; undefined when it does not exist. */
  async lstat(name: string): Promise<Stats | undefined> {
    return fs.lstat(this.#pathOf(name)).catch(undefinedIfMissing);
  }

  /** {@link lstat} with exact inode numbers and nanoseconds, which do not fit a double. */
  async lstatExactName(name: string): Promise<BigIntStats | undefined> {
    return fs.lstat(this.#pathOf(name), { bigint: true }).catch(undefinedIfMissing);
  }

  /** Names of all entries in no order, including the box's own. */
  async names(): Promise<string[]> {
    const names = await fs.readdir(this.path);
    if (!names.some((name) => name.includes('\uFFFD'))) return names;
    return (await fs.readdir(this.path, { encoding: 'buffer' })).map((name) => fromDisk(name));
  }

  async mkdir(name: string, mode = 0o770): Promise<void> {
    await fs.mkdir(this.#pathOf(name), { mode });
  }

  /** Renames and replaces an existing target. To keep an existing target use {@link Vault.move}. */
  async renameOver(name: string, to: Folder, toName: string): Promise<void> {
    await fs.rename(this.#pathOf(name), to.#pathOf(toName));
  }

  /** Creates a second name for a file. The file system itself reports EEXIST when the target exists. */
  async link(name: string, to: Folder, toName: string): Promise<void> {
    await fs.link(this.#pathOf(name), to.#pathOf(toName));
  }

  async unlink(name: string): Promise<void> {
    await fs.unlink(this.#pathOf(name));
  }

  async rmdir(name: string): Promise<void> {
    await fs.rmdir(this.#pathOf(name));
  }

  async readlink(name: string): Promise<string> {
    return fs.readlink(this.#pathOf(name));
  }

  /** Creates a symbolic link with the text `target`; the vault never follows it. */
  async symlink(name: string, target: string): Promise<void> {
    await fs.symlink(target, this.#pathOf(name));
  }

  /** Sets times in seconds; for a symbolic link, those of the link itself. */
  async utimes(name: string, atime: number, mtime: number): Promise<void> {
    await fs.lutimes(this.#pathOf(name), atime, mtime);
  }

  /** The path of an entry for `node:fs` calls in this process while the folder is open (worker threads, copyFile). */
  entryPath(name: string): string | Buffer {
    return this.#pathOf(name);
  }

  /** Bytes that an unprivileged user may still write, and total bytes of the file system. */
  async space(): Promise<{ readonly free: number; readonly total: number }> {
    const { bavail, bsize, blocks } = await fs.statfs(this.path);
    return { free: bavail * bsize, total: blocks * bsize };
  }

  /** Makes the names in the folder durable. File systems that cannot sync a folder (some FUSE mounts) are tolerated. */
  async sync(): Promise<void> {
    try {
      await this.#handle.sync();
    } catch (failure) {
      const errno = errnoOf(failure);
      if (errno !== 'EINVAL' && errno !== 'ENOTSUP' && errno !== 'EBADF') throw failure;
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

const undefinedIfMissing = (failure: unknown): undefined => {
  if (errnoOf(failure) === 'ENOENT') return undefined;
  throw failure;
};
