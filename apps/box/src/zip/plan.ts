import type { BigIntStats } from 'node:fs';
import type { Caller, Folder, Location, Vault } from '../vault/index.ts';
import { GEN, Refusal, toDisk } from '../vault/index.ts';
import type { ZipEntry, ZipTable } from './format.ts';
import { centralLength, descriptorLength, endLength, localLength } from './format.ts';

/** Entries of one archive. The plan of so many takes some 30 MB while it is kept. */
export const MAX_ENTRIES = 100_000;
/** Entries that are asked about at the same time. */
const AT_ONCE = 32;

/** What stands in an archive, and what it was when that was planned. */
export interface PlannedEntry extends Omit<ZipEntry, 'name'> {
  /** Where it is read. */
  readonly path: string;
  /** What it is called in the archive; a folder ends with `/`. */
  readonly label: string;
  readonly ino: bigint;
  readonly mtimeNs: bigint;
}

/** An archive that is known to the byte before anything of it was read. */
export interface ZipPlan {
  readonly entries: readonly PlannedEntry[];
  /** Where each entry begins. */
  readonly offsets: Float64Array;
  readonly table: ZipTable;
  /** Bytes of all of it. */
  readonly size: number;
  /** Checksums that are known, by the entry's index: each file is read once, also when the download goes on in the middle. */
  readonly sums: Map<number, number>;
  /** Entries that were left out: links, devices, and what the box itself cannot read. */
  readonly skipped: number;
}

/** An entry in the bytes of its name: those on the disk, be they UTF-8 or not. */
export const zipEntryOf = ({ label, folder, size, mtime }: PlannedEntry): ZipEntry => ({
  ...{ name: Buffer.from(toDisk(label)), folder, size, mtime },
});

/** A name that no other entry at the top has: of two `a.txt` from two folders, one becomes `a (2).txt`. */
const freeName = (name: string, taken: Set<string>): string => {
  const dot = name.lastIndexOf('.');
  const [stem, suffix] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = `${stem} (${n})${suffix}`;
  taken.add(free);
  return free;
};

const layOut = (entries: readonly PlannedEntry[], skipped: number): ZipPlan => {
  const offsets = new Float64Array(entries.length);
  let [offset, length] = [0, 0];
  for (const [at, planned] of entries.entries()) {
    const entry = zipEntryOf(planned);
    offsets[at] = offset;
    length += centralLength(entry, offset);
    offset += localLength(entry) + entry.size + descriptorLength(entry);
  }
  const table = { count: entries.length, offset, length };
  return { entries, offsets, table, size: offset + length + endLength(table), sums: new Map(), skipped };
};

/** How an archive is planned. */
export interface Planning {
  /** Ends the looking. */
  readonly inTime: AbortSignal;
  /** Whether entries whose names begin with a dot belong to it; they do unless said otherwise. */
  readonly hidden?: boolean;
}

/**
 * Looks at everything that the caller may read at and below some paths. Links are left out and never followed.
 * @throws Refusal 5, 13, 15 for one of the paths; 7 when the time is over; 16 for too many entries
 */
export const planZip = async (
  vault: Vault,
  caller: Caller,
  paths: readonly string[],
  { inTime, hidden = true }: Planning,
): Promise<ZipPlan> => {
  const entries: PlannedEntry[] = [];
  let skipped = 0;
  const add = ({ wire: path }: Location, label: string, stat: BigIntStats): void => {
    if (entries.length >= MAX_ENTRIES) throw new Refusal(GEN.overLimit, 'entries');
    const folder = stat.isDirectory();
    entries.push({
      ...{ path, folder, ino: stat.ino, mtimeNs: stat.mtimeNs },
      ...{ label: folder ? `${label}/` : label, size: folder ? 0 : Number(stat.size) },
      mtime: Number(stat.mtimeNs / 1_000_000_000n),
    });
  };
  const visit = async (location: Location, stat: BigIntStats | undefined, label: string): Promise<void> => {
    if (stat === undefined) return;
    if (!stat.isDirectory() && !stat.isFile()) {
      skipped += 1;
      return;
    }
    if (!stat.isDirectory()) {
      add(location, label, stat);
      return;
    }
    await using folder = await vault.folder(location).catch(() => null);
    if (folder === null) {
      skipped += 1;
      return;
    }
    add(location, label, stat);
    await descend(location, folder, `${label}/`);
  };
  const descend = async (location: Location, folder: Folder, below: string): Promise<void> => {
    const names = (await folder.names()).flatMap((name) => {
      if (!hidden && name.startsWith('.')) return [];
      try {
        return [vault.entryOf(location, name)];
      } catch {
        return []; // The box's own, and what stands behind a second password.
      }
    });
    for (let at = 0; at < names.length; at += AT_ONCE) {
      if (inTime.aborted) throw new Refusal(GEN.service, 'time');
      const some = names.slice(at, at + AT_ONCE);
      const stats = await Promise.all(some.map((entry) => folder.lstatExact(entry.name).catch(() => undefined)));
      for (const [index, entry] of some.entries()) await visit(entry, stats[index], below + entry.name);
    }
  };
  const taken = new Set<string>();
  for (const path of paths) {
    const location = vault.resolve(caller, path, 'read');
    const stat = await vault.lstatExact(location);
    if (stat === undefined) throw new Refusal(GEN.path, 'ENOENT');
    await visit(location, stat, freeName(location.name, taken));
  }
  return layOut(entries, skipped);
};
