import { openAsBlob } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { stat } from 'node:fs/promises';
import { toDisk } from './disk-names.ts';

/** The file range behind a request body: from `start` to the end, valid while the file matches `stats`. */
export interface FilePart {
  readonly from: string;
  readonly seen: BigIntStats;
  readonly start: number;
}

const parts = new WeakMap<Blob, FilePart>();

/** Returns the file range behind a body; undefined for any other body. */
export const partOf = (body: unknown): FilePart | undefined => (body instanceof Blob ? parts.get(body) : undefined);

/** The error name is the one Node uses when it reads the file itself. */
const changed = (from: string): DOMException =>
  new DOMException(`${from} changed while it was being read`, 'NotReadableError');

/** Creates a body for any transport from a file, starting at `start`. Nothing is read yet. */
export const fileBody = async (part: FilePart): Promise<Blob> => {
  const { from, seen, start } = part;
  const all = await openAsBlob(toDisk(from));
  const { size, mtimeNs } = await stat(toDisk(from), { bigint: true });
  if (size !== seen.size || mtimeNs !== seen.mtimeNs) throw changed(from);
  const body = start === 0 ? all : all.slice(start);
  parts.set(body, part);
  return body;
};

/**
 * Fills a buffer with file content from `position`. @throws when the file has changed, so that bytes of two versions
 * are never mixed
 */
export const readExactly = async (
  file: FileHandle,
  { from, seen }: Pick<FilePart, 'from' | 'seen'>,
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
  if (read < buffer.length || size !== seen.size || mtimeNs !== seen.mtimeNs) throw changed(from);
};
