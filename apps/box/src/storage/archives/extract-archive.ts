import { extractedFolderName, isCompressedTar } from '@boxwood/box-sdk/rules';
import { chown, open, type FileHandle } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Progress } from '../../runtime/progress.ts';
import { OperationFailed, OPS } from '../copy/operation-codes.ts';
import { runHeavy } from '../../features/tasks/heavy.ts';
import type { Folder } from '../vault/index.ts';
import { isStream, hasArchiveSignature } from './archive-formats.ts';
import {
  UNCHECKED_EXPANSION_BYTES,
  checkListing,
  type ArchiveListing,
  ArchiveListingParser,
  MAX_ENTRIES,
  MAX_EXPANSION_RATIO,
} from './archive-listing.ts';
import { pipeSevenZip, runSevenZip, sevenZipPath, type SevenZipResult, type SevenZipRun } from './seven-zip.ts';
import { canDropPrivileges, NOBODY } from '../../runtime/process-rights.ts';
import { type OutputLimit, withOutputLimit } from './output-limit.ts';

export interface Extraction {
  /** The archive, open for reading. */
  readonly archive: FileHandle;
  readonly name: string;
  /** An empty folder of the box; the result is written to its entry `item`. */
  readonly staging: Folder;
  readonly password: string | undefined;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  readonly working: () => void;
  /** Reserves space for bytes that are still to be written. @throws OperationFailed 11 */
  readonly claim: (need: () => number) => Promise<void>;
  /** Free bytes in addition to the reserved space. */
  readonly room: () => Promise<number>;
}

/** For archives of unknown size, the free space is checked again after this many bytes. */
const SPACE_CHECK_INTERVAL_BYTES = 4 * 1024 * 1024;

/**
 * Extracts an archive into `staging/item`: lists it and refuses unsafe entries, extracts it with minimal rights, and
 * then checks the written files.
 *
 * @throws OperationFailed 11 no space, 12 password, 13 format, 14 damaged, 15 unsafe, 16 too large; Stopped
 */
export async function extractArchive(extraction: Extraction): Promise<void> {
  if (sevenZipPath() === null) throw new OperationFailed(OPS.format, '7-Zip is missing');
  const { staging, progress, signal } = extraction;
  await using item = await createItemFolder(staging);
  const source = await openForSandbox(extraction);
  try {
    const { size } = await source.stat();
    const listing = await listArchive(extraction, source);
    checkListing(listing, size);
    // Compressed streams do not state their size, so their output is measured during extraction.
    const room = Math.max(0, await extraction.room());
    const limit = Math.min(Math.max(UNCHECKED_EXPANSION_BYTES, size * MAX_EXPANSION_RATIO), room);
    await extraction.claim(() => listing.bytes - progress.done);
    progress.setTotal(Math.max(listing.bytes, size));
    extraction.working();
    const bounds = { limit, reason: limit < room ? tooLarge : noSpace };
    const measure = async (): Promise<number> =>
      (await runHeavy({ kind: 'measure', from: staging.path, name: Buffer.from('item') }, new Progress(), signal))
        .bytes;
    await withOutputLimit(measure, bounds, (limitReached) =>
      unpack(extraction, source, item, listing, AbortSignal.any([signal, limitReached]), bounds),
    );
    await runHeavy(
      { kind: 'tidy', zip: listing.type === 'zip', from: staging.path, name: Buffer.from('item') },
      new Progress(),
      signal,
    );
  } finally {
    await source.close();
  }
}

const noSpace = (): OperationFailed => new OperationFailed(OPS.noSpace, 'no space');
const tooLarge = (): OperationFailed => new OperationFailed(OPS.tooLarge, 'too large when unpacked');

async function createItemFolder(staging: Folder): Promise<Folder> {
  const signal = new AbortController().signal;
  if ((await staging.lstat('item')) !== undefined)
    await runHeavy({ kind: 'remove', from: staging.path, name: Buffer.from('item') }, new Progress(), signal);
  await staging.mkdir('item', 0o700);
  if (canDropPrivileges()) await chown(staging.entryPath('item'), NOBODY, NOBODY);
  return staging.folder('item');
}

/**
 * Opens the archive for the child process, which runs as nobody when the box is root. An archive that nobody may not
 * read is copied first, with shared extents where the file system supports them.
 */
async function openForSandbox({ archive, staging, signal }: Extraction): Promise<FileHandle> {
  const own = `/proc/self/fd/${archive.fd}`;
  if (!canDropPrivileges() || ((await archive.stat()).mode & 0o004) !== 0) return open(own, 'r');
  await using parts = await copyFolder(staging);
  await runHeavy(
    { kind: 'clone', from: parts.path, name: Buffer.from('archive'), source: archive.fd },
    new Progress(),
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

const ARCHIVE_FD_PATH = '/proc/self/fd/3';

async function listArchive({ name, password, signal }: Extraction, source: FileHandle): Promise<ArchiveListing> {
  const confined = { maxFileBytes: 0 };
  const args = ['l', '-slt', '-sccUTF-8'];
  const [outer, listing] = await parseListing(signal, (listSignal, onText) =>
    runSevenZip({
      args: [...args, ARCHIVE_FD_PATH],
      fds: [source.fd],
      password: password ?? '',
      signal: listSignal,
      limits: confined,
      onOutputText: onText,
    }),
  );
  if (outer.exitCode !== 0 && listing.entries.length === 0) throw await failureOf(outer, source, password);
  if (!isStream(listing.type) || !isCompressedTar(name)) return listing;
  const [[first, second], innerListing] = await parseListing(signal, (listSignal, onText) =>
    pipeSevenZip(streamRun(source, listSignal, 0), {
      args: [...args, '-si', '-ttar'],
      signal: listSignal,
      limits: confined,
      onOutputText: onText,
    }),
  );
  const failed = [second, first].find((each) => each.exitCode !== 0);
  if (failed !== undefined) throw await failureOf(failed, source, password);
  return innerListing;
}

/** Parses a listing and aborts when it has more entries than allowed. */
async function parseListing<T>(
  signal: AbortSignal,
  work: (listSignal: AbortSignal, onText: (text: string) => void) => Promise<T>,
): Promise<readonly [T, ArchiveListing]> {
  const reader = new ArchiveListingParser();
  const limitReached = new AbortController();
  try {
    const result = await work(AbortSignal.any([signal, limitReached.signal]), (text) => {
      reader.push(text);
      if (reader.count > MAX_ENTRIES) limitReached.abort();
    });
    return [result, reader.end()];
  } catch (failure) {
    if (reader.count > MAX_ENTRIES) throw new OperationFailed(OPS.tooLarge, 'too many entries');
    throw failure;
  }
}

/** Runs 7-Zip with the content of a compressed stream on standard output. */
const streamRun = (source: FileHandle, signal: AbortSignal, fileBytes: number): SevenZipRun => ({
  args: ['x', '-so', ARCHIVE_FD_PATH],
  fds: [source.fd],
  signal,
  limits: { maxFileBytes: fileBytes },
});

async function unpack(
  extraction: Extraction,
  source: FileHandle,
  item: Folder,
  listing: ArchiveListing,
  signal: AbortSignal,
  bounds: OutputLimit,
): Promise<void> {
  const { name, password, progress } = extraction;
  const confined = { maxFileBytes: bounds.limit };
  const onPercent = (percent: number): void => progress.setDone((progress.total * percent) / 100);
  const common = ['x', '-y', '-aou', '-bsp1', '-sccUTF-8'];
  if (listing.type === 'tar' && isCompressedTar(name)) {
    const [outer, inner] = await pipeSevenZip(streamRun(source, signal, 0), {
      args: [...common, '-si', '-ttar'],
      cwd: item.path,
      signal,
      limits: confined,
    });
    const failed = [inner, outer].find((each) => each.exitCode !== 0);
    if (failed !== undefined) throw await failureOf(failed, source, password, bounds.reason);
  } else if (isStream(listing.type)) await unpackStream(extraction, source, item, signal, bounds);
  else {
    const result = await runSevenZip({
      args: [...common, ARCHIVE_FD_PATH],
      fds: [source.fd],
      cwd: item.path,
      password: password ?? '',
      signal,
      limits: confined,
      onPercent,
    });
    if (result.exitCode !== 0) throw await failureOf(result, source, password, bounds.reason);
  }
}

/**
 * Extracts a single compressed file through a pipe into a file of the box, so the name stored in the archive is not
 * used.
 */
async function unpackStream(
  { name, progress, room }: Extraction,
  source: FileHandle,
  item: Folder,
  signal: AbortSignal,
  { limit, reason }: OutputLimit,
): Promise<void> {
  const withLimit = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    let lastCheck = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > limit) throw reason();
      if (bytes - lastCheck >= SPACE_CHECK_INTERVAL_BYTES) {
        if ((await room()) < 0) throw noSpace();
        lastCheck = bytes;
      }
      progress.setDone(Math.min(bytes, progress.total));
      yield chunk;
    }
  };
  let written: Promise<Error | null> = Promise.resolve(null);
  const result = await runSevenZip({
    ...streamRun(source, signal, limit),
    onStarted: (child) => {
      if (child.stdout === null) return;
      // A write error closes the pipe, so 7-Zip ends; the error is thrown below.
      const target = createWriteStream(item.entryPath(extractedFolderName(name)), { flags: 'wx' });
      written = pipeline(child.stdout, withLimit, target).then(
        () => null,
        (failure: unknown) => (failure instanceof Error ? failure : new Error('the file was not written')),
      );
    },
  });
  const failure = await written;
  if (failure !== null) throw failure;
  if (result.exitCode !== 0) throw await failureOf(result, source, undefined, reason);
}

/** Converts the messages of 7-Zip into a progress code. */
async function failureOf(
  { output, stderr, exitCode }: SevenZipResult,
  source: FileHandle,
  password: string | undefined,
  limitError: () => OperationFailed = tooLarge,
): Promise<OperationFailed> {
  const text = `${output}\n${stderr}`;
  if (/Wrong password|Enter password|encrypted archive/i.test(text))
    return new OperationFailed(OPS.password, password === undefined ? 'password needed' : 'wrong password');
  if (/Dangerous|link path/i.test(text)) return new OperationFailed(OPS.unsafeEntry, 'link');
  if (/No space left|errno=28/i.test(text)) return noSpace();
  if (exitCode === null || /File too large|errno=27/i.test(text)) return limitError();
  if (/Unsupported Method/i.test(text)) return new OperationFailed(OPS.format, 'unsupported method');
  if (/Cannot open the file as|Is not archive|Can't open as archive/i.test(text)) {
    const start = Buffer.alloc(512);
    await source.read(start, 0, start.length, 0);
    return hasArchiveSignature(start)
      ? new OperationFailed(OPS.damaged, 'damaged')
      : new OperationFailed(OPS.format, 'not an archive');
  }
  return new OperationFailed(OPS.damaged, 'damaged');
}
