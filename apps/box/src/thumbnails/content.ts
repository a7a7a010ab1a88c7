import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { HASHED_BYTES } from '../files/file-type.ts';
import { type Look, look } from './look.ts';

/** The result of reading a file once. */
export interface Content {
  /**
   * Identifies the content: 32 hexadecimal digits of SHA-256. For files over 256 MB it covers only parts and starts
   * with `p`; two such files may still differ.
   */
  readonly digest: string;
  /** The MD5 of the first 512 KB, which leads to the thumbnail (G-12). */
  readonly hash: string;
  /** Picture metadata; null if the file is no picture, or was not read as one. */
  readonly look: Look | null;
}

/** Files up to this size are hashed as a whole; for larger ones the size, and this much of the start and the end. */
const WHOLE_BYTES = 256 * 1024 * 1024;
const PART_BYTES = 8 * 1024 * 1024;
/** Read buffer size. Picture metadata is within the first megabyte. */
const CHUNK_BYTES = 1024 * 1024;

/** The buffer is shared, because the process reads one picture at a time. */
const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);

/** Reads a file. It uses blocking I/O, so it runs in a separate process. */
export const contentOf = async (path: string, isPicture: boolean, limitInputPixels: number): Promise<Content> => {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const digest = createHash('sha256');
    const isWhole = size <= WHOLE_BYTES;
    if (!isWhole) digest.update(String(size));
    const head = Buffer.from(chunk.subarray(0, fill(file, 0, Math.min(size, CHUNK_BYTES))));
    digest.update(head);
    const take = (from: number, to: number): void => {
      for (let at = from; at < to;) {
        const read = fill(file, at, Math.min(CHUNK_BYTES, to - at));
        if (read === 0) return;
        digest.update(chunk.subarray(0, read));
        at += read;
      }
    };
    take(head.length, isWhole ? size : PART_BYTES);
    if (!isWhole) take(size - PART_BYTES, size);
    return {
      digest: `${isWhole ? '' : 'p'}${digest.digest('hex').slice(0, 32)}`,
      hash: createHash('md5').update(head.subarray(0, HASHED_BYTES)).digest('hex'),
      look: isPicture ? await look(head.length < size ? path : head, limitInputPixels, head).catch(() => null) : null,
    };
  } finally {
    closeSync(file);
  }
};

/** Reads up to `count` bytes into the chunk. @returns the number of bytes read */
const fill = (file: number, from: number, count: number): number => {
  let held = 0;
  while (held < count) {
    const read = readSync(file, chunk, held, count - held, from + held);
    if (read === 0) break;
    held += read;
  }
  return held;
};
