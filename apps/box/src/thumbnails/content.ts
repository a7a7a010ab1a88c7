import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { HASHED_BYTES } from '../files/file-type.ts';
import { type Look, look } from './look.ts';

/** What a file holds, found by reading it once. */
export interface Content {
  /**
   * What tells it from all others: 32 hexadecimal digits of SHA-256. Of files beyond 256 MB it is of parts, and begins with `p`: two of them may
   * still differ.
   */
  readonly digest: string;
  /** The MD5 of its first 512 KB, which leads to its thumbnail (G-12). */
  readonly hash: string;
  /** What it says as a picture; null when it is none, or was not to be one. */
  readonly look: Look | null;
}

/** A whole file up to this size is digested; of a longer one its size, and this much of its beginning and its end. */
const WHOLE_BYTES = 256 * 1024 * 1024;
const PART_BYTES = 8 * 1024 * 1024;
/** Read at a time. What a picture says stands in its first megabyte. */
const CHUNK_BYTES = 1024 * 1024;

/** One picture at a time is read in a process of its own, so each is read into the same bytes. */
const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);

/** Reads a file. It blocks: it belongs into a process of its own. */
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

/** Reads up to so many bytes into the chunk. @returns how many there were */
const fill = (file: number, from: number, count: number): number => {
  let held = 0;
  while (held < count) {
    const read = readSync(file, chunk, held, count - held, from + held);
    if (read === 0) break;
    held += read;
  }
  return held;
};
