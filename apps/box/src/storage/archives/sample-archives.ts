import { crc32 } from 'node:zlib';

/** A file of a sample archive. */
export interface SampleFile {
  readonly name: string;
  readonly content: Buffer;
}

/** A RAR 4 archive without compression (technote of WinRAR 3). There is no free program that writes RAR. */
export const rar = (files: readonly SampleFile[]): Buffer => {
  const block = (type: number, flags: number, fields: Buffer): Buffer => {
    const header = Buffer.alloc(7);
    header.writeUInt8(type, 2);
    header.writeUInt16LE(flags, 3);
    header.writeUInt16LE(7 + fields.length, 5);
    const whole = Buffer.concat([header, fields]);
    whole.writeUInt16LE(crc32(whole.subarray(2)) & 0xffff, 0);
    return whole;
  };
  const file = ({ name, content }: SampleFile): Buffer[] => {
    const fields = Buffer.alloc(25 + Buffer.byteLength(name));
    fields.writeUInt32LE(content.length, 0); // packed
    fields.writeUInt32LE(content.length, 4); // unpacked
    fields.writeUInt8(3, 8); // made on Unix
    fields.writeUInt32LE(crc32(content), 9);
    fields.writeUInt32LE(0x51_2d_08_20, 13); // a DOS time
    fields.writeUInt8(20, 17); // version 2.0 needed to extract
    fields.writeUInt8(0x30, 18); // stored
    fields.writeUInt16LE(Buffer.byteLength(name), 19);
    fields.writeUInt32LE(0o100644, 21);
    fields.write(name, 25);
    return [block(0x74, 0x8000, fields), content];
  };
  return Buffer.concat([
    Buffer.from('526172211a0700', 'hex'),
    block(0x73, 0, Buffer.alloc(6)),
    ...files.flatMap(file),
    block(0x7b, 0x4000, Buffer.alloc(0)),
  ]);
};

/** A RAR 5 archive without compression (technote of RAR 5.0). */
export const rar5 = (files: readonly SampleFile[]): Buffer => {
  const varint = (...values: readonly number[]): Buffer =>
    Buffer.from(
      values.flatMap((value) => {
        const groups = [value & 127];
        for (let rest = value >> 7; rest > 0; rest >>= 7) groups.push(rest & 127);
        return groups.map((group, index) => (index < groups.length - 1 ? group | 128 : group));
      }),
    );
  const crc = (bytes: Buffer): Buffer => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(crc32(bytes));
    return sum;
  };
  const block = (...fields: readonly Buffer[]): Buffer => {
    const length = fields.reduce((sum, field) => sum + field.length, 0);
    const header = Buffer.concat([varint(length), ...fields]);
    return Buffer.concat([crc(header), header]);
  };
  const file = ({ name, content }: SampleFile): Buffer[] => [
    block(
      varint(2, 2, content.length), // a file, followed by data
      varint(4, content.length, 0o100644), // with a checksum
      crc(content),
      varint(0, 1, Buffer.byteLength(name)), // stored, made on Unix
      Buffer.from(name),
    ),
    content,
  ];
  return Buffer.concat([
    Buffer.from('526172211a070100', 'hex'),
    block(varint(1, 0, 0)),
    ...files.flatMap(file),
    block(varint(5, 0, 0)),
  ]);
};

const SECTOR_BYTES = 2048;
const sectors = (bytes: number): number => Math.ceil(bytes / SECTOR_BYTES);
const padded = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(sectors(bytes.length) * SECTOR_BYTES - bytes.length)]);

/** A number in ISO 9660 format: little-endian, then big-endian. */
const both32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(value, 0);
  bytes.writeUInt32BE(value, 4);
  return bytes;
};
const both16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16LE(value, 0);
  bytes.writeUInt16BE(value, 2);
  return bytes;
};

/** A directory record (ECMA-119, 9.1). */
const record = (name: Buffer, sector: number, bytes: number, folder: boolean): Buffer => {
  const fields = Buffer.concat([
    Buffer.from([0]),
    both32(sector),
    both32(bytes),
    Buffer.from([120, 9, 13, 12, 26, 40, 0, folder ? 2 : 0, 0, 0]), // 2020-09-13 12:26:40
    both16(1),
    Buffer.from([name.length]),
    name,
  ]);
  const length = fields.length + 1 + ((fields.length + 1) % 2);
  return Buffer.concat([Buffer.from([length]), fields, Buffer.alloc(length - fields.length - 1)]);
};

/**
 * An ISO 9660 image with the files in its root (ECMA-119, level 1). Names are in upper case with a three-letter
 * extension.
 */
export const iso = (files: readonly SampleFile[]): Buffer => {
  const [TABLE_L, TABLE_M, ROOT, FIRST] = [18, 19, 20, 21];
  let next = FIRST;
  const placed = files.map((file) => {
    const sector = next;
    next += Math.max(1, sectors(file.content.length));
    return { ...file, sector };
  });
  const self = (id: number): Buffer => record(Buffer.from([id]), ROOT, SECTOR_BYTES, true);
  const root = Buffer.concat([
    self(0),
    self(1),
    ...placed.map(({ name, content, sector }) => record(Buffer.from(`${name};1`), sector, content.length, false)),
  ]);
  const table = (sector: Buffer, parent: readonly [number, number]): Buffer =>
    padded(Buffer.concat([Buffer.from([1, 0]), sector, Buffer.from([...parent, 0, 0])]));
  const little = Buffer.alloc(4);
  little.writeUInt32LE(ROOT);
  const big = Buffer.alloc(4);
  big.writeUInt32BE(ROOT);
  const volume = Buffer.alloc(SECTOR_BYTES);
  volume.fill(' ', 8, 72);
  volume.write('\u0001CD001\u0001', 0, 'latin1');
  volume.write('SAMPLE', 40);
  volume.set(both32(next), 80);
  for (const at of [120, 124]) volume.set(both16(1), at);
  volume.set(both16(SECTOR_BYTES), 128);
  volume.set(both32(10), 132);
  volume.writeUInt32LE(TABLE_L, 140);
  volume.writeUInt32BE(TABLE_M, 148);
  volume.set(self(0), 156);
  volume.fill(' ', 190, 813);
  for (let at = 813; at < 881; at += 17) volume.write('0000000000000000\0', at, 'latin1');
  volume.writeUInt8(1, 881);
  const end = Buffer.alloc(SECTOR_BYTES);
  end.write('\u00ffCD001\u0001', 0, 'latin1');
  return Buffer.concat([
    Buffer.alloc(16 * SECTOR_BYTES),
    volume,
    end,
    table(little, [1, 0]),
    table(big, [0, 1]),
    padded(root),
    ...placed.map(({ content }) => (content.length === 0 ? Buffer.alloc(SECTOR_BYTES) : padded(content))),
  ]);
};
