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
  /** Of compression; 0 stores everything as it is. */
  readonly level: number;
  /** The folder whose entries are packed, and their names. */
  readonly source: Folder;
  readonly names: readonly Buffer[];
  /** A folder of the box's own; the result stands in it as `item`. */
  readonly staging: Folder;
  readonly gauge: Gauge;
}

/** Bytes that are written at once, and of what goes past the cache. */
const SLICE = 256 * 1024;
const LARGE_SLICE = 1024 * 1024;
const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = fs.constants;

/**
 * Packs entries into `staging/item`. Links are stored as links. No other program does it: one that is told paths follows whatever link somebody puts
 * in the place of a folder while it works. For worker threads, where files are read and written in their turn: a thread that waits for each of five
 * calls of a tiny file takes forty times as long for it.
 * @throws OperationFailed 6, 8; Stopped; errors of the system that writes
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

/** All that is packed, and tells how far it is. */
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
