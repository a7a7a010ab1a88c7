import type { FileHandle } from 'node:fs/promises';
import { closeSync, constants, openSync, write, writeSync } from 'node:fs';

/** Alignment of direct writes, in the file and in memory. */
const PAGE_BYTES = 4096;

/** Files of at least this size are written with direct I/O. */
export const DIRECT_IO_MIN_BYTES = 32 * 1024 * 1024;

/** A page-aligned buffer: the memory of a resizable ArrayBuffer starts on a page. The buffer is never resized. */
export const allocatePageAligned = (bytes: number): Buffer =>
  Buffer.from(new ArrayBuffer(bytes, { maxByteLength: bytes }), 0, bytes);

/**
 * Writes up to `length` bytes of a buffer starting at `from` to position `at` of a file; returns the number written.
 */
export interface PositionalWriter {
  write(buffer: Buffer, from: number, length: number, at: number): Promise<number>;
}

/** Writes to an open file through the page cache. */
export const bufferedWriter = (file: FileHandle): PositionalWriter => ({
  write: async (buffer, from, length, at) => (await file.write(buffer, from, length, at)).bytesWritten,
});

/** Bytes from a file position to its next page boundary. */
export const bytesToNextPage = (at: number): number => (PAGE_BYTES - (at % PAGE_BYTES)) % PAGE_BYTES;

/** Number of bytes of a write that are whole pages, both in memory and in the file. */
const alignedLength = (from: number, length: number, at: number): number =>
  bytesToNextPage(from) === 0 && bytesToNextPage(at) === 0 ? length - (length % PAGE_BYTES) : 0;

const openDirect = (file: number): number | undefined => {
  if (process.platform !== 'linux') return undefined;
  try {
    return openSync(`/proc/self/fd/${file}`, constants.O_WRONLY | constants.O_DIRECT);
  } catch {
    // The file system has no O_DIRECT. Any other error shows up on writing.
    return undefined;
  }
};

const isAlignmentError = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === 'EINVAL';

/**
 * Writes to an open file with O_DIRECT, bypassing the page cache. A large file that is written once would evict cached
 * data, and a VM must first get that memory from its host (1 GB took 0.5 s direct, up to 7 s cached). Unaligned parts
 * go through the cache. The caller owns and syncs the file.
 */
export class DirectIoWriter implements PositionalWriter, Disposable {
  readonly #file: number;
  #direct: number | undefined;

  constructor(file: number) {
    this.#file = file;
    this.#direct = openDirect(file);
  }

  write(buffer: Buffer, from: number, length: number, at: number): Promise<number> {
    const pages = alignedLength(from, length, at);
    const direct = pages === 0 ? undefined : this.#direct;
    return new Promise((resolve, reject) => {
      const writeBuffered = (): void => {
        write(this.#file, buffer, from, length, at, (failure, written) => {
          if (failure === null) resolve(written);
          else reject(failure);
        });
      };
      if (direct === undefined) writeBuffered();
      else
        write(direct, buffer, from, pages, at, (failure, written) => {
          if (failure === null) resolve(written);
          else if (this.#fallsBackToCache(failure)) writeBuffered();
          else reject(failure);
        });
    });
  }

  /** Synchronous variant for a worker process. */
  writeSync(buffer: Buffer, from: number, length: number, at: number): number {
    const pages = alignedLength(from, length, at);
    if (this.#direct !== undefined && pages > 0)
      try {
        return writeSync(this.#direct, buffer, from, pages, at);
      } catch (failure) {
        if (!this.#fallsBackToCache(failure)) throw failure;
      }
    return writeSync(this.#file, buffer, from, length, at);
  }

  /** Whether the file system needs another alignment; then all writes go through the cache. */
  #fallsBackToCache(failure: unknown): boolean {
    if (!isAlignmentError(failure)) return false;
    this[Symbol.dispose]();
    return true;
  }

  [Symbol.dispose](): void {
    const direct = this.#direct;
    this.#direct = undefined;
    if (direct !== undefined) closeSync(direct);
  }
}

/**
 * Writes the first `length` bytes of a buffer to position `at` of an open file, in as many calls as needed.
 * Synchronous, for worker threads.
 */
export const writeFully = (file: number | DirectIoWriter, buffer: Buffer, length: number, at: number): void => {
  for (let from = 0; from < length;)
    from +=
      typeof file === 'number'
        ? writeSync(file, buffer, from, length - from, at + from)
        : file.writeSync(buffer, from, length - from, at + from);
};
