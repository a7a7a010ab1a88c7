import { crc32 } from 'node:zlib';
import type { ZipEntry } from '../zip/zip-format.ts';
import { centralHeader, descriptor, endRecord, localHeader } from '../zip/zip-format.ts';
import { createDeflater } from './deflate.ts';
import type { ArchiveSourceEntry } from './archive-entries.ts';

/** @param level compression level; 0 stores files uncompressed */
export function* encodeZip(entries: Iterable<ArchiveSourceEntry>, level: number): Generator<Buffer> {
  const deflated = createDeflater(level);
  const directoryHeaders: Buffer[] = [];
  let offset = 0;
  for (const { kind, name, mode, mtime, size, content } of entries) {
    const folder = kind === 'folder';
    const entry: ZipEntry = {
      name: folder ? Buffer.concat([name, Buffer.from('/')]) : name,
      folder,
      mode,
      mtime,
      size,
      deflated: level > 0 && kind === 'file' && size > 0,
    };
    const entryOffset = offset;
    let [crc, packed] = [0, 0];
    const counted = function* (): Generator<Buffer> {
      for (const chunk of content) {
        crc = crc32(chunk, crc);
        yield chunk;
      }
    };
    const header = localHeader(entry);
    yield header;
    for (const chunk of entry.deflated === true ? deflated(counted()) : counted()) {
      packed += chunk.length;
      yield chunk;
    }
    const dataDescriptor = descriptor({ ...entry, packed }, crc);
    yield dataDescriptor;
    offset += header.length + packed + dataDescriptor.length;
    directoryHeaders.push(centralHeader({ ...entry, packed }, entryOffset, crc));
  }
  const table = Buffer.concat(directoryHeaders);
  yield table;
  yield endRecord({ count: directoryHeaders.length, offset, length: table.length });
}
