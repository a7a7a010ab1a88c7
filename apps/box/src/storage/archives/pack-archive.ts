import * as fs from 'node:fs';
import type { OpenDirectory } from '../copy/open-directory.ts';
import type { Progress } from '../../runtime/progress.ts';
import { DIRECT_IO_MIN_BYTES, DirectIoWriter, allocatePageAligned, writeFully } from '../../runtime/direct-io.ts';
import { gzipContent } from './deflate.ts';
import type { PackFormat } from './archive-formats.ts';
import { fillBuffer } from './fill-buffer.ts';
import { encodeTar } from './encode-tar.ts';
import { entriesBelow, type ArchiveSourceEntry } from './archive-entries.ts';
import { encodeZip } from './encode-zip.ts';

export interface Packing {
  readonly format: PackFormat;
  /** Compression level; 0 stores files uncompressed. */
  readonly level: number;
  /** The folder whose entries are packed, and their names. */
  readonly source: OpenDirectory;
  readonly names: readonly Buffer[];
  /** A folder of the box; the result is written to its entry `item`. */
  readonly staging: OpenDirectory;
  readonly progress: Progress;
}

/** Bytes per write, with the page cache and with direct I/O. */
const WRITE_BYTES = 256 * 1024;
const DIRECT_WRITE_BYTES = 1024 * 1024;
const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = fs.constants;

/**
 * Packs entries into `staging/item`, with links as links. It runs no external program, because one that is given paths
 * would follow a link that replaces a folder meanwhile. For worker threads, with synchronous I/O: waiting for five
 * asynchronous calls per tiny file takes forty times as long.
 * @throws OperationFailed 6, 8; Stopped; system errors of writing
 */
export function packArchive({ format, level, source, names, staging, progress }: Packing): void {
  progress.throwIfStopped();
  for (const leftover of staging.entryNames()) {
    const path = staging.entryPath(leftover);
    if (fs.lstatSync(path).isFile()) fs.unlinkSync(path);
  }
  const part = staging.entryPath(`part.${format}`);
  const file = fs.openSync(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o660);
  try {
    const isLarge = progress.total >= DIRECT_IO_MIN_BYTES;
    using directIo = isLarge ? new DirectIoWriter(file) : undefined;
    const buffer = allocatePageAligned(isLarge ? DIRECT_WRITE_BYTES : WRITE_BYTES);
    let at = 0;
    for (const { length } of fillBuffer(
      encodeArchive(format, entriesWithProgress(source, names, progress), level),
      buffer,
    )) {
      writeFully(directIo ?? file, buffer, length, at);
      at += length;
    }
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
  fs.renameSync(part, staging.entryPath('item'));
}

const encodeArchive = (format: PackFormat, entries: Iterable<ArchiveSourceEntry>, level: number): Iterable<Buffer> => {
  switch (format) {
    case 'zip':
      return encodeZip(entries, level);
    case 'tar':
      return encodeTar(entries);
    case 'tar.gz':
      return gzipContent(encodeTar(entries), level);
  }
};

/** All entries to pack; reports the progress while they are read. */
function* entriesWithProgress(
  source: OpenDirectory,
  names: readonly Buffer[],
  progress: Progress,
): Generator<ArchiveSourceEntry> {
  const memory = Buffer.alloc(WRITE_BYTES);
  let done = 0;
  const withProgress = function* (content: ArchiveSourceEntry['content']): Generator<Buffer> {
    for (const chunk of content) {
      progress.throwIfStopped();
      done += chunk.length;
      progress.setDone(Math.min(done, progress.total));
      yield chunk;
    }
  };
  for (const name of names)
    for (const entry of entriesBelow(source, name, memory)) {
      progress.throwIfStopped();
      yield entry.kind === 'file' ? { ...entry, content: withProgress(entry.content) } : entry;
    }
}
