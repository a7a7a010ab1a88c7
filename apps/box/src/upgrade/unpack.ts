import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { syncFolder } from '../state/durable.ts';

/** A signed package that is not a valid release. */
export class NotARelease extends Error {}

const BLOCK = 512;
/** Limit of files in a package, many times more than a release has. */
const MOST_FILES = 20_000;

/** The path components of an entry; null for a path that leads out of the package folder. */
export const partsOf = (name: string): readonly string[] | null => {
  const parts = name.replace(/\/$/, '').split('/');
  return parts.some((part) => part === '' || part === '.' || part === '..' || /[\0\\]/.test(part)) ? null : parts;
};

interface Entry {
  readonly parts: readonly string[];
  readonly isFolder: boolean;
  readonly mode: number;
  readonly size: number;
}

const textAt = (head: Buffer, from: number, length: number): string =>
  head.toString('utf8', from, from + length).replace(/\0[^]*$/, '');

const sumOf = (head: Buffer): number => head.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

/**
 * Parses a tar header in the plain form (ustar): a file or a folder, which is all a release contains. @throws
 * InvalidReleaseError
 */
const entryOf = (head: Buffer): Entry => {
  const size = Number.parseInt(textAt(head, 124, 12).trim(), 8);
  if (Number.parseInt(textAt(head, 148, 8).trim(), 8) !== sumOf(head) || !Number.isSafeInteger(size))
    throw new NotARelease('damaged');
  const prefix = textAt(head, 345, 155);
  const parts = partsOf(`${prefix === '' ? '' : `${prefix}/`}${textAt(head, 0, 100)}`);
  const kind = textAt(head, 156, 1);
  if (parts === null || !['', '0', '5'].includes(kind)) throw new NotARelease('an entry that no release has');
  const isExecutable = (Number.parseInt(textAt(head, 100, 8).trim(), 8) & 0o100) !== 0;
  return { parts, isFolder: kind === '5', mode: isExecutable ? 0o755 : 0o644, size: kind === '5' ? 0 : size };
};

/** Reads a stream in chunks of requested sizes. */
class Pieces {
  readonly #source: AsyncIterator<unknown>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<unknown>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Reads between one and `maxBytes` bytes. @throws InvalidReleaseError at the end of the stream */
  async some(most: number): Promise<Buffer> {
    while (this.#held.length === 0) {
      const next = await this.#source.next();
      if (next.done === true || !Buffer.isBuffer(next.value)) throw new NotARelease('cut off');
      this.#held = next.value;
    }
    const piece = this.#held.subarray(0, most);
    this.#held = this.#held.subarray(piece.length);
    return piece;
  }

  async exactly(count: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = count; left > 0;) {
      const piece = await this.some(left);
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces);
  }
}

const writeAll = async (file: FileHandle, pieces: Pieces, size: number, onBytes: (count: number) => void) => {
  for (let left = size; left > 0;) {
    const piece = await pieces.some(left);
    // `appendFile` writes all bytes; a plain write may write fewer when the disk is nearly full.
    await file.appendFile(piece);
    left -= piece.length;
    onBytes(piece.length);
  }
  await file.sync();
};

export interface UnpackOptions {
  readonly signal: AbortSignal;
  /** Unpacked size that the signature claims, in bytes; more is not written. */
  readonly most: number;
  readonly onBytes: (count: number) => void;
}

/**
 * Unpacks a package into a new folder and strips its top-level folder. Everything is flushed to the disk when this
 * resolves.
 * @throws InvalidReleaseError, and errors of the file system
 */
export const unpack = async (file: string, into: string, { signal, most, onBytes }: UnpackOptions): Promise<void> => {
  const source = createReadStream(file, { signal });
  const plain = createGunzip();
  // Read errors of the file reach the consumer through the gunzip stream.
  source.on('error', (failure) => plain.destroy(failure));
  const pieces = new Pieces(source.pipe(plain));
  const folders = new Set([into]);
  await mkdir(into, { mode: 0o755 });
  let left = most;
  try {
    for (let count = 0; ; count++) {
      const head = await pieces.exactly(BLOCK);
      if (head.every((byte) => byte === 0)) break;
      const { parts, isFolder, mode, size } = entryOf(head);
      left -= size;
      if (left < 0 || count > MOST_FILES) throw new NotARelease('larger than it says');
      const within = parts.slice(1, isFolder ? undefined : -1);
      within.forEach((_, at) => folders.add(join(into, ...within.slice(0, at + 1))));
      await mkdir(join(into, ...within), { recursive: true, mode: 0o755 });
      if (isFolder || parts.length === 1) continue;
      const made = await open(join(into, ...parts.slice(1)), 'wx', mode);
      try {
        await writeAll(made, pieces, size, onBytes);
      } finally {
        await made.close();
      }
      await pieces.exactly((BLOCK - (size % BLOCK)) % BLOCK);
    }
  } finally {
    source.destroy();
    plain.destroy();
  }
  for (const folder of folders) syncFolder(folder);
};
