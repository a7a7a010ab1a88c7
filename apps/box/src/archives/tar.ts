import type { TreeEntry } from './tree.ts';

/**
 * Encodes tar archives (POSIX.1-1988 ustar), with the GNU extensions for long names and large numbers, which all
 * programs read.
 */

const BLOCK = 512;
const NAME_BYTES = 100;
const NONE = Buffer.alloc(0);
const TYPES = { file: '0', link: '2', folder: '5' } as const;
/** Types of entries whose content is a name or link target that is too long for the header. */
const LONG = { name: 'L', target: 'K' } as const;

const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

/** Writes octal digits, or the GNU binary form with a marker byte when the number does not fit. */
const writeNumber = (head: Buffer, value: number, at: number, length: number): void => {
  const digits = value.toString(8);
  if (value >= 0 && digits.length < length) {
    head.write(digits.padStart(length - 1, '0'), at, 'latin1');
    return;
  }
  head.fill(value < 0 ? 0xff : 0, at, at + length);
  head.writeUInt8(value < 0 ? 0xff : 0x80, at);
  head.writeBigInt64BE(BigInt(value), at + length - 8);
};

interface Head {
  readonly name: Buffer;
  readonly target: Buffer;
  readonly type: string;
  readonly mode: number;
  readonly mtime: number;
  readonly size: number;
}

const headOf = ({ name, target, type, mode, mtime, size }: Head): Buffer => {
  const head = Buffer.alloc(BLOCK);
  name.copy(head, 0, 0, NAME_BYTES);
  writeNumber(head, mode & 0o7777, 100, 8);
  // Owner ids of this machine have no meaning elsewhere.
  writeNumber(head, 0, 108, 8);
  writeNumber(head, 0, 116, 8);
  writeNumber(head, size, 124, 12);
  writeNumber(head, mtime, 136, 12);
  head.write(`        ${type}`, 148, 'latin1');
  target.copy(head, 157, 0, NAME_BYTES);
  head.write('ustar  ', 257, 'latin1');
  let sum = 0;
  for (const byte of head) sum += byte;
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return head;
};

const long = (what: keyof typeof LONG, bytes: Buffer): readonly Buffer[] => {
  if (bytes.length <= NAME_BYTES) return [];
  const size = bytes.length + 1;
  const name = Buffer.from('././@LongLink');
  const head = headOf({ name, target: NONE, type: LONG[what], mode: 0, mtime: 0, size });
  return [head, bytes, Buffer.alloc(1), padding(size)];
};

/** Encodes an archive of the entries. */
export function* tarOf(entries: Iterable<TreeEntry>): Generator<Buffer> {
  for (const { kind, mode, mtime, target, content, ...entry } of entries) {
    const name = kind === 'folder' ? Buffer.concat([entry.name, Buffer.from('/')]) : entry.name;
    const size = kind === 'file' ? entry.size : 0;
    yield* long('target', target);
    yield* long('name', name);
    yield headOf({ name, target, type: TYPES[kind], mode, mtime, size });
    if (kind === 'file') yield* content;
    yield padding(size);
  }
  yield Buffer.alloc(2 * BLOCK);
}
