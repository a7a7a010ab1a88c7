import { crc32 } from 'node:zlib';
import type { ZipEntry } from '../zip/format.ts';
import { centralHeader, descriptor, endRecord, localHeader } from '../zip/format.ts';
import { deflater } from './compressed.ts';
import type { TreeEntry } from './tree.ts';

/** @param level compression level; 0 stores files uncompressed */
export function* zipOf(entries: Iterable<TreeEntry>, level: number): Generator<Buffer> {
  const deflated = deflater(level);
  const lines: Buffer[] = [];
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
    const begins = offset;
    let [crc, packed] = [0, 0];
    const counted = function* (): Generator<Buffer> {
      for (const piece of content) {
        crc = crc32(piece, crc);
        yield piece;
      }
    };
    const head = localHeader(entry);
    yield head;
    for (const piece of entry.deflated === true ? deflated(counted()) : counted()) {
      packed += piece.length;
      yield piece;
    }
    const tail = descriptor({ ...entry, packed }, crc);
    yield tail;
    offset += head.length + packed + tail.length;
    lines.push(centralHeader({ ...entry, packed }, begins, crc));
  }
  const table = Buffer.concat(lines);
  yield table;
  yield endRecord({ count: lines.length, offset, length: table.length });
}
