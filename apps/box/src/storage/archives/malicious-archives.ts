import { createHash } from 'node:crypto';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** Malicious archives for tests, built byte by byte. */
export interface MaliciousTarEntry {
  readonly name: string | Buffer;
  readonly content?: Buffer;
  /** `0` file, `1` hard link, `2` symbolic link, `3` character device, `4` block device, `5` folder, `6` pipe. */
  readonly type?: string;
  readonly link?: string;
  readonly mode?: number;
  /** False size for the header. */
  readonly claimedSize?: number;
}

/** Creates a USTAR archive of the entries. */
export function createTar(entries: readonly MaliciousTarEntry[]): Buffer {
  const blocks = entries.flatMap(
    ({ name, content = Buffer.alloc(0), type = '0', link = '', mode = 0o644, claimedSize }) => {
      const header = Buffer.alloc(512);
      header.set(Buffer.from(name).subarray(0, 100), 0);
      const octal = (value: number, at: number, width: number) =>
        header.write(`${value.toString(8).padStart(width - 1, '0')}\0`, at, 'latin1');
      octal(mode, 100, 8);
      octal(0, 108, 8);
      octal(0, 116, 8);
      octal(claimedSize ?? content.length, 124, 12);
      octal(1_600_000_000, 136, 12);
      header.write('        ', 148, 'latin1');
      header.write(type, 156, 'latin1');
      header.write(link.slice(0, 100), 157);
      header.write('ustar\0' + '00', 257, 'latin1');
      octal(1, 329, 8);
      octal(3, 337, 8);
      octal(
        header.reduce((sum, byte) => sum + byte, 0),
        148,
        7,
      );
      return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
    },
  );
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export interface MaliciousZipEntry {
  readonly name: string | Buffer;
  readonly content?: Buffer;
  /** Unix mode with file type; defaults to a regular file. */
  readonly mode?: number;
  readonly utf8?: boolean;
  /** False unpacked size for the headers. */
  readonly claimedSize?: number;
  /** Different name for the local header. */
  readonly localName?: string;
  readonly store?: boolean;
  readonly encrypted?: boolean;
}

/** Creates a ZIP archive of the entries. */
export function createZip(entries: readonly MaliciousZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const {
    name,
    content = Buffer.alloc(0),
    mode = 0o100644,
    utf8 = true,
    claimedSize,
    localName,
    store = false,
    encrypted = false,
  } of entries) {
    const data = store ? content : deflateRawSync(content);
    const common = (bytes: Buffer) => {
      const fields = Buffer.alloc(26);
      fields.writeUInt16LE(20, 0);
      fields.writeUInt16LE((utf8 ? 0x800 : 0) | (encrypted ? 1 : 0), 2);
      fields.writeUInt16LE(store ? 0 : 8, 4);
      fields.writeUInt32LE(0x5a215a21, 6);
      fields.writeUInt32LE(crc32(content), 10);
      fields.writeUInt32LE(data.length, 14);
      fields.writeUInt32LE(claimedSize ?? content.length, 18);
      fields.writeUInt16LE(bytes.length, 22);
      return fields;
    };
    const bytes = Buffer.from(name);
    const local = Buffer.from(localName ?? bytes);
    parts.push(Buffer.from('504b0304', 'hex'), common(local), local, data);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('504b01021403', 'hex'), common(bytes), tail, bytes);
    offset += 30 + local.length + data.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('504b0506', 'hex');
  end.writeUInt16LE(entries.length & 0xffff, 8);
  end.writeUInt16LE(entries.length & 0xffff, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, central, end]);
}

/** Reproducible bytes that cannot be compressed. */
export function noise(length: number): Buffer {
  const blocks: Buffer[] = [];
  for (let n = 0; n * 32 < length; n += 1) blocks.push(createHash('sha256').update(String(n)).digest());
  return Buffer.concat(blocks).subarray(0, length);
}

export interface MaliciousArchive {
  readonly what: string;
  readonly name: string;
  readonly bytes: () => Buffer;
  /** Accepted progress codes; 5 = extracted, with all files inside the target folder. */
  readonly codes: readonly number[];
}

const x = Buffer.from('x');
const LINK = 0o120777;

const tars: readonly (readonly [string, readonly MaliciousTarEntry[], readonly number[]])[] = [
  ['a parent path', [{ name: '../escape', content: x }], [15]],
  ['a deep parent path', [{ name: 'a/b/../../../escape', content: x }], [15]],
  ['a parent path that ends inside', [{ name: 'a/../b', content: x }], [15]],
  ['an absolute path', [{ name: '/tmp/boxwood-escape', content: x }], [15]],
  ['a doubled slash', [{ name: '//tmp/boxwood-escape', content: x }], [15]],
  ['only dots', [{ name: '..', type: '5' }], [15]],
  ['backslash parents', [{ name: '..\\..\\escape', content: x }], [15]],
  ['backslashes inside', [{ name: 'a\\..\\..\\escape', content: x }], [15]],
  ['a drive letter', [{ name: 'C:/escape', content: x }], [15]],
  ['a drive letter with backslash', [{ name: 'C:\\escape', content: x }], [15]],
  ['a share path', [{ name: '\\\\host\\share\\x', content: x }], [15]],
  ['a link to an absolute path', [{ name: 'l', type: '2', link: '/etc/passwd' }], [15]],
  ['a link to a parent', [{ name: 'a/l', type: '2', link: '../../x' }], [15]],
  [
    'a link and a file below it',
    [
      { name: 'l', type: '2', link: 'a' },
      { name: 'l/x', content: x },
    ],
    [15],
  ],
  [
    'an outward link and a file below it',
    [
      { name: 'l', type: '2', link: '/tmp' },
      { name: 'l/boxwood-escape', content: x },
    ],
    [15],
  ],
  [
    'a file over a link of its name',
    [
      { name: 'l', type: '2', link: 'a' },
      { name: 'l', content: x },
    ],
    [15],
  ],
  [
    'a link over a file',
    [
      { name: 'l', content: x },
      { name: 'l', type: '2', link: 'b' },
    ],
    [15],
  ],
  [
    'a chain of links',
    [
      { name: 'a', type: '2', link: 'b' },
      { name: 'b', type: '2', link: '..' },
      { name: 'a/x', content: x },
    ],
    [15],
  ],
  [
    'a link through dot segments',
    [
      { name: './l', type: '2', link: 'a' },
      { name: 'l/./x', content: x },
    ],
    [15],
  ],
  ['a hard link to the system', [{ name: 'h', type: '1', link: '/etc/passwd' }], [15]],
  ['a hard link to a parent', [{ name: 'h', type: '1', link: '../../secret' }], [15]],
  ['a character device', [{ name: 'null', type: '3' }], [15]],
  ['a block device', [{ name: 'disk', type: '4' }], [15]],
  ['a pipe', [{ name: 'pipe', type: '6' }], [15]],
  ['special bits', [{ name: 'root', content: x, mode: 0o6755 }], [5]],
  [
    'a folder nobody may enter',
    [
      { name: 'd', type: '5', mode: 0 },
      { name: 'd/x', content: x },
    ],
    [5, 10, 14],
  ],
  [
    'a link inside',
    [
      { name: 'a', content: x },
      { name: 'l', type: '2', link: 'a' },
    ],
    [5],
  ],
  ['a link to itself', [{ name: 'l', type: '2', link: 'l' }], [5, 15]],
  [
    'the same file twice',
    [
      { name: 'a', content: x },
      { name: 'a', content: x },
    ],
    [5],
  ],
  ['names with control characters', [{ name: 'a\nPath = b\n\u0007', content: x }], [5, 14]],
  ['a very long claim', [{ name: 'a', content: x, claimedSize: 8 * 1024 ** 3 - 1 }], [14, 11, 16]],
  ['a name of the box', [{ name: '.boxwood/x', content: x }], [5]],
];

const zips: readonly (readonly [string, () => Buffer, readonly number[]])[] = [
  ['a parent path', () => createZip([{ name: '../escape', content: x }]), [15]],
  ['an absolute path', () => createZip([{ name: '/tmp/boxwood-escape', content: x }]), [15]],
  ['backslash parents', () => createZip([{ name: '..\\..\\escape', content: x }]), [15]],
  ['a drive letter', () => createZip([{ name: 'c:\\escape', content: x }]), [15]],
  ['another name in the local header', () => createZip([{ name: 'good', localName: '../evil', content: x }]), [5, 14]],
  [
    'a link out, told by its content',
    () => createZip([{ name: 'l', mode: LINK, content: Buffer.from('/etc/passwd'), store: true }]),
    [15],
  ],
  [
    'a link up, told by its content',
    () => createZip([{ name: 'd/l', mode: LINK, content: Buffer.from('../../x'), store: true }]),
    [15],
  ],
  [
    'a file through a link',
    () =>
      createZip([
        { name: 'l', mode: LINK, content: Buffer.from('/tmp'), store: true },
        { name: 'l/boxwood-escape', content: x },
      ]),
    [15],
  ],
  ['a device', () => createZip([{ name: 'dev', mode: 0o020666 }]), [15]],
  ['special bits', () => createZip([{ name: 'root', mode: 0o104755, content: x }]), [5]],
  [
    'a size smaller than the content',
    () => createZip([{ name: 'a', content: Buffer.alloc(5_000_000), claimedSize: 10 }]),
    [14, 5],
  ],
  ['a size larger than the content', () => createZip([{ name: 'a', content: x, claimedSize: 2 ** 31 }]), [14, 11]],
  ['a checksum that lies', () => corrupt(createZip([{ name: 'a', content: noise(1000), store: true }]), 500), [14]],
  ['its end cut off', () => createZip([{ name: 'a', content: noise(1000) }]).subarray(0, 600), [14]],
  ['a wrong signature', () => corrupt(createZip([{ name: 'a', content: x }]), 0), [5, 13, 14]],
  [
    'an encrypted flag without encryption',
    () => createZip([{ name: 'a', content: noise(100), encrypted: true }]),
    [12, 14],
  ],
  ['an empty directory', () => createZip([]), [5, 14]],
  ['so many entries that its listing is not read to the end', () => manyEntries(220_000), [16]],
];

/** All test archives with their accepted outcomes. */
export const maliciousArchives: readonly MaliciousArchive[] = [
  ...tars.map(([what, entries, codes]) => ({
    what: `tar with ${what}`,
    name: 'h.tar',
    bytes: () => createTar(entries),
    codes,
  })),
  ...tars.slice(0, 3).map(([what, entries, codes]) => ({
    what: `tar.gz with ${what}`,
    name: 'h.tar.gz',
    bytes: () => gzipSync(createTar(entries)),
    codes,
  })),
  ...zips.map(([what, bytes, codes]) => ({ what: `zip with ${what}`, name: 'h.zip', bytes, codes })),
  { what: 'gz whose end is cut off', name: 'h.gz', bytes: () => gzipSync(noise(5000)).subarray(0, 3000), codes: [14] },
  { what: 'gz with a changed byte', name: 'h.gz', bytes: () => corrupt(gzipSync(noise(5000)), 2500), codes: [14] },
  {
    what: 'tar.gz cut off',
    name: 'h.tar.gz',
    bytes: () => gzipSync(createTar([{ name: 'a', content: noise(50_000) }])).subarray(0, 20_000),
    codes: [14],
  },
  { what: 'text named zip', name: 'h.zip', bytes: () => Buffer.from('just text, nothing else'), codes: [13] },
  {
    what: 'a program named zip',
    name: 'h.zip',
    bytes: () => Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), noise(4000)]),
    codes: [13, 14],
  },
  { what: 'an empty file named 7z', name: 'h.7z', bytes: () => Buffer.alloc(0), codes: [13, 14] },
  { what: 'noise named rar', name: 'h.rar', bytes: () => noise(5000), codes: [13] },
  {
    what: 'a rar mark and noise',
    name: 'h.rar',
    bytes: () => Buffer.concat([Buffer.from('526172211a0700', 'hex'), noise(5000)]),
    codes: [13, 14],
  },
  {
    what: 'a 7z mark and noise',
    name: 'h.7z',
    bytes: () => Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), noise(5000)]),
    codes: [14],
  },
  {
    what: 'an xz mark and noise',
    name: 'h.xz',
    bytes: () => Buffer.concat([Buffer.from('fd377a585a00', 'hex'), noise(5000)]),
    codes: [13, 14],
  },
];

function corrupt(bytes: Buffer, at: number): Buffer {
  const broken = Buffer.from(bytes);
  broken[at] = (broken[at] ?? 0) ^ 0x55;
  return broken;
}

/** A ZIP archive with very many tiny stored entries. */
const manyEntries = (count: number): Buffer => createZip64(Array.from({ length: count }, (_, n) => `f${n}`));

/**
 * Like {@link createZip} for empty stored entries, in one pass so that 200,000 are fast, with the ZIP64 end record that they
 * need.
 */
function createZip64(names: readonly string[]): Buffer {
  const plain = createZip(names.map((name) => ({ name, store: true })));
  const end = plain.subarray(plain.length - 22);
  const size = end.readUInt32LE(12);
  const start = end.readUInt32LE(16);
  const wide = Buffer.alloc(76);
  wide.write('504b0606', 'hex');
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(45, 12);
  wide.writeUInt16LE(45, 14);
  wide.writeBigUInt64LE(BigInt(names.length), 24);
  wide.writeBigUInt64LE(BigInt(names.length), 32);
  wide.writeBigUInt64LE(BigInt(size), 40);
  wide.writeBigUInt64LE(BigInt(start), 48);
  wide.write('504b0607', 56, 'hex');
  wide.writeBigUInt64LE(BigInt(start + size), 64);
  wide.writeUInt32LE(1, 72);
  const tail = Buffer.from(end);
  tail.writeUInt16LE(0xffff, 8);
  tail.writeUInt16LE(0xffff, 10);
  return Buffer.concat([plain.subarray(0, plain.length - 22), wide, tail]);
}
