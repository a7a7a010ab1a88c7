import { crc32, deflateRawSync } from 'node:zlib';

/** One file of an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly data: Uint8Array;
}

const DOS_EPOCH = 0x5a21; // 2025-01-01 in the form of MS-DOS: the demo's archives do not depend on the clock
const UTF8_NAMES = 0x0800;

/** A ZIP archive in memory (PKWARE APPNOTE), deflated; enough for office documents and small archives. */
export const createZip = (entries: readonly ZipEntry[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(DOS_EPOCH, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from('PK\u0003\u0004'), common, path, packed);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000'), common, tail, path);
    offset += 30 + path.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end]);
};
