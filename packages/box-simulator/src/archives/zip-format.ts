/** ZIP (PKWARE APPNOTE): written without compression, read with and without it. */
import { inflateRawSync } from 'node:zlib';
import type { ArchiveEntry } from './archive-entry.ts';

const CRC_TABLE = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});
const crc32 = (bytes: Uint8Array): number =>
  (bytes.reduce((sum, byte) => (CRC_TABLE[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

const LOCAL_SIGNATURE = 0x04034b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const UTF8_FLAG = 0x0800;

const dosTime = (mtime: number): readonly [time: number, date: number] => {
  const time = new Date(mtime * 1000);
  return [
    (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1),
    ((Math.max(1980, time.getFullYear()) - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate(),
  ];
};

/** The part that local and central headers share: from the version needed to the length of the extra field. */
const sharedHeader = ({ name, bytes, mtime }: ArchiveEntry): Buffer => {
  const block = Buffer.alloc(26);
  const content = bytes ?? new Uint8Array();
  const [time, date] = dosTime(mtime);
  block.writeUInt16LE(20, 0);
  block.writeUInt16LE(UTF8_FLAG, 2);
  block.writeUInt16LE(time, 6);
  block.writeUInt16LE(date, 8);
  block.writeUInt32LE(crc32(content), 10);
  block.writeUInt32LE(content.length, 14);
  block.writeUInt32LE(content.length, 18);
  block.writeUInt16LE(Buffer.byteLength(bytes === null ? `${name}/` : name), 22);
  return block;
};

const number32 = (value: number): Buffer => {
  const block = Buffer.alloc(4);
  block.writeUInt32LE(value);
  return block;
};

export const writeZip = (entries: readonly ArchiveEntry[]): Uint8Array => {
  const files: Buffer[] = [];
  const index: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const header = sharedHeader(entry);
    const name = Buffer.from(entry.bytes === null ? `${entry.name}/` : entry.name);
    const file = Buffer.concat([number32(LOCAL_SIGNATURE), header, name, entry.bytes ?? new Uint8Array()]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    index.push(Buffer.concat([number32(CENTRAL_SIGNATURE), Buffer.from([20, 0]), header, rest, name]));
    files.push(file);
    offset += file.length;
  }
  const directory = Buffer.concat(index);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, directory, end]);
};

/** Undefined when the bytes are not a zip archive. */
export const readZip = (bytes: Uint8Array): readonly ArchiveEntry[] | undefined => {
  const zip = Buffer.from(bytes);
  const end = zip.lastIndexOf(number32(END_SIGNATURE));
  if (end < 0) return undefined;
  const entries: ArchiveEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (zip.readUInt32LE(at) !== CENTRAL_SIGNATURE) return undefined;
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const content = zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    entries.push({ name, mtime: 0, bytes: name.endsWith('/') ? null : Uint8Array.from(content) });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
};
