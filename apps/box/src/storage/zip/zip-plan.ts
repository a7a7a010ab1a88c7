import type { BigIntStats } from 'node:fs';
import type { Caller, Folder, Location, Vault } from '../vault/index.ts';
import { GEN, Refusal, toDisk } from '../vault/index.ts';
import type { ZipEntry, ZipDirectory } from './zip-format.ts';
import { centralLength, descriptorLength, endLength, localLength } from './zip-format.ts';

/** Maximum number of entries of an archive. A plan of this size takes about 30 MB of memory. */
export const MAX_ZIP_ENTRIES = 100_000;
/** Number of concurrent stat calls. */
const STAT_CONCURRENCY = 32;

/** An entry of the archive and the state of its file at planning time. */
export interface PlannedEntry extends Omit<ZipEntry, 'name'> {
  /** Wire path of the file. */
  readonly path: string;
  /** Name in the archive; folders end with `/`. */
  readonly label: string;
  readonly ino: bigint;
  readonly mtimeNs: bigint;
}

/** An archive whose exact size is known before any file is read. */
export interface ZipPlan {
  readonly entries: readonly PlannedEntry[];
  /** Position of each entry in bytes. */
  readonly offsets: Float64Array;
  readonly table: ZipDirectory;
  /** Size of the whole archive in bytes. */
  readonly size: number;
  /** Known checksums by entry index, so that a resumed download does not read files again. */
  readonly sums: Map<number, number>;
  /** Number of omitted entries: links, devices, and files that the box cannot read. */
  readonly skipped: number;
}

/** Converts an entry to the ZIP format, with the name bytes of the disk, which may not be UTF-8. */
export const zipEntryOf = ({ label, folder, size, mtime }: PlannedEntry): ZipEntry => ({
  name: Buffer.from(toDisk(label)),
  folder,
  size,
  mtime,
});

/** Returns a name that is unique at the top level: of two `a.txt` from two folders, one becomes `a (2).txt`. */
const freeName = (name: string, usedNames: Set<string>): string => {
  const dot = name.lastIndexOf('.');
  const [stem, suffix] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let n = 2; usedNames.has(free); n += 1) free = `${stem} (${n})${suffix}`;
  usedNames.add(free);
  return free;
};

const layOut = (entries: readonly PlannedEntry[], skipped: number): ZipPlan => {
  const offsets = new Float64Array(entries.length);
  let [offset, length] = [0, 0];
  for (const [index, planned] of entries.entries()) {
    const entry = zipEntryOf(planned);
    offsets[index] = offset;
    length += centralLength(entry, offset);
    offset += localLength(entry) + entry.size + descriptorLength(entry);
  }
  const table = { count: entries.length, offset, length };
  return { entries, offsets, table, size: offset + length + endLength(table), sums: new Map(), skipped };
};

/** Options for planning an archive. */
export interface ZipPlanOptions {
  /** Aborts the planning. */
  readonly signal: AbortSignal;
  /** Whether to include entries whose names begin with a dot; true by default. */
  readonly hidden?: boolean;
}

/**
 * Plans an archive of everything the caller may read at and below the given paths. Symbolic links are omitted and never
 * followed.
 * @throws Refusal 5, 13, 15 for one of the paths; 7 on timeout; 16 for too many entries
 */
export const planZip = async (
  vault: Vault,
  caller: Caller,
  paths: readonly string[],
  { signal, hidden = true }: ZipPlanOptions,
): Promise<ZipPlan> => {
  const entries: PlannedEntry[] = [];
  let skipped = 0;
  const add = ({ wire: path }: Location, label: string, stat: BigIntStats): void => {
    if (entries.length >= MAX_ZIP_ENTRIES) throw new Refusal(GEN.overLimit, 'entries');
    const folder = stat.isDirectory();
    entries.push({
      path,
      folder,
      ino: stat.ino,
      mtimeNs: stat.mtimeNs,
      label: folder ? `${label}/` : label,
      size: folder ? 0 : Number(stat.size),
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
  const descend = async (location: Location, folder: Folder, prefix: string): Promise<void> => {
    const names = (await folder.names()).flatMap((name) => {
      if (!hidden && name.startsWith('.')) return [];
      try {
        return [vault.entryOf(location, name)];
      } catch {
        return []; // Internal folders of the box, and areas behind a second password.
      }
    });
    for (let at = 0; at < names.length; at += STAT_CONCURRENCY) {
      if (signal.aborted) throw new Refusal(GEN.service, 'time');
      const batch = names.slice(at, at + STAT_CONCURRENCY);
      const stats = await Promise.all(batch.map((entry) => folder.lstatExactName(entry.name).catch(() => undefined)));
      for (const [index, entry] of batch.entries()) await visit(entry, stats[index], prefix + entry.name);
    }
  };
  const usedNames = new Set<string>();
  for (const path of paths) {
    const location = vault.resolve(caller, path, 'read');
    const stat = await vault.lstatExactName(location);
    if (stat === undefined) throw new Refusal(GEN.path, 'ENOENT');
    await visit(location, stat, freeName(location.name, usedNames));
  }
  return layOut(entries, skipped);
};
