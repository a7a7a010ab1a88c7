import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { MAX_HASHED_BYTES } from '../../features/files/file-type.ts';
import { type PictureInfo, readPictureInfo } from './picture-info.ts';

/** The result of reading a file once. */
export interface FileContent {
  /**
   * Identifies the content: 32 hexadecimal digits of SHA-256. For files over 256 MB it covers only parts and starts
   * with `p`; two such files may still differ.
   */
  readonly digest: string;
  /** The MD5 of the first 512 KB, which leads to the thumbnail (G-12). */
  readonly hash: string;
  /** Picture metadata; null if the file is no picture, or was not read as one. */
  readonly pictureInfo: PictureInfo | null;
}

/** Files up to this size are hashed as a whole; for larger ones the size, and this much of the start and the end. */
const MAX_WHOLE_BYTES = 256 * 1024 * 1024;
const PART_BYTES = 8 * 1024 * 1024;
/** Read buffer size. Picture metadata is within the first megabyte. */
const CHUNK_BYTES = 1024 * 1024;

/** The buffer is shared, because the process reads one picture at a time. */
const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);

/** Reads a file. It uses blocking I/O, so it runs in a separate process. */
export const readContent = async (path: string, isPicture: boolean, limitInputPixels: number): Promise<FileContent> => {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const digest = createHash('sha256');
    const isWhole = size <= MAX_WHOLE_BYTES;
    if (!isWhole) digest.update(String(size));
    const header = Buffer.from(chunk.subarray(0, fill(file, 0, Math.min(size, CHUNK_BYTES))));
    digest.update(header);
    const addRange = (from: number, to: number): void => {
      for (let at = from; at < to;) {
        const read = fill(file, at, Math.min(CHUNK_BYTES, to - at));
        if (read === 0) return;
        digest.update(chunk.subarray(0, read));
        at += read;
      }
    };
    addRange(header.length, isWhole ? size : PART_BYTES);
    if (!isWhole) addRange(size - PART_BYTES, size);
    return {
      digest: `${isWhole ? '' : 'p'}${digest.digest('hex').slice(0, 32)}`,
      hash: createHash('md5').update(header.subarray(0, MAX_HASHED_BYTES)).digest('hex'),
      pictureInfo: isPicture
        ? await readPictureInfo(header.length < size ? path : header, limitInputPixels, header).catch(() => null)
        : null,
    };
  } finally {
    closeSync(file);
  }
};

/** Reads up to `count` bytes into the chunk. @returns the number of bytes read */
const fill = (file: number, from: number, count: number): number => {
  let filled = 0;
  while (filled < count) {
    const read = readSync(file, chunk, filled, count - filled, from + filled);
    if (read === 0) break;
    filled += read;
  }
  return filled;
};
