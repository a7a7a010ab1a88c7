import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { syncFolder } from '../../storage/state/durable-files.ts';

/** A signed package that is not a valid release. */
export class InvalidReleaseError extends Error {}

const BLOCK_BYTES = 512;
/** Limit of files in a package, many times more than a release has. */
const MAX_FILES = 20_000;

/** The path components of an entry; null for a path that leads out of the package folder. */
export const pathPartsOf = (name: string): readonly string[] | null => {
  const parts = name.replace(/\/$/, '').split('/');
  return parts.some((part) => part === '' || part === '.' || part === '..' || /[\0\\]/.test(part)) ? null : parts;
};

interface TarEntry {
  readonly parts: readonly string[];
  readonly isFolder: boolean;
  readonly mode: number;
  readonly size: number;
}

const textAt = (header: Buffer, from: number, length: number): string =>
  header.toString('utf8', from, from + length).replace(/\0[^]*$/, '');

const checksumOf = (header: Buffer): number =>
  header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 0x20 : byte), 0);

/**
 * Parses a tar header in the plain form (ustar): a file or a folder, which is all a release contains. @throws
 * InvalidReleaseError
 */
const parseTarEntry = (header: Buffer): TarEntry => {
  const size = Number.parseInt(textAt(header, 124, 12).trim(), 8);
  if (Number.parseInt(textAt(header, 148, 8).trim(), 8) !== checksumOf(header) || !Number.isSafeInteger(size))
    throw new InvalidReleaseError('damaged');
  const prefix = textAt(header, 345, 155);
  const parts = pathPartsOf(`${prefix === '' ? '' : `${prefix}/`}${textAt(header, 0, 100)}`);
  const kind = textAt(header, 156, 1);
  if (parts === null || !['', '0', '5'].includes(kind)) throw new InvalidReleaseError('an unexpected entry');
  const isExecutable = (Number.parseInt(textAt(header, 100, 8).trim(), 8) & 0o100) !== 0;
  return { parts, isFolder: kind === '5', mode: isExecutable ? 0o755 : 0o644, size: kind === '5' ? 0 : size };
};

/** Reads a stream in chunks of requested sizes. */
class ChunkReader {
  readonly #source: AsyncIterator<unknown>;
  #buffer: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<unknown>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Reads between one and `maxBytes` bytes. @throws InvalidReleaseError at the end of the stream */
  async readUpTo(maxBytes: number): Promise<Buffer> {
    while (this.#buffer.length === 0) {
      const next = await this.#source.next();
      if (next.done === true || !Buffer.isBuffer(next.value)) throw new InvalidReleaseError('cut off');
      this.#buffer = next.value;
    }
    const chunk = this.#buffer.subarray(0, maxBytes);
    this.#buffer = this.#buffer.subarray(chunk.length);
    return chunk;
  }

  async readExactly(count: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for (let left = count; left > 0;) {
      const chunk = await this.readUpTo(left);
      chunks.push(chunk);
      left -= chunk.length;
    }
    return Buffer.concat(chunks);
  }
}

const writeAll = async (file: FileHandle, reader: ChunkReader, size: number, onBytes: (count: number) => void) => {
  for (let left = size; left > 0;) {
    const chunk = await reader.readUpTo(left);
    // `appendFile` writes all bytes; a plain write may write fewer when the disk is nearly full.
    await file.appendFile(chunk);
    left -= chunk.length;
    onBytes(chunk.length);
  }
  await file.sync();
};

export interface UnpackOptions {
  readonly signal: AbortSignal;
  /** Unpacked size that the signature claims, in bytes; more is not written. */
  readonly maxBytes: number;
  readonly onBytes: (count: number) => void;
}

/**
 * Unpacks a package into a new folder and strips its top-level folder. Everything is flushed to the disk when this
 * resolves.
 * @throws InvalidReleaseError, and errors of the file system
 */
export const unpackPackage = async (
  file: string,
  into: string,
  { signal, maxBytes, onBytes }: UnpackOptions,
): Promise<void> => {
  const source = createReadStream(file, { signal });
  const gunzip = createGunzip();
  // Read errors of the file reach the consumer through the gunzip stream.
  source.on('error', (failure) => gunzip.destroy(failure));
  const reader = new ChunkReader(source.pipe(gunzip));
  const folders = new Set([into]);
  await mkdir(into, { mode: 0o755 });
  let remainingBytes = maxBytes;
  try {
    for (let count = 0; ; count++) {
      const header = await reader.readExactly(BLOCK_BYTES);
      if (header.every((byte) => byte === 0)) break;
      const { parts, isFolder, mode, size } = parseTarEntry(header);
      remainingBytes -= size;
      if (remainingBytes < 0 || count > MAX_FILES) throw new InvalidReleaseError('larger than announced');
      const folderParts = parts.slice(1, isFolder ? undefined : -1);
      folderParts.forEach((_, index) => folders.add(join(into, ...folderParts.slice(0, index + 1))));
      await mkdir(join(into, ...folderParts), { recursive: true, mode: 0o755 });
      if (isFolder || parts.length === 1) continue;
      const output = await open(join(into, ...parts.slice(1)), 'wx', mode);
      try {
        await writeAll(output, reader, size, onBytes);
      } finally {
        await output.close();
      }
      await reader.readExactly((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);
    }
  } finally {
    source.destroy();
    gunzip.destroy();
  }
  for (const folder of folders) syncFolder(folder);
};
