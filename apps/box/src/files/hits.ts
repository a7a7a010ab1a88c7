import { FirstOf } from './first-of.ts';
import {
  compareBytes,
  compareNames,
  compareText,
  decimalText,
  decimalValue,
  naturalKey,
  naturalNeeded,
  naturalOf,
} from './sort-key.ts';
import type { OrderedName } from './sort-key.ts';

/** What a search looks for, besides the name. Times are epoch seconds; sizes bytes. */
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

/** A name that matched. `folder` is the key of the folder it is in; `root` the place it was found in. */
export interface Hit {
  readonly name: string;
  readonly folder: string;
  readonly root: number;
  readonly type: number;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
}

/** A hit with its sort key as it goes out. */
export interface KeyedHit extends Hit {
  readonly k: string;
}

/** More hits than this are not counted (G-11). */
export const MAX_HITS = 10_000;

/** Whether an entry fits, name apart. */
export const fits = (filter: HitFilter, { type, size, mtime }: Pick<Hit, 'type' | 'size' | 'mtime'>): boolean => {
  const folder = type === 5 || type === 100;
  if (filter.type !== undefined && filter.type !== type) return false;
  if ((filter.folderonly && !folder) || (filter.regonly && folder)) return false;
  if (mtime < (filter.mtimefrom ?? -Infinity) || mtime > (filter.mtimeto ?? Infinity)) return false;
  return size >= (filter.sizemin ?? 0) && size <= (filter.sizemax ?? Infinity);
};

/** What a hit is sorted by. */
interface Sorted extends OrderedName {
  readonly group: number;
  /** NaN for names without a number, which come last; null where the name itself is the order. */
  readonly value: number | null;
  readonly folder: string;
}
interface SortedHit extends Sorted {
  readonly hit: Hit;
}

/** Names may be equal in different folders, so the key of a hit goes on with its folder; no name holds a NUL. */
const SEPARATOR = '\0';

const valueOf = (column: HitColumn, hit: Hit): number | null => {
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

const compare = (a: Sorted, b: Sorted, sign: number): number => {
  if (a.group !== b.group) return a.group - b.group;
  if (a.value !== null && b.value !== null) {
    if (Number.isNaN(a.value) !== Number.isNaN(b.value)) return Number.isNaN(a.value) ? 1 : -1;
    if (a.value !== b.value && !Number.isNaN(a.value)) return sign * (a.value - b.value);
  }
  const natural = compareNames(a, b);
  if (natural !== 0) return a.value === null ? sign * natural : natural;
  return compareBytes(a.name, b.name) || compareText(a.folder, b.folder);
};

/** Cuts a page out of hits, in the order of G-13 and, for equal names, of their folders. */
export const pageOfHits = (hits: readonly Hit[], page: HitPage): KeyedHit[] => {
  const sign = page.desc ? -1 : 1;
  const group = (type: number): number => (page.dirfirst && !isFolder(type) ? 1 : 0);
  const cursor = page.after === null ? null : cursorOf(page, page.after, group);
  const first = new FirstOf<SortedHit>(page.count, (a, b) => compare(a, b, sign));
  for (const hit of hits) {
    const { name, folder, type } = hit;
    const natural = naturalNeeded(name);
    const sorted = { hit, group: group(type), value: valueOf(page.column, hit), name, folder, natural };
    if (cursor === null || compare(sorted, cursor, sign) > 0) first.offer(sorted);
  }
  return first.all().map((sorted) => {
    const { hit, value } = sorted;
    const key =
      page.column === 'name' ? naturalOf(sorted) : page.column === 'decimal' ? decimalText(hit.name) : String(value);
    return { ...hit, k: `${key}${SEPARATOR}${hit.folder}` };
  });
};

const cursorOf = (
  { column }: HitPage,
  { n, t, k }: NonNullable<HitPage['after']>,
  group: (type: number) => number,
): Sorted => {
  const [key = '', folder = ''] = k.split(SEPARATOR);
  const value = column === 'name' ? null : column === 'decimal' ? decimalValue(key) : Number(key);
  const own = naturalKey(n);
  // Where the key is that of the name, comparing needs none; somebody may have sent another one.
  const natural = column === 'name' && key !== own ? key : undefined;
  return { group: group(t), value, natural, name: n, folder };
};
