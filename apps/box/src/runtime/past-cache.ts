import type { FileHandle } from 'node:fs/promises';
import { closeSync, constants, openSync, write, writeSync } from 'node:fs';

/** What such a write begins and ends on, in the file and in memory. */
const PAGE_BYTES = 4096;

/** Files as large as this are written past the cache. */
export const PAST_CACHE_BYTES = 32 * 1024 * 1024;

/** Memory that begins on a page, as that of a buffer does that can grow; of which this one makes no use. */
export const pageBuffer = (bytes: number): Buffer =>
  Buffer.from(new ArrayBuffer(bytes, { maxByteLength: bytes }), 0, bytes);

/** What writes some of `length` bytes of a buffer from `from` on to `at` in a file, and says how many. */
export interface Writer {
  write(buffer: Buffer, from: number, length: number, at: number): Promise<number>;
}

/** The ordinary way into an open file. */
export const throughCache = (file: FileHandle): Writer => ({
  write: async (buffer, from, length, at) => (await file.write(buffer, from, length, at)).bytesWritten,
});

/** Bytes from a place in a file up to the next page of it. */
export const beforePage = (at: number): number => (PAGE_BYTES - (at % PAGE_BYTES)) % PAGE_BYTES;

/** How much of a write is whole pages of memory that become whole pages of the file. */
const pagesOf = (from: number, length: number, at: number): number =>
  beforePage(from) === 0 && beforePage(at) === 0 ? length - (length % PAGE_BYTES) : 0;

const openDirect = (file: number): number | undefined => {
  if (process.platform !== 'linux') return undefined;
  try {
    return openSync(`/proc/self/fd/${file}`, constants.O_WRONLY | constants.O_DIRECT);
  } catch {
    // A file system that has no such way; if it is anything else, writing says so.
    return undefined;
  }
};

const wantsOther = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === 'EINVAL';

/**
 * Writes into an open file past the memory in which the system keeps what it reads and writes: what is written once and large would drive out
 * what people look at, and a virtual machine has to ask its host for that memory first (a gigabyte took 0.5 s past it, and up to 7 s through
 * it). What does not fill pages goes through it as ever. The file stays its owner's, who also syncs it: what is written here is as little
 * promised as any other write.
 */
export class PastCache implements Writer, Disposable {
  readonly #file: number;
  #direct: number | undefined;

  constructor(file: number) {
    this.#file = file;
    this.#direct = openDirect(file);
  }

  write(buffer: Buffer, from: number, length: number, at: number): Promise<number> {
    const pages = pagesOf(from, length, at);
    const direct = pages === 0 ? undefined : this.#direct;
    return new Promise((resolve, reject) => {
      const ordinary = (): void => {
        write(this.#file, buffer, from, length, at, (failure, written) => {
          if (failure === null) resolve(written);
          else reject(failure);
        });
      };
      if (direct === undefined) ordinary();
      else
        write(direct, buffer, from, pages, at, (failure, written) => {
          if (failure === null) resolve(written);
          else if (this.#givesUp(failure)) ordinary();
          else reject(failure);
        });
    });
  }

  /** The same for a process that has nothing else to do. */
  writeSync(buffer: Buffer, from: number, length: number, at: number): number {
    const pages = pagesOf(from, length, at);
    if (this.#direct !== undefined && pages > 0)
      try {
        return writeSync(this.#direct, buffer, from, pages, at);
      } catch (failure) {
        if (!this.#givesUp(failure)) throw failure;
      }
    return writeSync(this.#file, buffer, from, length, at);
  }

  /** Whether the file system wants other pages than these: then everything goes the ordinary way. */
  #givesUp(failure: unknown): boolean {
    if (!wantsOther(failure)) return false;
    this[Symbol.dispose]();
    return true;
  }

  [Symbol.dispose](): void {
    const direct = this.#direct;
    this.#direct = undefined;
    if (direct !== undefined) closeSync(direct);
  }
}

/** Writes the first `length` bytes of a buffer to `at` in an open file, however many calls it takes: for a thread that has nothing else to do. */
export const writeWhole = (file: number | PastCache, buffer: Buffer, length: number, at: number): void => {
  for (let from = 0; from < length;)
    from +=
      typeof file === 'number'
        ? writeSync(file, buffer, from, length - from, at + from)
        : file.writeSync(buffer, from, length - from, at + from);
};
