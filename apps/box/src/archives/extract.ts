import { extractedFolderName, isCompressedTar } from '@boxwood/box-sdk/rules';
import { chown, open, type FileHandle } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Gauge } from '../runtime/gauge.ts';
import { OperationFailed, OPS } from '../copy/ops.ts';
import { runHeavy } from '../tasks/heavy.ts';
import type { Folder } from '../vault/index.ts';
import { isStream, looksLikeArchive } from './formats.ts';
import { FREE_BYTES, judge, type Listing, ListingReader, MAX_ENTRIES, MAX_RATIO } from './listing.ts';
import { pipeSevenZip, runSevenZip, sevenZip, type SevenZipResult, type SevenZipRun } from './seven-zip.ts';
import { canDropRights, NOBODY } from '../runtime/rights.ts';
import { type Bounds, watched } from './watch.ts';

export interface Extraction {
  /** The archive, open for reading. */
  readonly archive: FileHandle;
  readonly name: string;
  /** An empty folder of the box; the result is written to its entry `item`. */
  readonly staging: Folder;
  readonly password: string | undefined;
  readonly gauge: Gauge;
  readonly signal: AbortSignal;
  readonly working: () => void;
  /** Reserves space for bytes that are still to be written. @throws OperationFailed 11 */
  readonly claim: (need: () => number) => Promise<void>;
  /** Free bytes in addition to the reserved space. */
  readonly room: () => Promise<number>;
}

/** For archives of unknown size, the free space is checked again after this many bytes. */
const LOOK_BYTES = 4 * 1024 * 1024;

/**
 * Extracts an archive into `staging/item`: lists it and refuses unsafe entries, extracts it with minimal rights, and
 * then checks the written files.
 *
 * @throws OperationFailed 11 no space, 12 password, 13 format, 14 damaged, 15 unsafe, 16 too large; Stopped
 */
export async function extractArchive(extraction: Extraction): Promise<void> {
  if (sevenZip() === null) throw new OperationFailed(OPS.format, '7-Zip is missing');
  const { staging, gauge, signal } = extraction;
  await using item = await freshFolder(staging);
  const source = await readableByAll(extraction);
  try {
    const { size } = await source.stat();
    const listing = await list(extraction, source);
    judge(listing, size);
    // Compressed streams do not state their size, so their output is measured during extraction.
    const room = Math.max(0, await extraction.room());
    const limit = Math.min(Math.max(FREE_BYTES, size * MAX_RATIO), room);
    await extraction.claim(() => listing.bytes - gauge.done);
    gauge.expect(Math.max(listing.bytes, size));
    extraction.working();
    const bounds = { limit, reason: limit < room ? tooLarge : noSpace };
    const measure = async (): Promise<number> =>
      (await runHeavy({ kind: 'measure', from: staging.path, name: Buffer.from('item') }, new Gauge(), signal)).bytes;
    await watched(measure, bounds, (enough) =>
      unpack(extraction, source, item, listing, AbortSignal.any([signal, enough]), bounds),
    );
    await runHeavy(
      { kind: 'tidy', zip: listing.type === 'zip', from: staging.path, name: Buffer.from('item') },
      new Gauge(),
      signal,
    );
  } finally {
    await source.close();
  }
}

const noSpace = (): OperationFailed => new OperationFailed(OPS.noSpace, 'no space');
const tooLarge = (): OperationFailed => new OperationFailed(OPS.tooLarge, 'too large when unpacked');

async function freshFolder(staging: Folder): Promise<Folder> {
  const signal = new AbortController().signal;
  if ((await staging.lstat('item')) !== undefined)
    await runHeavy({ kind: 'remove', from: staging.path, name: Buffer.from('item') }, new Gauge(), signal);
  await staging.mkdir('item', 0o700);
  if (canDropRights()) await chown(staging.entryPath('item'), NOBODY, NOBODY);
  return staging.folder('item');
}

/**
 * Opens the archive for the child process, which runs as nobody when the box is root. An archive that nobody may not
 * read is copied first, with shared extents where the file system supports them.
 */
async function readableByAll({ archive, staging, signal }: Extraction): Promise<FileHandle> {
  const own = `/proc/self/fd/${archive.fd}`;
  if (!canDropRights() || ((await archive.stat()).mode & 0o004) !== 0) return open(own, 'r');
  await using parts = await copyFolder(staging);
  await runHeavy(
    { kind: 'clone', from: parts.path, name: Buffer.from('archive'), source: archive.fd },
    new Gauge(),
    signal,
  );
  const copy = parts.entryPath('archive');
  await chown(copy, NOBODY, NOBODY);
  const handle = await open(copy, 'r');
  await parts.unlink('archive');
  return handle;
}

async function copyFolder(staging: Folder): Promise<Folder> {
  if ((await staging.lstat('in')) === undefined) await staging.mkdir('in', 0o700);
  return staging.folder('in');
}

const ARCHIVE = '/proc/self/fd/3';

async function list({ name, password, signal }: Extraction, source: FileHandle): Promise<Listing> {
  const confined = { fileBytes: 0 };
  const args = ['l', '-slt', '-sccUTF-8'];
  const [outer, listing] = await reading(signal, (watch, onText) =>
    runSevenZip({
      args: [...args, ARCHIVE],
      fds: [source.fd],
      password: password ?? '',
      signal: watch,
      confined,
      onText,
    }),
  );
  if (outer.code !== 0 && listing.entries.length === 0) throw await failureOf(outer, source, password);
  if (!isStream(listing.type) || !isCompressedTar(name)) return listing;
  const [[first, second], inside] = await reading(signal, (watch, onText) =>
    pipeSevenZip(stream(source, watch, 0), { args: [...args, '-si', '-ttar'], signal: watch, confined, onText }),
  );
  const failed = [second, first].find((each) => each.code !== 0);
  if (failed !== undefined) throw await failureOf(failed, source, password);
  return inside;
}

/** Parses a listing and aborts when it has more entries than allowed. */
async function reading<T>(
  signal: AbortSignal,
  work: (watch: AbortSignal, onText: (text: string) => void) => Promise<T>,
): Promise<readonly [T, Listing]> {
  const reader = new ListingReader();
  const enough = new AbortController();
  try {
    const result = await work(AbortSignal.any([signal, enough.signal]), (text) => {
      reader.push(text);
      if (reader.count > MAX_ENTRIES) enough.abort();
    });
    return [result, reader.end()];
  } catch (failure) {
    if (reader.count > MAX_ENTRIES) throw new OperationFailed(OPS.tooLarge, 'too many entries');
    throw failure;
  }
}

/** Runs 7-Zip with the content of a compressed stream on standard output. */
const stream = (source: FileHandle, signal: AbortSignal, fileBytes: number): SevenZipRun => ({
  args: ['x', '-so', ARCHIVE],
  fds: [source.fd],
  signal,
  confined: { fileBytes },
});

async function unpack(
  extraction: Extraction,
  source: FileHandle,
  item: Folder,
  listing: Listing,
  signal: AbortSignal,
  bounds: Bounds,
): Promise<void> {
  const { name, password, gauge } = extraction;
  const confined = { fileBytes: bounds.limit };
  const onPercent = (percent: number): void => gauge.reach((gauge.total * percent) / 100);
  const common = ['x', '-y', '-aou', '-bsp1', '-sccUTF-8'];
  if (listing.type === 'tar' && isCompressedTar(name)) {
    const [outer, inner] = await pipeSevenZip(stream(source, signal, 0), {
      args: [...common, '-si', '-ttar'],
      cwd: item.path,
      signal,
      confined,
    });
    const failed = [inner, outer].find((each) => each.code !== 0);
    if (failed !== undefined) throw await failureOf(failed, source, password, bounds.reason);
  } else if (isStream(listing.type)) await unpackStream(extraction, source, item, signal, bounds);
  else {
    const result = await runSevenZip({
      args: [...common, ARCHIVE],
      fds: [source.fd],
      cwd: item.path,
      password: password ?? '',
      signal,
      confined,
      onPercent,
    });
    if (result.code !== 0) throw await failureOf(result, source, password, bounds.reason);
  }
}

/**
 * Extracts a single compressed file through a pipe into a file of the box, so the name stored in the archive is not
 * used.
 */
async function unpackStream(
  { name, gauge, room }: Extraction,
  source: FileHandle,
  item: Folder,
  signal: AbortSignal,
  { limit, reason }: Bounds,
): Promise<void> {
  const measured = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    let looked = 0;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > limit) throw reason();
      if (bytes - looked >= LOOK_BYTES) {
        if ((await room()) < 0) throw noSpace();
        looked = bytes;
      }
      gauge.reach(Math.min(bytes, gauge.total));
      yield piece;
    }
  };
  let saved: Promise<Error | null> = Promise.resolve(null);
  const result = await runSevenZip({
    ...stream(source, signal, limit),
    onOutput: (child) => {
      if (child.stdout === null) return;
      // A write error closes the pipe, so 7-Zip ends; the error is thrown below.
      const target = createWriteStream(item.entryPath(extractedFolderName(name)), { flags: 'wx' });
      saved = pipeline(child.stdout, measured, target).then(
        () => null,
        (failure: unknown) => (failure instanceof Error ? failure : new Error('the file was not written')),
      );
    },
  });
  const failure = await saved;
  if (failure !== null) throw failure;
  if (result.code !== 0) throw await failureOf(result, source, undefined, reason);
}

/** Converts the messages of 7-Zip into a progress code. */
async function failureOf(
  { output, errors, code }: SevenZipResult,
  source: FileHandle,
  password: string | undefined,
  beyond: () => OperationFailed = tooLarge,
): Promise<OperationFailed> {
  const text = `${output}\n${errors}`;
  if (/Wrong password|Enter password|encrypted archive/i.test(text))
    return new OperationFailed(OPS.password, password === undefined ? 'password needed' : 'wrong password');
  if (/Dangerous|link path/i.test(text)) return new OperationFailed(OPS.unsafeEntry, 'link');
  if (/No space left|errno=28/i.test(text)) return noSpace();
  if (code === null || /File too large|errno=27/i.test(text)) return beyond();
  if (/Unsupported Method/i.test(text)) return new OperationFailed(OPS.format, 'unsupported method');
  if (/Cannot open the file as|Is not archive|Can't open as archive/i.test(text)) {
    const start = Buffer.alloc(512);
    await source.read(start, 0, start.length, 0);
    return looksLikeArchive(start)
      ? new OperationFailed(OPS.damaged, 'damaged')
      : new OperationFailed(OPS.format, 'not an archive');
  }
  return new OperationFailed(OPS.damaged, 'damaged');
}
