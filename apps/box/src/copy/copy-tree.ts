import * as fs from 'node:fs';
import { posix } from 'node:path';
import { eachEntry } from '../files/each-entry.ts';
import { joinDisk } from '../vault/names.ts';
import { copyFile, secondsOf } from './copy-file.ts';
import { codeOf, Folder, type Name } from './folder.ts';
import type { Gauge } from '../runtime/gauge.ts';

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
class Enough extends Error {}

/**
 * Counts files and folders of the entry and everything below it; sizes in bytes. Links count as files of size 0 and are
 * never followed.
 *
 * @param maxEntries stops the walk when there are more files and folders; the returned counts then also exceed it
 */
export function measureTree(from: Folder, name: Name, gauge: Gauge, most = Infinity): TreeSize {
  const size = { bytes: 0, files: 0, folders: 0, skipped: 0 };
  /** @returns whether it is a folder */
  const look = (path: Name): boolean => {
    gauge.check();
    if (size.files + size.folders > most) throw new Enough();
    const stat = fs.lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) return true;
    if (stat === undefined) return false;
    size.files += 1;
    if (stat.isFile()) size.bytes += stat.size;
    else if (!stat.isSymbolicLink()) size.skipped += 1;
    return false;
  };
  const visit = (folder: Folder): void => {
    size.folders += 1;
    // Only the names of subfolders are collected, not those of a million files. They are visited after the folder was
    // read, so that a deep tree holds one open handle per level.
    const folders: string[] = [];
    eachEntry(folder.path, (child, entry) => {
      if (entry.isDirectory() || look(joinDisk(folder.path, child))) folders.push(child);
    });
    for (const child of folders) {
      const path = joinDisk(folder.path, child);
      // The entry may have been replaced in the meantime.
      if (look(path)) Folder.within(path, visit);
    }
  };
  try {
    if (look(from.at(name))) Folder.within(from.at(name), visit);
  } catch (failure) {
    if (!(failure instanceof Enough)) throw failure;
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
export function copyTree(from: Folder, name: Name, staging: Folder, gauge: Gauge, trusted: boolean): TreeSize {
  if (!trusted) for (const left of staging.names()) fs.rmSync(staging.at(left), { recursive: true });
  const copied = { bytes: 0, files: 0, folders: 0, skipped: 0 };

  const copyEntry = (folder: Folder, entry: Name, into: Folder, as: Name, inside: readonly string[]): void => {
    gauge.check();
    const stat = fs.lstatSync(folder.at(entry), { bigint: true, throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isDirectory()) {
      copied.folders += 1;
      copyFolder(folder, entry, into, as, stat, inside);
    } else if (stat.isFile()) {
      copied.files += 1;
      copied.bytes += copyOnce(folder, entry, into, as, stat);
    } else if (stat.isSymbolicLink() && staysInside(fs.readlinkSync(folder.at(entry)), inside)) {
      copied.files += 1;
      linkAgain(fs.readlinkSync(folder.at(entry), 'buffer'), into.at(as));
    } else copied.skipped += 1;
    gauge.item();
  };

  const copyOnce = (folder: Folder, entry: Name, into: Folder, as: Name, stat: fs.BigIntStats): number => {
    const there = fs.lstatSync(into.at(as), { bigint: true, throwIfNoEntry: false });
    if (there?.isFile() && there.size === stat.size && secondsOf(there.mtimeNs) === secondsOf(stat.mtimeNs)) {
      gauge.advance(Number(stat.size));
      return Number(stat.size);
    }
    return copyFile(folder, entry, staging, into, as, gauge);
  };

  const copyFolder = (
    folder: Folder,
    entry: Name,
    into: Folder,
    as: Name,
    stat: fs.BigIntStats,
    inside: readonly string[],
  ): void => {
    const source = folder.open(entry);
    try {
      const target = into.ensure(as);
      try {
        for (const child of source.names()) copyEntry(source, child, target, child, [...inside, child.toString()]);
        fs.fchmodSync(target.fd, Number(stat.mode) & 0o777);
        fs.futimesSync(target.fd, secondsOf(stat.atimeNs), secondsOf(stat.mtimeNs));
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

function linkAgain(target: Buffer, path: Name): void {
  try {
    fs.symlinkSync(target, path);
  } catch (failure) {
    if (codeOf(failure) !== 'EEXIST') throw failure;
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
  from: Folder,
  name: Name,
  gauge: Gauge,
  twin?: { readonly folder: Folder; readonly name: Name },
): number {
  gauge.check();
  const stat = fs.lstatSync(from.at(name), { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return 0;
  const other =
    twin === undefined ? null : fs.lstatSync(twin.folder.at(twin.name), { bigint: true, throwIfNoEntry: false });
  if (!stat.isDirectory()) {
    if (other !== null && !sameContent(stat, other)) return 1;
    fs.unlinkSync(from.at(name));
    gauge.advance(stat.isFile() ? Number(stat.size) : 0);
    gauge.item();
    return 0;
  }
  if (other !== null && other?.isDirectory() !== true) return 1;
  const inner = from.open(name);
  const twinFolder = twin?.folder.open(twin.name);
  let stayed = 0;
  try {
    for (const child of inner.names())
      stayed += removeTree(inner, child, gauge, twinFolder && { folder: twinFolder, name: child });
  } finally {
    inner.close();
    twinFolder?.close();
  }
  if (stayed === 0) fs.rmdirSync(from.at(name));
  return stayed;
}

const sameContent = (a: fs.BigIntStats, b: fs.BigIntStats | undefined): boolean =>
  b !== undefined &&
  (a.isSymbolicLink()
    ? b.isSymbolicLink()
    : b.isFile() && a.size === b.size && secondsOf(a.mtimeNs) === secondsOf(b.mtimeNs));
