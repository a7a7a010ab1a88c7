import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { joinDisk } from '../../../storage/vault/disk-names.ts';
import { isOwnName } from '../../../storage/vault/own-names.ts';
import { forEachEntry } from './for-each-entry.ts';
import { isFolderType, typeOf } from '../file-type.ts';
import { compareBytes, compareText, naturalKey } from './natural-sort-key.ts';

/** Bits of {@link FolderScan.flags}. */
export const HIDDEN_FLAG = 1;
export const FOLDER_FLAG = 2;

/**
 * What to read of a folder. `path` leads into an open folder; `reserved` are lower-case names that listings never show.
 */
export interface ScanRequest {
  readonly path: string;
  readonly reserved: readonly string[];
}

/**
 * A folder as parallel arrays in natural order. Names and keys are one string each, cut at the offsets (one more offset
 * than names), so that a hundred thousand of them are transferred between threads as two copies. Times are in epoch
 * seconds; `size` is 0 for folders.
 */
export interface FolderScan {
  readonly count: number;
  readonly names: string;
  readonly nameOffsets: Uint32Array<ArrayBuffer>;
  readonly keys: string;
  readonly keyOffsets: Uint32Array<ArrayBuffer>;
  /** Equal for names with equal keys. */
  readonly rank: Uint32Array<ArrayBuffer>;
  readonly type: Uint8Array<ArrayBuffer>;
  readonly flags: Uint8Array<ArrayBuffer>;
  readonly size: Float64Array<ArrayBuffer>;
  readonly mtime: Float64Array<ArrayBuffer>;
  readonly ctime: Float64Array<ArrayBuffer>;
  readonly ino: Float64Array<ArrayBuffer>;
  /** Equal digests mean unchanged folder contents. */
  readonly digest: string;
}

/**
 * Creation time of an entry in epoch seconds, or the time of the last change where the file system stores no creation
 * time.
 */
export const createdSeconds = (stat: { readonly birthtimeMs: number; readonly ctimeMs: number }): number =>
  Math.floor((stat.birthtimeMs > 0 ? stat.birthtimeMs : stat.ctimeMs) / 1000);

/** Reads, stats and sorts a folder. Links are not followed. Blocking: run it in a worker thread. */
export const scanFolder = ({ path, reserved }: ScanRequest): FolderScan => {
  const names: string[] = [];
  forEachEntry(path, (name) => {
    if (!isOwnName(name) && !reserved.includes(name.toLowerCase())) names.push(name);
  });
  return scanNames(path, names);
};

/** Stats and sorts the given names of a folder. Names that no longer exist are left out. */
export const scanNames = (path: string, listed: readonly string[]): FolderScan => {
  // Parallel arrays from the start: the process would never release the memory of a hundred thousand objects.
  const unsorted = columns(listed.length);
  const names: string[] = [];
  const keys: string[] = [];
  for (const name of listed) {
    const stat = lstatSync(joinDisk(path, name), { throwIfNoEntry: false });
    if (stat === undefined) continue;
    const at = names.length;
    const type = typeOf(name, stat);
    names.push(name);
    keys.push(naturalKey(name));
    unsorted.type[at] = type;
    unsorted.flags[at] = (name.startsWith('.') ? HIDDEN_FLAG : 0) | (isFolderType(type) ? FOLDER_FLAG : 0);
    unsorted.size[at] = type === 5 ? 0 : stat.size;
    unsorted.mtime[at] = Math.floor(stat.mtimeMs / 1000);
    unsorted.ctime[at] = createdSeconds(stat);
    unsorted.ino[at] = stat.ino;
  }
  const order = Uint32Array.from(names.keys()).sort(
    (a, b) => compareText(keys[a] ?? '', keys[b] ?? '') || compareBytes(names[a] ?? '', names[b] ?? ''),
  );
  return sortColumns(order, names, keys, unsorted);
};

const columns = (count: number) => ({
  type: new Uint8Array(count),
  flags: new Uint8Array(count),
  size: new Float64Array(count),
  mtime: new Float64Array(count),
  ctime: new Float64Array(count),
  ino: new Float64Array(count),
});

const sortColumns = (
  order: Uint32Array,
  names: readonly string[],
  keys: readonly string[],
  unsorted: ReturnType<typeof columns>,
): FolderScan => {
  const count = order.length;
  const sorted = columns(count);
  const nameOffsets = new Uint32Array(count + 1);
  const keyOffsets = new Uint32Array(count + 1);
  const rank = new Uint32Array(count);
  let text = '';
  let keyText = '';
  let previousKey: string | undefined;
  let distinct = -1;
  for (const [index, at] of order.entries()) {
    const key = keys[at] ?? '';
    text += names[at] ?? '';
    keyText += key;
    if (key !== previousKey) distinct += 1;
    previousKey = key;
    nameOffsets[index + 1] = text.length;
    keyOffsets[index + 1] = keyText.length;
    rank[index] = distinct;
    sorted.type[index] = unsorted.type[at] ?? 0;
    sorted.flags[index] = unsorted.flags[at] ?? 0;
    for (const column of ['size', 'mtime', 'ctime', 'ino'] as const) sorted[column][index] = unsorted[column][at] ?? 0;
  }
  const digest = digestOf(text, [nameOffsets, ...Object.values(sorted)]);
  return { count, names: text, keys: keyText, nameOffsets, keyOffsets, rank, ...sorted, digest };
};

/** Digest of the names and columns, without the sort keys, which follow from the names. */
const digestOf = (names: string, columns: readonly { readonly buffer: ArrayBuffer }[]): string => {
  const hash = createHash('sha1').update(names, 'utf16le');
  for (const { buffer } of columns) hash.update(Buffer.from(buffer));
  return hash.digest('base64');
};

/**
 * Positions sorted by their values. Equal values keep their order; NaN sorts last in both directions.
 * @param values one value for each position
 */
export const sortedPositions = (values: Float64Array, desc: boolean): Uint32Array<ArrayBuffer> => {
  const positions = Uint32Array.from(values.keys());
  const sign = desc ? -1 : 1;
  return positions.sort((a, b) => {
    const left = values[a] ?? Number.NaN;
    const right = values[b] ?? Number.NaN;
    if (Number.isNaN(left)) return Number.isNaN(right) ? a - b : 1;
    if (Number.isNaN(right)) return -1;
    return left === right ? a - b : left < right ? -sign : sign;
  });
};
