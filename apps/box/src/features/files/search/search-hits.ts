import { FirstN } from '../listing/first-n.ts';
import {
  compareBytes,
  compareNames,
  compareText,
  decimalText,
  decimalValue,
  naturalKey,
  naturalKeyIfNeeded,
  cachedNaturalKey,
} from '../listing/natural-sort-key.ts';
import type { OrderedName } from '../listing/natural-sort-key.ts';

/** Search criteria besides the name. Times are in epoch seconds, sizes in bytes. */
export interface HitFilter {
  readonly regex: string;
  readonly type?: number;
  readonly folderonly: boolean;
  readonly regonly: boolean;
  readonly withhidden: boolean;
  readonly mtimefrom?: number;
  readonly mtimeto?: number;
  readonly sizemin?: number;
  readonly sizemax?: number;
}

export type HitColumn = 'name' | 'ctime' | 'mtime' | 'size' | 'decimal';

export interface HitPage {
  readonly column: HitColumn;
  readonly desc: boolean;
  readonly dirfirst: boolean;
  readonly count: number;
  readonly after: { readonly n: string; readonly t: number; readonly k: string } | null;
}

/** A matching name. `folder` is the key of its folder; `root` is the wire number of the place that was searched. */
export interface Hit {
  readonly name: string;
  readonly folder: string;
  readonly root: number;
  readonly type: number;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
}

/** A hit with the sort key that is sent to the client. */
export interface KeyedHit extends Hit {
  readonly k: string;
}

/** Hits beyond this limit are not counted (G-11). */
export const MAX_HITS = 10_000;

/** Whether an entry matches the filter, apart from its name. */
export const matchesFilter = (
  filter: HitFilter,
  { type, size, mtime }: Pick<Hit, 'type' | 'size' | 'mtime'>,
): boolean => {
  const folder = type === 5 || type === 100;
  if (filter.type !== undefined && filter.type !== type) return false;
  if ((filter.folderonly && !folder) || (filter.regonly && folder)) return false;
  if (mtime < (filter.mtimefrom ?? -Infinity) || mtime > (filter.mtimeto ?? Infinity)) return false;
  return size >= (filter.sizemin ?? 0) && size <= (filter.sizemax ?? Infinity);
};

/** The values by which a hit is sorted. */
interface HitSortValues extends OrderedName {
  readonly group: number;
  /** NaN for names without a number, which sort last; null when sorted by name. */
  readonly value: number | null;
  readonly folder: string;
}
interface SortedHit extends HitSortValues {
  readonly hit: Hit;
}

/** Different folders may hold equal names, so the key of a hit also contains its folder. No name contains a NUL. */
const KEY_SEPARATOR = '\0';

const sortValueOf = (column: HitColumn, hit: Hit): number | null => {
  switch (column) {
    case 'name':
      return null;
    case 'decimal':
      return decimalValue(decimalText(hit.name));
    case 'ctime':
    case 'mtime':
    case 'size':
      return hit[column];
  }
};

const isFolder = (type: number): boolean => type === 5 || type === 100;

const compareHits = (a: HitSortValues, b: HitSortValues, sign: number): number => {
  if (a.group !== b.group) return a.group - b.group;
  if (a.value !== null && b.value !== null) {
    if (Number.isNaN(a.value) !== Number.isNaN(b.value)) return Number.isNaN(a.value) ? 1 : -1;
    if (a.value !== b.value && !Number.isNaN(a.value)) return sign * (a.value - b.value);
  }
  const natural = compareNames(a, b);
  if (natural !== 0) return a.value === null ? sign * natural : natural;
  return compareBytes(a.name, b.name) || compareText(a.folder, b.folder);
};

/** Cuts one page out of the hits, sorted as in G-13 and, for equal names, by folder. */
export const cutHitPage = (hits: readonly Hit[], page: HitPage): KeyedHit[] => {
  const sign = page.desc ? -1 : 1;
  const group = (type: number): number => (page.dirfirst && !isFolder(type) ? 1 : 0);
  const cursor = page.after === null ? null : cursorSortValues(page, page.after, group);
  const first = new FirstN<SortedHit>(page.count, (a, b) => compareHits(a, b, sign));
  for (const hit of hits) {
    const { name, folder, type } = hit;
    const natural = naturalKeyIfNeeded(name);
    const sorted = { hit, group: group(type), value: sortValueOf(page.column, hit), name, folder, natural };
    if (cursor === null || compareHits(sorted, cursor, sign) > 0) first.offer(sorted);
  }
  return first.all().map((sorted) => {
    const { hit, value } = sorted;
    const key =
      page.column === 'name'
        ? cachedNaturalKey(sorted)
        : page.column === 'decimal'
          ? decimalText(hit.name)
          : String(value);
    return { ...hit, k: `${key}${KEY_SEPARATOR}${hit.folder}` };
  });
};

const cursorSortValues = (
  { column }: HitPage,
  { n, t, k }: NonNullable<HitPage['after']>,
  group: (type: number) => number,
): HitSortValues => {
  const [key = '', folder = ''] = k.split(KEY_SEPARATOR);
  const value = column === 'name' ? null : column === 'decimal' ? decimalValue(key) : Number(key);
  const naturalNameKey = naturalKey(n);
  // The key usually is the natural key of the name and needs no comparison; a client may send another one.
  const natural = column === 'name' && key !== naturalNameKey ? key : undefined;
  return { group: group(t), value, natural, name: n, folder };
};
