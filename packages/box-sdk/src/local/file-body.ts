import { openAsBlob } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { stat } from 'node:fs/promises';
import { toDisk } from './disk-name-encoding.ts';

/** The file range behind a request body: from `start` to the end, valid while the file matches `stats`. */
export interface FileSlice {
  readonly from: string;
  readonly stats: BigIntStats;
  readonly start: number;
}

const slicesByBody = new WeakMap<Blob, FileSlice>();

/** Returns the file range behind a body; undefined for any other body. */
export const fileSliceOf = (body: unknown): FileSlice | undefined =>
  body instanceof Blob ? slicesByBody.get(body) : undefined;

/** The error name is the one Node uses when it reads the file itself. */
const fileChangedError = (from: string): DOMException =>
  new DOMException(`${from} changed while it was being read`, 'NotReadableError');

/** Creates a body for any transport from a file, starting at `start`. Nothing is read yet. */
export const fileBody = async (slice: FileSlice): Promise<Blob> => {
  const { from, stats, start } = slice;
  const wholeFile = await openAsBlob(toDisk(from));
  const { size, mtimeNs } = await stat(toDisk(from), { bigint: true });
  if (size !== stats.size || mtimeNs !== stats.mtimeNs) throw fileChangedError(from);
  const body = start === 0 ? wholeFile : wholeFile.slice(start);
  slicesByBody.set(body, slice);
  return body;
};

/**
 * Fills a buffer with file content from `position`. @throws when the file has changed, so that bytes of two versions
 * are never mixed
 */
export const readExactly = async (
  file: FileHandle,
  { from, stats }: Pick<FileSlice, 'from' | 'stats'>,
  buffer: Uint8Array,
  position: number,
): Promise<void> => {
  let read = 0;
  while (read < buffer.length) {
    const { bytesRead } = await file.read(buffer, read, buffer.length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  const { size, mtimeNs } = await file.stat({ bigint: true });
  if (read < buffer.length || size !== stats.size || mtimeNs !== stats.mtimeNs) throw fileChangedError(from);
};
