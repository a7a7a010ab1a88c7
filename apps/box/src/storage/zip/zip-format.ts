/**
 * Encodes ZIP archives (APPNOTE.TXT 6.3.10 of PKWARE). Sizes are known in advance and the checksum of a file follows
 * its content (bit 3), so the total length of an uncompressed archive is known before any file is read. ZIP64 is used
 * beyond 4 GiB or 65,535 entries.
 */

/** An entry of the archive. */
export interface ZipEntry {
  /** Relative path with `/` as separator; folders end with `/`. */
  readonly name: Buffer;
  readonly folder: boolean;
  /** Size in bytes; 0 for a folder. */
  readonly size: number;
  /** Epoch seconds. */
  readonly mtime: number;
  /** Unix mode with file type; defaults to a regular file or folder. */
  readonly mode?: number;
  /** Whether the content is compressed (DEFLATE). */
  readonly deflated?: boolean;
  /** Compressed size in bytes, once it is known; `size` when absent. */
  readonly packed?: number;
}

const MAX_UINT32 = 0xffff_ffff;
const MAX_UINT16 = 0xffff;
/** Versions needed to extract: for folders and plain entries, and for ZIP64. "Made by" is Unix, which has modes. */
const VERSION_PLAIN = 20;
const VERSION_ZIP64 = 45;
const MADE_BY_UNIX = 3 << 8;
const DESCRIPTOR_FOLLOWS = 1 << 3;
const IS_UTF8 = 1 << 11;
const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER_BYTES = 46;
/** Length of the extended timestamp field. DOS times have neither time zone nor odd seconds. */
const TIMESTAMP_BYTES = 9;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const isUtf8 = (name: Buffer): boolean => {
  try {
    utf8.decode(name);
    return true;
  } catch {
    return false;
  }
};

/** Date and time of MS-DOS, from 1980 to 2107 with a resolution of two seconds. */
const dosTime = (mtime: number): { readonly date: number; readonly time: number } => {
  const at = new Date(Math.max(315_532_800, Math.min(mtime, 4_354_819_198)) * 1000);
  return {
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
};

const METHOD_DEFLATE = 8;

/** Incompressible data grows by 0.03 %, and the width of the length field is chosen before compression. */
const isLarge = ({ size, deflated = false }: ZipEntry): boolean => (deflated ? size + size / 1000 : size) >= MAX_UINT32;
const methodOf = ({ deflated = false }: ZipEntry): number => (deflated ? METHOD_DEFLATE : 0);
const packedOf = ({ size, packed = size }: ZipEntry): number => packed;
const modeOf = ({ folder, mode = folder ? 0o040755 : 0o100644 }: ZipEntry): number => mode;
const flagsOf = ({ name, folder }: ZipEntry): number =>
  (folder ? 0 : DESCRIPTOR_FOLLOWS) | (isUtf8(name) ? IS_UTF8 : 0);

/** Extended timestamp with the modification time only. */
const writeTimestamp = (bytes: Buffer, at: number, mtime: number): number => {
  bytes.writeUInt16LE(0x5455, at);
  bytes.writeUInt16LE(5, at + 2);
  bytes.writeUInt8(1, at + 4);
  bytes.writeInt32LE(Math.max(-0x8000_0000, Math.min(mtime, 0x7fff_ffff)), at + 5);
  return at + TIMESTAMP_BYTES;
};

/** Length of the local header in bytes. */
export const localLength = (entry: ZipEntry): number =>
  LOCAL_HEADER_BYTES + entry.name.length + TIMESTAMP_BYTES + (isLarge(entry) ? 20 : 0);

/** Length of the data descriptor in bytes. */
export const descriptorLength = (entry: ZipEntry): number => (entry.folder ? 0 : isLarge(entry) ? 24 : 16);

export const localHeader = (entry: ZipEntry): Buffer => {
  const large = isLarge(entry);
  const { date, time } = dosTime(entry.mtime);
  const bytes = Buffer.alloc(localLength(entry));
  bytes.writeUInt32LE(0x0403_4b50, 0);
  bytes.writeUInt16LE(large ? VERSION_ZIP64 : VERSION_PLAIN, 4);
  bytes.writeUInt16LE(flagsOf(entry), 6);
  bytes.writeUInt16LE(methodOf(entry), 8);
  bytes.writeUInt16LE(time, 10);
  bytes.writeUInt16LE(date, 12);
  if (large) bytes.writeUInt32LE(MAX_UINT32, 18);
  if (large) bytes.writeUInt32LE(MAX_UINT32, 22);
  bytes.writeUInt16LE(entry.name.length, 26);
  bytes.writeUInt16LE(TIMESTAMP_BYTES + (large ? 20 : 0), 28);
  entry.name.copy(bytes, LOCAL_HEADER_BYTES);
  const at = writeTimestamp(bytes, LOCAL_HEADER_BYTES + entry.name.length, entry.mtime);
  // The sizes are in the descriptor. This field announces that it uses eight bytes for each.
  if (large) {
    bytes.writeUInt16LE(1, at);
    bytes.writeUInt16LE(16, at + 2);
  }
  return bytes;
};

/** The data descriptor after the content of a file. */
export const descriptor = (entry: ZipEntry, crc: number): Buffer => {
  const bytes = Buffer.alloc(descriptorLength(entry));
  if (bytes.length === 0) return bytes;
  bytes.writeUInt32LE(0x0807_4b50, 0);
  bytes.writeUInt32LE(crc, 4);
  if (isLarge(entry)) {
    bytes.writeBigUInt64LE(BigInt(packedOf(entry)), 8);
    bytes.writeBigUInt64LE(BigInt(entry.size), 16);
  } else {
    bytes.writeUInt32LE(packedOf(entry), 8);
    bytes.writeUInt32LE(entry.size, 12);
  }
  return bytes;
};

const zip64Fields = (entry: ZipEntry, offset: number): readonly number[] => [
  ...(isLarge(entry) ? [entry.size, packedOf(entry)] : []),
  ...(offset >= MAX_UINT32 ? [offset] : []),
];

/** Length of an entry's header in the central directory in bytes. */
export const centralLength = (entry: ZipEntry, offset: number): number => {
  const fields = zip64Fields(entry, offset).length;
  return CENTRAL_HEADER_BYTES + entry.name.length + TIMESTAMP_BYTES + (fields === 0 ? 0 : 4 + 8 * fields);
};

/** @param offset position of the entry's local header */
export const centralHeader = (entry: ZipEntry, offset: number, crc: number): Buffer => {
  const fields = zip64Fields(entry, offset);
  const { date, time } = dosTime(entry.mtime);
  const bytes = Buffer.alloc(centralLength(entry, offset));
  const version = fields.length === 0 ? VERSION_PLAIN : VERSION_ZIP64;
  bytes.writeUInt32LE(0x0201_4b50, 0);
  bytes.writeUInt16LE(MADE_BY_UNIX | version, 4);
  bytes.writeUInt16LE(version, 6);
  bytes.writeUInt16LE(flagsOf(entry), 8);
  bytes.writeUInt16LE(methodOf(entry), 10);
  bytes.writeUInt16LE(time, 12);
  bytes.writeUInt16LE(date, 14);
  bytes.writeUInt32LE(crc, 16);
  // Both size fields refer to ZIP64 as soon as one of them needs it.
  bytes.writeUInt32LE(isLarge(entry) ? MAX_UINT32 : packedOf(entry), 20);
  bytes.writeUInt32LE(isLarge(entry) ? MAX_UINT32 : entry.size, 24);
  bytes.writeUInt16LE(entry.name.length, 28);
  bytes.writeUInt16LE(TIMESTAMP_BYTES + (fields.length === 0 ? 0 : 4 + 8 * fields.length), 30);
  // The Unix mode, and the directory flag of DOS.
  bytes.writeUInt32LE((modeOf(entry) * 0x1_0000 + (entry.folder ? 0x10 : 0)) >>> 0, 38);
  bytes.writeUInt32LE(Math.min(offset, MAX_UINT32), 42);
  entry.name.copy(bytes, CENTRAL_HEADER_BYTES);
  let at = writeTimestamp(bytes, CENTRAL_HEADER_BYTES + entry.name.length, entry.mtime);
  if (fields.length > 0) {
    bytes.writeUInt16LE(1, at);
    bytes.writeUInt16LE(8 * fields.length, at + 2);
    at += 4;
    for (const value of fields) at = bytes.writeBigUInt64LE(BigInt(value), at);
  }
  return bytes;
};

/** Central directory: number of entries, position and length. */
export interface ZipDirectory {
  readonly count: number;
  readonly offset: number;
  readonly length: number;
}

const needsZip64 = ({ count, offset, length }: ZipDirectory): boolean =>
  count >= MAX_UINT16 || offset >= MAX_UINT32 || length >= MAX_UINT32;

/** Length of the end records in bytes. */
export const endLength = (table: ZipDirectory): number => 22 + (needsZip64(table) ? 76 : 0);

export const endRecord = (table: ZipDirectory): Buffer => {
  const { count, offset, length } = table;
  const bytes = Buffer.alloc(endLength(table));
  let at = 0;
  if (needsZip64(table)) {
    bytes.writeUInt32LE(0x0606_4b50, 0);
    bytes.writeBigUInt64LE(44n, 4);
    bytes.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 12);
    bytes.writeUInt16LE(VERSION_ZIP64, 14);
    for (const [where, value] of [
      [24, count],
      [32, count],
      [40, length],
      [48, offset],
    ] as const)
      bytes.writeBigUInt64LE(BigInt(value), where);
    bytes.writeUInt32LE(0x0706_4b50, 56);
    bytes.writeBigUInt64LE(BigInt(offset + length), 64);
    bytes.writeUInt32LE(1, 72);
    at = 76;
  }
  bytes.writeUInt32LE(0x0605_4b50, at);
  bytes.writeUInt16LE(Math.min(count, MAX_UINT16), at + 8);
  bytes.writeUInt16LE(Math.min(count, MAX_UINT16), at + 10);
  bytes.writeUInt32LE(Math.min(length, MAX_UINT32), at + 12);
  bytes.writeUInt32LE(Math.min(offset, MAX_UINT32), at + 16);
  return bytes;
};
