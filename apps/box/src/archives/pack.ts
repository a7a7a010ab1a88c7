import { constants } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { checkStopped, type Gauge } from '../runtime/gauge.ts';
import type { Folder } from '../vault/index.ts';
import { isDense, type PackFormat } from './formats.ts';
import { tarOf } from './tar.ts';
import { entriesBelow, type TreeEntry } from './tree.ts';
import { zipOf } from './zip.ts';

export interface Packing {
  readonly format: PackFormat;
  /** The folder whose entries are packed, and their names. */
  readonly source: Folder;
  readonly names: readonly string[];
  /** A folder of the box's own; the result stands in it as `item`. */
  readonly staging: Folder;
  readonly gauge: Gauge;
  readonly signal: AbortSignal;
}

/** Bytes that are written at once. */
const SLICE = 256 * 1024;
const { O_WRONLY, O_CREAT, O_EXCL } = constants;

/**
 * Packs entries into `staging/item`. Links are stored as links. No other program does it: one that is told paths follows whatever link somebody puts
 * in the place of a folder while it works.
 * @throws OperationFailed 6, 8; Stopped; errors of the system that writes
 */
export async function packArchive({ format, source, names, staging, gauge, signal }: Packing): Promise<void> {
  checkStopped(signal);
  for (const left of await staging.names())
    if ((await staging.lstat(left))?.isFile() === true) await staging.unlink(left);
  const part = `part.${format}`;
  await using file = await staging.openFile(part, O_WRONLY | O_CREAT | O_EXCL);
  for await (const slice of slices(bytesOf(format, measured(source, names, gauge), names.every(isDense) ? 0 : 1))) {
    checkStopped(signal);
    await file.writeFile(slice);
  }
  await file.sync();
  await staging.renameOver(part, staging, 'item');
}

/** @param level of compression; 0 stores everything as it is */
const bytesOf = (format: PackFormat, entries: AsyncIterable<TreeEntry>, level: number): AsyncIterable<Buffer> => {
  switch (format) {
    case 'zip':
      return zipOf(entries, level);
    case 'tar':
      return tarOf(entries);
    case 'tar.gz':
      // What goes wrong is thrown where it is read.
      return pipeline(tarOf(entries), createGzip({ level }), () => undefined);
  }
};

/** The same bytes in fewer pieces. */
async function* slices(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [held, size]: [Buffer[], number] = [[], 0];
  for await (const piece of bytes) {
    held.push(piece);
    size += piece.length;
    if (size < SLICE) continue;
    yield Buffer.concat(held);
    [held, size] = [[], 0];
  }
  yield Buffer.concat(held);
}

/** All that is packed, and tells how far it is. */
async function* measured(source: Folder, names: readonly string[], gauge: Gauge): AsyncGenerator<TreeEntry> {
  let done = 0;
  const told = async function* (content: TreeEntry['content']): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      done += piece.length;
      gauge.reach(Math.min(done, gauge.total));
      yield piece;
    }
  };
  for (const name of names)
    for await (const entry of entriesBelow(source, name))
      yield entry.kind === 'file' ? { ...entry, content: told(entry.content) } : entry;
}
