/** POSIX tar (ustar), limited to files and folders. */
import type { ArchiveEntry } from './archive-entry.ts';

const BLOCK = 512;

const padded = (length: number): number => Math.ceil(length / BLOCK) * BLOCK;

const header = ({ name, bytes, mtime }: ArchiveEntry): Buffer => {
  const block = Buffer.alloc(BLOCK);
  const path = bytes === null ? `${name}/` : name;
  const splitAt = Buffer.byteLength(path) > 100 ? path.lastIndexOf('/', path.length - 2) : -1;
  block.write(splitAt < 0 ? path : path.slice(splitAt + 1), 0);
  block.write(bytes === null ? '0000755\0' : '0000644\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${(bytes?.length ?? 0).toString(8).padStart(11, '0')}\0`, 124);
  block.write(`${mtime.toString(8).padStart(11, '0')}\0`, 136);
  block.write('        ', 148);
  block.write(bytes === null ? '5' : '0', 156);
  block.write('ustar\u000000', 257);
  if (splitAt >= 0) block.write(path.slice(0, splitAt), 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
};

export const writeTar = (entries: readonly ArchiveEntry[]): Uint8Array =>
  Buffer.concat([
    ...entries.flatMap((entry) => {
      const bytes = entry.bytes ?? new Uint8Array();
      return [header(entry), bytes, Buffer.alloc(padded(bytes.length) - bytes.length)];
    }),
    Buffer.alloc(2 * BLOCK),
  ]);

/** Undefined when the bytes are not a tar archive. */
export const readTar = (bytes: Uint8Array): readonly ArchiveEntry[] | undefined => {
  const tar = Buffer.from(bytes);
  const entries: ArchiveEntry[] = [];
  const text = (at: number, length: number): string => tar.toString('utf8', at, at + length).replace(/\0.*$/s, '');
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    if (text(at + 257, 5) !== 'ustar') return undefined;
    const size = parseInt(text(at + 124, 12), 8);
    const prefix = text(at + 345, 155);
    const name = (prefix === '' ? '' : `${prefix}/`) + text(at, 100);
    const body = tar.subarray(at + BLOCK, at + BLOCK + size);
    const isFolder = text(at + 156, 1) === '5';
    entries.push({ name, mtime: parseInt(text(at + 136, 12), 8), bytes: isFolder ? null : Uint8Array.from(body) });
    at += BLOCK + padded(size);
  }
  return entries;
};
