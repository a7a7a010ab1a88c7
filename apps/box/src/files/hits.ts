import { compareBytes, compareText, decimalText, decimalValue, naturalKey } from './sort-key.ts';

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

interface Sorted {
  readonly group: number;
  /** NaN for names without a number, which come last; null where the name itself is the order. */
  readonly value: number | null;
  readonly natural: string;
  readonly name: string;
  readonly folder: string;
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
  const natural = compareText(a.natural, b.natural);
  if (natural !== 0) return a.value === null ? sign * natural : natural;
  return compareBytes(a.name, b.name) || compareText(a.folder, b.folder);
};

/** Sorts hits and cuts a page out of them, in the order of G-13 and, for equal names, of their folders. */
export const pageOfHits = (hits: readonly Hit[], page: HitPage): KeyedHit[] => {
  const sign = page.desc ? -1 : 1;
  const group = (type: number): number => (page.dirfirst && !isFolder(type) ? 1 : 0);
  const sorted = hits
    .map((hit) => ({
      hit,
      ...{ group: group(hit.type), value: valueOf(page.column, hit), natural: naturalKey(hit.name) },
      ...{ name: hit.name, folder: hit.folder },
    }))
    .sort((a, b) => compare(a, b, sign));
  let start = 0;
  if (page.after !== null) {
    const { n, t, k } = page.after;
    const [key = '', folder = ''] = k.split(SEPARATOR);
    const value = page.column === 'name' ? null : page.column === 'decimal' ? decimalValue(key) : Number(key);
    const natural = page.column === 'name' ? key : naturalKey(n);
    const cursor = { group: group(t), value, natural, name: n, folder };
    start = sorted.findIndex((item) => compare(item, cursor, sign) > 0);
    if (start < 0) return [];
  }
  return sorted.slice(start, start + page.count).map(({ hit, natural, value }) => {
    const key = page.column === 'name' ? natural : page.column === 'decimal' ? decimalText(hit.name) : String(value);
    return { ...hit, k: `${key}${SEPARATOR}${hit.folder}` };
  });
};
