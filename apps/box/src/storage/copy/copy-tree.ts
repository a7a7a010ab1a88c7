import * as fs from 'node:fs';
import { posix } from 'node:path';
import { forEachEntry } from '../../features/files/listing/for-each-entry.ts';
import { joinDisk } from '../vault/disk-names.ts';
import { copyFile, toUtimesSeconds } from './copy-file.ts';
import { errnoNameOf, OpenDirectory, type RawFileName } from './open-directory.ts';
import type { Progress } from '../../runtime/progress.ts';

/**
 * Contents of a tree. `skipped` counts devices, sockets, pipes and links that lead out of the tree; these are not
 * copied.
 */
export interface TreeSize {
  readonly bytes: number;
  readonly files: number;
  readonly folders: number;
  readonly skipped: number;
}

/** Ends a walk at the entry limit. */
class EntryLimitReached extends Error {}

/**
 * Counts files and folders of the entry and everything below it; sizes in bytes. Links count as files of size 0 and are
 * never followed.
 *
 * @param maxEntries stops the walk when there are more files and folders; the returned counts then also exceed it
 */
export function measureTree(from: OpenDirectory, name: RawFileName, gauge: Progress, maxEntries = Infinity): TreeSize {
  const size = { bytes: 0, files: 0, folders: 0, skipped: 0 };
  /** @returns whether it is a folder */
  const countEntry = (path: RawFileName): boolean => {
    gauge.throwIfStopped();
    if (size.files + size.folders > maxEntries) throw new EntryLimitReached();
    const stat = fs.lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) return true;
    if (stat === undefined) return false;
    size.files += 1;
    if (stat.isFile()) size.bytes += stat.size;
    else if (!stat.isSymbolicLink()) size.skipped += 1;
    return false;
  };
  const visit = (folder: OpenDirectory): void => {
    size.folders += 1;
    // Only the names of subfolders are collected, not those of a million files. They are visited after the folder was
    // read, so that a deep tree holds one open handle per level.
    const folders: string[] = [];
    forEachEntry(folder.path, (child, entry) => {
      if (entry.isDirectory() || countEntry(joinDisk(folder.path, child))) folders.push(child);
    });
    for (const child of folders) {
      const path = joinDisk(folder.path, child);
      // The entry may have been replaced in the meantime.
      if (countEntry(path)) OpenDirectory.withOpen(path, visit);
    }
  };
  try {
    if (countEntry(from.entryPath(name))) OpenDirectory.withOpen(from.entryPath(name), visit);
  } catch (failure) {
    if (!(failure instanceof EntryLimitReached)) throw failure;
  }
  return size;
}

/**
 * Copies the entry `name` of `from` into the folder `staging` as `item`. A resumed copy reuses what is already there:
 * files in `item` are complete.
 *
 * @param trusted false after a restart of the machine: files that look complete may then have holes, so everything is
 * copied again
 */
export function copyTree(
  from: OpenDirectory,
  name: RawFileName,
  staging: OpenDirectory,
  gauge: Progress,
  trusted: boolean,
): TreeSize {
  if (!trusted)
    for (const stagedName of staging.entryNames()) fs.rmSync(staging.entryPath(stagedName), { recursive: true });
  const copied = { bytes: 0, files: 0, folders: 0, skipped: 0 };

  const copyEntry = (
    folder: OpenDirectory,
    entry: RawFileName,
    into: OpenDirectory,
    as: RawFileName,
    inside: readonly string[],
  ): void => {
    gauge.throwIfStopped();
    const stat = fs.lstatSync(folder.entryPath(entry), { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isDirectory()) {
      copied.folders += 1;
      copyFolder(folder, entry, into, as, stat, inside);
    } else if (stat.isFile()) {
      copied.files += 1;
      copied.bytes += copyFileOnce(folder, entry, into, as, stat);
    } else if (stat.isSymbolicLink() && staysInside(fs.readlinkSync(folder.entryPath(entry)), inside)) {
      copied.files += 1;
      createLinkIfMissing(fs.readlinkSync(folder.entryPath(entry), 'buffer'), into.entryPath(as));
    } else copied.skipped += 1;
    gauge.addItem();
  };

  const copyFileOnce = (
    folder: OpenDirectory,
    entry: RawFileName,
    into: OpenDirectory,
    as: RawFileName,
    stat: fs.BigIntStats,
  ): number => {
    const existing = fs.lstatSync(into.entryPath(as), { bigint: true, throwIfNoEntry: false });
    if (
      existing?.isFile() &&
      existing.size === stat.size &&
      toUtimesSeconds(existing.mtimeNs) === toUtimesSeconds(stat.mtimeNs)
    ) {
      gauge.addDone(Number(stat.size));
      return Number(stat.size);
    }
    return copyFile(folder, entry, staging, into, as, gauge);
  };

  const copyFolder = (
    folder: OpenDirectory,
    entry: RawFileName,
    into: OpenDirectory,
    as: RawFileName,
    stat: fs.BigIntStats,
    inside: readonly string[],
  ): void => {
    const source = folder.open(entry);
    try {
      const target = into.openOrCreate(as);
      try {
        for (const child of source.entryNames()) copyEntry(source, child, target, child, [...inside, child.toString()]);
        fs.fchmodSync(target.fd, Number(stat.mode) & 0o777);
        fs.futimesSync(target.fd, toUtimesSeconds(stat.atimeNs), toUtimesSeconds(stat.mtimeNs));
      } finally {
        target.close();
      }
    } finally {
      source.close();
    }
  };

  copyEntry(from, name, staging, 'item', []);
  return copied;
}

/** A link is copied when it is relative and stays inside the copied folder; `inside` is the path of the link in it. */
export function staysInside(target: string, inside: readonly string[]): boolean {
  if (inside.length === 0 || posix.isAbsolute(target)) return false;
  const end = posix.normalize(posix.join(...inside.slice(0, -1), target));
  return end !== '..' && !end.startsWith('../');
}

function createLinkIfMissing(target: Buffer, path: RawFileName): void {
  try {
    fs.symlinkSync(target, path);
  } catch (failure) {
    if (errnoNameOf(failure) !== 'EEXIST') throw failure;
  }
}

/**
 * Removes the entry and everything below it without following links. With `counterpart`, removes only entries that also
 * exist there with equal size and time (the source of a move across file systems): what was changed or added meanwhile
 * stays.
 *
 * @returns number of remaining entries
 */
export function removeTree(
  from: OpenDirectory,
  name: RawFileName,
  gauge: Progress,
  counterpart?: { readonly folder: OpenDirectory; readonly name: RawFileName },
): number {
  gauge.throwIfStopped();
  const stat = fs.lstatSync(from.entryPath(name), { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return 0;
  const counterpartStat =
    counterpart === undefined
      ? null
      : fs.lstatSync(counterpart.folder.entryPath(counterpart.name), { bigint: true, throwIfNoEntry: false });
  if (!stat.isDirectory()) {
    if (counterpartStat !== null && !isSameContent(stat, counterpartStat)) return 1;
    fs.unlinkSync(from.entryPath(name));
    gauge.addDone(stat.isFile() ? Number(stat.size) : 0);
    gauge.addItem();
    return 0;
  }
  if (counterpartStat !== null && counterpartStat?.isDirectory() !== true) return 1;
  const inner = from.open(name);
  const counterpartFolder = counterpart?.folder.open(counterpart.name);
  let remaining = 0;
  try {
    for (const child of inner.entryNames())
      remaining += removeTree(inner, child, gauge, counterpartFolder && { folder: counterpartFolder, name: child });
  } finally {
    inner.close();
    counterpartFolder?.close();
  }
  if (remaining === 0) fs.rmdirSync(from.entryPath(name));
  return remaining;
}

const isSameContent = (a: fs.BigIntStats, b: fs.BigIntStats | undefined): boolean =>
  b !== undefined &&
  (a.isSymbolicLink()
    ? b.isSymbolicLink()
    : b.isFile() && a.size === b.size && toUtimesSeconds(a.mtimeNs) === toUtimesSeconds(b.mtimeNs));
