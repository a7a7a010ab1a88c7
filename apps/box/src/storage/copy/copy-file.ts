import * as fs from 'node:fs';
import { errnoNameOf, type OpenDirectory, type RawFileName } from './open-directory.ts';
import type { Progress } from '../../runtime/progress.ts';
import {
  bytesToNextPage,
  DIRECT_IO_MIN_BYTES,
  DirectIoWriter,
  allocatePageAligned,
  writeFully,
} from '../../runtime/direct-io.ts';

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = fs.constants;

/**
 * Chunk size of a copy, in bytes. Larger writes use larger pages of the page cache, which a virtual machine has often
 * returned to its host: a gigabyte took 1.2 to 3.3 s with 8 MiB and 0.7 s with this size.
 */
const CHUNK_BYTES = 256 * 1024;
/** Chunk size of writes that bypass the page cache, in bytes. */
const DIRECT_CHUNK_BYTES = 1024 * 1024;
/** Files up to this size are copied in one system call, which cannot be cancelled: two seconds on a slow disk. */
const MAX_KERNEL_COPY_BYTES = 256n * 1024n * 1024n;

/** How often a copy is retried when the source changes meanwhile. */
const MAX_ATTEMPTS = 3;

/** The source kept changing while it was read, so that no consistent copy exists. */
export class SourceChanging extends Error {}

let buffer: Buffer | null = null;
let directBuffer: Buffer | null = null;
/** Pairs of devices that refused to share extents; each new attempt costs one file. */
const noCloneDevicePairs = new Set<string>();

/**
 * Copies one regular file into `staging` and renames it to `as` when complete, with the mode (no setuid) and times of
 * the source. The staged tree is synced as a whole before it becomes visible ({@link syncTree}).
 * The name of an incomplete file contains the inode, size and mtime of its source, so that a stopped copy can resume
 * and never mixes two versions.
 *
 * @returns bytes of the file
 * @throws Stopped, SourceChanging, and file system errors
 */
export function copyFile(
  from: OpenDirectory,
  name: RawFileName,
  staging: OpenDirectory,
  into: OpenDirectory,
  as: RawFileName,
  gauge: Progress,
): number {
  const before = gauge.done;
  for (let attemptsLeft = MAX_ATTEMPTS; attemptsLeft > 0; attemptsLeft -= 1) {
    const source = fs.openSync(from.entryPath(name), O_RDONLY | O_NOFOLLOW | fs.constants.O_NONBLOCK);
    try {
      const stat = fs.fstatSync(source, { bigint: true });
      const part = `part.${stat.ino}.${stat.size}.${stat.mtimeNs}`;
      writePart(source, stat, staging, part, gauge);
      const after = fs.fstatSync(source, { bigint: true });
      if (after.size === stat.size && after.mtimeNs === stat.mtimeNs) {
        fs.renameSync(staging.entryPath(part), into.entryPath(as));
        return Number(stat.size);
      }
      fs.unlinkSync(staging.entryPath(part));
    } finally {
      fs.closeSync(source);
    }
    gauge.setDone(before);
  }
  throw new SourceChanging();
}

function writePart(source: number, stat: fs.BigIntStats, staging: OpenDirectory, part: string, gauge: Progress): void {
  const path = staging.entryPath(part);
  const target = openPart(source, stat, staging, part);
  try {
    let at = Math.min(fs.fstatSync(target).size, Number(stat.size));
    gauge.addDone(at);
    using directIo = stat.size >= DIRECT_IO_MIN_BYTES ? new DirectIoWriter(target) : null;
    const chunk =
      directIo === null
        ? (buffer ??= Buffer.allocUnsafe(CHUNK_BYTES))
        : (directBuffer ??= allocatePageAligned(DIRECT_CHUNK_BYTES));
    for (;;) {
      gauge.throwIfStopped();
      // A part of an earlier attempt may end within a page; all following writes start at a page boundary.
      const read = fs.readSync(source, chunk, 0, bytesToNextPage(at) || chunk.length, at);
      if (read === 0) break;
      writeFully(directIo ?? target, chunk, read, at);
      at += read;
      gauge.addDone(read);
    }
    fs.fchmodSync(target, Number(stat.mode) & 0o777);
    fs.futimesSync(target, toUtimesSeconds(stat.atimeNs), toUtimesSeconds(stat.mtimeNs));
  } catch (failure) {
    // A part that filled the disk must not stay there.
    if (errnoNameOf(failure) !== '') fs.rmSync(path, { force: true });
    throw failure;
  } finally {
    fs.closeSync(target);
  }
}

/**
 * Opens the part of an earlier attempt, or a clone that shares the extents of the source where the file system supports
 * it, or an empty file. The kernel copies a small file in one call (copy_file_range), without passing its bytes through
 * this process.
 */
function openPart(source: number, stat: fs.BigIntStats, staging: OpenDirectory, part: string): number {
  const path = staging.entryPath(part);
  try {
    return fs.openSync(path, O_WRONLY | O_NOFOLLOW);
  } catch (failure) {
    if (errnoNameOf(failure) !== 'ENOENT') throw failure;
  }
  const pair = `${stat.dev}:${fs.fstatSync(staging.fd).dev}`;
  const isSmall = stat.size <= MAX_KERNEL_COPY_BYTES;
  if (stat.size > 0n && (isSmall || !noCloneDevicePairs.has(pair))) {
    const { COPYFILE_EXCL, COPYFILE_FICLONE, COPYFILE_FICLONE_FORCE } = fs.constants;
    try {
      fs.copyFileSync(
        `/proc/self/fd/${source}`,
        path,
        COPYFILE_EXCL | (isSmall ? COPYFILE_FICLONE : COPYFILE_FICLONE_FORCE),
      );
      return fs.openSync(path, O_WRONLY | O_NOFOLLOW);
    } catch (failure) {
      if (errnoNameOf(failure) === 'ENOSPC' || errnoNameOf(failure) === 'EDQUOT') throw failure;
      if (!isSmall) noCloneDevicePairs.add(pair);
      fs.rmSync(path, { force: true });
    }
  }
  return fs.openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
}

/**
 * Copies an open file under a new name, complete but unsynced: a private copy for a process with fewer rights. Returns
 * its bytes.
 */
export function cloneFile(source: number, into: OpenDirectory, name: RawFileName, gauge: Progress): number {
  fs.rmSync(into.entryPath(name), { force: true });
  const stat = fs.fstatSync(source, { bigint: true });
  const part = `part.${stat.ino}.${stat.size}.${stat.mtimeNs}`;
  writePart(source, stat, into, part, gauge);
  fs.renameSync(into.entryPath(part), into.entryPath(name));
  return Number(stat.size);
}

/**
 * `futimes` takes seconds as a double with a precision of a quarter of a microsecond, so times are exact to the
 * microsecond. Adding a quarter prevents truncation from losing one; whole seconds stay exact, because other programs
 * compare them.
 */
export const toUtimesSeconds = (nanoseconds: bigint): number => {
  const micros = nanoseconds / 1000n;
  return micros % 1_000_000n === 0n ? Number(micros / 1_000_000n) : (Number(micros) + 0.25) / 1e6;
};
