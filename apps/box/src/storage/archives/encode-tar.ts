import type { ArchiveSourceEntry } from './archive-entries.ts';

/**
 * Encodes tar archives (POSIX.1-1988 ustar), with the GNU extensions for long names and large numbers, which all
 * programs read.
 */

const BLOCK_BYTES = 512;
const MAX_NAME_BYTES = 100;
const EMPTY = Buffer.alloc(0);
const TYPES = { file: '0', link: '2', folder: '5' } as const;
/** Types of entries whose content is a name or link target that is too long for the header. */
const LONG_FIELD_TYPES = { name: 'L', target: 'K' } as const;

const padding = (size: number): Buffer => Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);

/** Writes octal digits, or the GNU binary form with a marker byte when the number does not fit. */
const writeNumber = (header: Buffer, value: number, at: number, length: number): void => {
  const digits = value.toString(8);
  if (value >= 0 && digits.length < length) {
    header.write(digits.padStart(length - 1, '0'), at, 'latin1');
    return;
  }
  header.fill(value < 0 ? 0xff : 0, at, at + length);
  header.writeUInt8(value < 0 ? 0xff : 0x80, at);
  header.writeBigInt64BE(BigInt(value), at + length - 8);
};

interface TarHeader {
  readonly name: Buffer;
  readonly target: Buffer;
  readonly type: string;
  readonly mode: number;
  readonly mtime: number;
  readonly size: number;
}

const encodeHeader = ({ name, target, type, mode, mtime, size }: TarHeader): Buffer => {
  const header = Buffer.alloc(BLOCK_BYTES);
  name.copy(header, 0, 0, MAX_NAME_BYTES);
  writeNumber(header, mode & 0o7777, 100, 8);
  // Owner ids of this machine have no meaning elsewhere.
  writeNumber(header, 0, 108, 8);
  writeNumber(header, 0, 116, 8);
  writeNumber(header, size, 124, 12);
  writeNumber(header, mtime, 136, 12);
  header.write(`        ${type}`, 148, 'latin1');
  target.copy(header, 157, 0, MAX_NAME_BYTES);
  header.write('ustar  ', 257, 'latin1');
  let sum = 0;
  for (const byte of header) sum += byte;
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return header;
};

const longFieldEntry = (what: keyof typeof LONG_FIELD_TYPES, bytes: Buffer): readonly Buffer[] => {
  if (bytes.length <= MAX_NAME_BYTES) return [];
  const size = bytes.length + 1;
  const name = Buffer.from('././@LongLink');
  const header = encodeHeader({ name, target: EMPTY, type: LONG_FIELD_TYPES[what], mode: 0, mtime: 0, size });
  return [header, bytes, Buffer.alloc(1), padding(size)];
};

/** Encodes an archive of the entries. */
export function* encodeTar(entries: Iterable<ArchiveSourceEntry>): Generator<Buffer> {
  for (const { kind, mode, mtime, target, content, ...entry } of entries) {
    const name = kind === 'folder' ? Buffer.concat([entry.name, Buffer.from('/')]) : entry.name;
    const size = kind === 'file' ? entry.size : 0;
    yield* longFieldEntry('target', target);
    yield* longFieldEntry('name', name);
    yield encodeHeader({ name, target, type: TYPES[kind], mode, mtime, size });
    if (kind === 'file') yield* content;
    yield padding(size);
  }
  yield Buffer.alloc(2 * BLOCK_BYTES);
}
