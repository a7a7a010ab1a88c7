import * as fs from 'node:fs';
import { codeOf, type Folder, type Name } from './folder.ts';
import type { Gauge } from '../runtime/gauge.ts';
import { beforePage, PAST_CACHE_BYTES, PastCache, pageBuffer, writeWhole } from '../runtime/past-cache.ts';

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = fs.constants;

/**
 * Bytes written at a time: enough for the disk. Larger writes take larger pages for the cache, which a virtual machine has often given back to
 * its host: a gigabyte then took 1.2 to 3.3 s with 8 MiB and 0.7 with these.
 */
const SLICE = 256 * 1024;
/** What goes past the cache. */
const LARGE_SLICE = 1024 * 1024;
/** Bytes that are copied in one call, which nobody can stop: two seconds on a slow disk. */
const AT_ONCE = 256n * 1024n * 1024n;

/** A file that somebody writes to while we copy it is tried again this often. */
const TRIES = 3;

/** The source kept changing while it was read, so that no consistent copy exists. */
export class SourceBusy extends Error {}

let buffer: Buffer | null = null;
let large: Buffer | null = null;
/** Pairs of devices that refused to share extents; asking again costs a file each time. */
const noClone = new Set<string>();

/**
 * Copies one regular file into `staging` and gives it the name `as` once it is whole, with mode (no setuid) and time of the source. What
 * is staged is synced as a whole before it is shown ({@link syncTree}).
 * Unfinished bytes stand under a name that tells which state of which inode they belong to, so that a stopped copy goes on where it was
 * and never mixes two versions.
 *
 * @returns bytes of the file
 * @throws Stopped, SourceBusy, and the file system's failures
 */
export function copyFile(from: Folder, name: Name, staging: Folder, into: Folder, as: Name, gauge: Gauge): number {
  const before = gauge.done;
  for (let left = TRIES; left > 0; left -= 1) {
    const source = fs.openSync(from.at(name), O_RDONLY | O_NOFOLLOW | fs.constants.O_NONBLOCK);
    try {
      const stat = fs.fstatSync(source, { bigint: true });
      const part = `part.${stat.ino}.${stat.size}.${stat.mtimeNs}`;
      fill(source, stat, staging, part, gauge);
      const after = fs.fstatSync(source, { bigint: true });
      if (after.size === stat.size && after.mtimeNs === stat.mtimeNs) {
        fs.renameSync(staging.at(part), into.at(as));
        return Number(stat.size);
      }
      fs.unlinkSync(staging.at(part));
    } finally {
      fs.closeSync(source);
    }
    gauge.reach(before);
  }
  throw new SourceBusy();
}

function fill(source: number, stat: fs.BigIntStats, staging: Folder, part: string, gauge: Gauge): void {
  const path = staging.at(part);
  const target = openPart(source, stat, staging, part);
  try {
    let at = Math.min(fs.fstatSync(target).size, Number(stat.size));
    gauge.advance(at);
    using past = stat.size >= PAST_CACHE_BYTES ? new PastCache(target) : null;
    const slice = past === null ? (buffer ??= Buffer.allocUnsafe(SLICE)) : (large ??= pageBuffer(LARGE_SLICE));
    for (;;) {
      gauge.check();
      // What an earlier try left may end within a page; all that follows begins on one.
      const read = fs.readSync(source, slice, 0, beforePage(at) || slice.length, at);
      if (read === 0) break;
      writeWhole(past ?? target, slice, read, at);
      at += read;
      gauge.advance(read);
    }
    fs.fchmodSync(target, Number(stat.mode) & 0o777);
    fs.futimesSync(target, secondsOf(stat.atimeNs), secondsOf(stat.mtimeNs));
  } catch (failure) {
    // A full disk must not keep the bytes that filled it.
    if (codeOf(failure) !== '') fs.rmSync(path, { force: true });
    throw failure;
  } finally {
    fs.closeSync(target);
  }
}

/**
 * Opens what an earlier try left, or a clone that shares the source's extents where the file system can, or an empty file. A small file is
 * copied at once, by the kernel (copy_file_range): its bytes need not come up to us and go down again.
 */
function openPart(source: number, stat: fs.BigIntStats, staging: Folder, part: string): number {
  const path = staging.at(part);
  try {
    return fs.openSync(path, O_WRONLY | O_NOFOLLOW);
  } catch (failure) {
    if (codeOf(failure) !== 'ENOENT') throw failure;
  }
  const pair = `${stat.dev}:${fs.fstatSync(staging.fd).dev}`;
  const small = stat.size <= AT_ONCE;
  if (stat.size > 0n && (small || !noClone.has(pair))) {
    const { COPYFILE_EXCL, COPYFILE_FICLONE, COPYFILE_FICLONE_FORCE } = fs.constants;
    try {
      fs.copyFileSync(
        `/proc/self/fd/${source}`,
        path,
        COPYFILE_EXCL | (small ? COPYFILE_FICLONE : COPYFILE_FICLONE_FORCE),
      );
      return fs.openSync(path, O_WRONLY | O_NOFOLLOW);
    } catch (failure) {
      if (codeOf(failure) === 'ENOSPC' || codeOf(failure) === 'EDQUOT') throw failure;
      if (!small) noClone.add(pair);
      fs.rmSync(path, { force: true });
    }
  }
  return fs.openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
}

/** Copies an open file under a name of its own, whole and unsynced: a private copy for a reader with fewer rights. Returns its bytes. */
export function cloneFile(source: number, into: Folder, name: Name, gauge: Gauge): number {
  fs.rmSync(into.at(name), { force: true });
  const stat = fs.fstatSync(source, { bigint: true });
  const part = `part.${stat.ino}.${stat.size}.${stat.mtimeNs}`;
  fill(source, stat, into, part, gauge);
  fs.renameSync(into.at(part), into.at(name));
  return Number(stat.size);
}

/**
 * `futimes` takes seconds as a double, whose steps at today's times are a quarter of a microsecond: times are kept to the microsecond. The
 * quarter added keeps a cut from losing one; whole seconds, which other programs compare, stay exact.
 */
export const secondsOf = (nanoseconds: bigint): number => {
  const micros = nanoseconds / 1000n;
  return micros % 1_000_000n === 0n ? Number(micros / 1_000_000n) : (Number(micros) + 0.25) / 1e6;
};
