import * as fs from 'node:fs';
import type { Folder } from '../copy/folder.ts';
import type { Gauge } from '../runtime/gauge.ts';
import { PAST_CACHE_BYTES, PastCache, pageBuffer, writeWhole } from '../runtime/past-cache.ts';
import { gzipped } from './compressed.ts';
import type { PackFormat } from './formats.ts';
import { gathered } from './gathered.ts';
import { tarOf } from './tar.ts';
import { entriesBelow, type TreeEntry } from './tree.ts';
import { zipOf } from './zip.ts';

export interface Packing {
  readonly format: PackFormat;
  /** Compression level; 0 stores files uncompressed. */
  readonly level: number;
  /** The folder whose entries are packed, and their names. */
  readonly source: Folder;
  readonly names: readonly Buffer[];
  /** A folder of the box; the result is written to its entry `item`. */
  readonly staging: Folder;
  readonly gauge: Gauge;
}

/** Bytes per write, with the page cache and with direct I/O. */
const SLICE = 256 * 1024;
const LARGE_SLICE = 1024 * 1024;
const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = fs.constants;

/**
 * Packs entries into `staging/item`, with links as links. It runs no external program, because one that is given paths
 * would follow a link that replaces a folder meanwhile. For worker threads, with synchronous I/O: waiting for five
 * asynchronous calls per tiny file takes forty times as long.
 * @throws OperationFailed 6, 8; Stopped; system errors of writing
 */
export function packArchive({ format, level, source, names, staging, gauge }: Packing): void {
  gauge.check();
  for (const left of staging.names()) {
    const path = staging.at(left);
    if (fs.lstatSync(path).isFile()) fs.unlinkSync(path);
  }
  const part = staging.at(`part.${format}`);
  const file = fs.openSync(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o660);
  try {
    const isLarge = gauge.total >= PAST_CACHE_BYTES;
    using past = isLarge ? new PastCache(file) : undefined;
    const slice = pageBuffer(isLarge ? LARGE_SLICE : SLICE);
    let at = 0;
    for (const { length } of gathered(bytesOf(format, measured(source, names, gauge), level), slice)) {
      writeWhole(past ?? file, slice, length, at);
      at += length;
    }
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
  fs.renameSync(part, staging.at('item'));
}

const bytesOf = (format: PackFormat, entries: Iterable<TreeEntry>, level: number): Iterable<Buffer> => {
  switch (format) {
    case 'zip':
      return zipOf(entries, level);
    case 'tar':
      return tarOf(entries);
    case 'tar.gz':
      return gzipped(tarOf(entries), level);
  }
};

/** All entries to pack; reports the progress while they are read. */
function* measured(source: Folder, names: readonly Buffer[], gauge: Gauge): Generator<TreeEntry> {
  const memory = Buffer.alloc(SLICE);
  let done = 0;
  const told = function* (content: TreeEntry['content']): Generator<Buffer> {
    for (const piece of content) {
      gauge.check();
      done += piece.length;
      gauge.reach(Math.min(done, gauge.total));
      yield piece;
    }
  };
  for (const name of names)
    for (const entry of entriesBelow(source, name, memory)) {
      gauge.check();
      yield entry.kind === 'file' ? { ...entry, content: told(entry.content) } : entry;
    }
}
