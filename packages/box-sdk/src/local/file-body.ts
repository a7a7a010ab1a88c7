import { openAsBlob } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { stat } from 'node:fs/promises';
import { toDisk } from './disk-names.ts';

/** The part of a file that a body stands for: from `start` to its end, as long as the file is what it was when it was looked at. */
export interface FilePart {
  readonly from: string;
  readonly seen: BigIntStats;
  readonly start: number;
}

const parts = new WeakMap<Blob, FilePart>();

/** The file behind a body; undefined for bytes of any other kind. */
export const partOf = (body: unknown): FilePart | undefined => (body instanceof Blob ? parts.get(body) : undefined);

/** With the name that Node gives to it where it reads the file itself. */
const changed = (from: string): DOMException =>
  new DOMException(`${from} changed while it was being read`, 'NotReadableError');

/** A file from `start` on as a body that any transport takes; nothing of it is read yet. */
export const fileBody = async (part: FilePart): Promise<Blob> => {
  const { from, seen, start } = part;
  const all = await openAsBlob(toDisk(from));
  const { size, mtimeNs } = await stat(toDisk(from), { bigint: true });
  if (size !== seen.size || mtimeNs !== seen.mtimeNs) throw changed(from);
  const body = start === 0 ? all : all.slice(start);
  parts.set(body, part);
  return body;
};

/** Fills a buffer from `position` on. @throws when the file is not what it was any more: no bytes of two versions go together */
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
