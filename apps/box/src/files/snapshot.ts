import { FOLDER, HIDDEN } from './scan.ts';
import type { FolderScan } from './scan.ts';
import { compareBytes, compareText, decimalText, decimalValue } from './sort-key.ts';

/** Sort columns of a listing. */
export type Column = 'name' | 'ctime' | 'mtime' | 'size' | 'decimal' | 'type';

/** Which entries of a folder the client requests. */
export interface EntryFilter {
  readonly type?: number;
  readonly folderonly: boolean;
  readonly regonly: boolean;
  readonly withhidden: boolean;
}

/** A page starts after this triple (G-13). `natural` is the sort key of `n`. */
export interface PageCursor {
  readonly n: string;
  readonly t: number;
  readonly k: string;
  readonly natural: string;
}

/** A sort order of a whole folder; `positions` is null for ascending natural order. */
export interface Ordering {
  readonly column: Column;
  readonly desc: boolean;
  readonly values: Float64Array | Uint32Array | Uint8Array;
  readonly positions: Uint32Array | null;
}

let versions = 0;

/**
 * The contents of one folder in arrays. Cutting a page out of a hundred thousand entries takes well under a
 * millisecond.
 */
export class Snapshot {
  readonly scan: FolderScan;
  /** Unique number of this snapshot, also among snapshots of the same folder. */
  readonly version = (versions += 1);
  /** Known md512kb hashes by position. */
  readonly hashes = new Map<number, string>();
  readonly #sums = new Map<string, number>();

  constructor(scan: FolderScan) {
    this.scan = scan;
  }

  get count(): number {
    return this.scan.count;
  }

  name(position: number): string {
    return this.scan.names.slice(this.scan.nameOffsets[position], this.scan.nameOffsets[position + 1]);
  }

  key(position: number): string {
    return this.scan.keys.slice(this.scan.keyOffsets[position], this.scan.keyOffsets[position + 1]);
  }

  /** Sort key `k` of an entry for a column (G-14). */
  keyIn(column: Column, position: number): string {
    switch (column) {
      case 'name':
        return this.key(position);
      case 'decimal':
        return decimalText(this.name(position));
      case 'ctime':
      case 'mtime':
      case 'size':
      case 'type':
        return String(this.scan[column][position] ?? 0);
    }
  }

  /** Number of matching entries in the whole folder. */
  sum(filter: EntryFilter): number {
    const id = `${filter.type ?? ''} ${filter.folderonly} ${filter.regonly} ${filter.withhidden}`;
    const known = this.#sums.get(id);
    if (known !== undefined) return known;
    let sum = 0;
    for (let position = 0; position < this.count; position += 1) if (this.#matches(position, filter)) sum += 1;
    this.#sums.set(id, sum);
    return sum;
  }

  /** Positions of the entries of a page, in order. */
  page(order: Ordering, filter: EntryFilter, dirfirst: boolean, count: number, after: PageCursor | null): number[] {
    const page: number[] = [];
    const from = after === null ? 0 : this.#firstAfter(order, after);
    const afterGroup = after === null || after.t === 5 || after.t === 100 || after.t === 777 ? FOLDER : 0;
    const take = (start: number, group: number | null): void => {
      for (let at = start; at < this.count && page.length < count; at += 1) {
        const position = order.positions === null ? at : (order.positions[at] ?? 0);
        if (group !== null && ((this.scan.flags[position] ?? 0) & FOLDER) !== group) continue;
        if (this.#matches(position, filter)) page.push(position);
      }
    };
    if (!dirfirst) take(from, null);
    else if (afterGroup === FOLDER) {
      take(from, FOLDER);
      take(0, 0);
    } else take(from, 0);
    return page;
  }

  #matches(position: number, filter: EntryFilter): boolean {
    const flags = this.scan.flags[position] ?? 0;
    if (!filter.withhidden && (flags & HIDDEN) !== 0) return false;
    if (filter.folderonly && (flags & FOLDER) === 0) return false;
    if (filter.regonly && (flags & FOLDER) !== 0) return false;
    return filter.type === undefined || this.scan.type[position] === filter.type;
  }

  /** Index of the first entry strictly after the cursor. The entry of the cursor may be deleted. */
  #firstAfter(order: Ordering, cursor: PageCursor): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const position = order.positions === null ? middle : (order.positions[middle] ?? 0);
      if (this.#compare(order, position, cursor) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(order: Ordering, position: number, cursor: PageCursor): number {
    const sign = order.desc ? -1 : 1;
    if (order.column === 'name') {
      const byKey = sign * compareText(this.key(position), cursor.k);
      return byKey !== 0 ? byKey : compareBytes(this.name(position), cursor.n);
    }
    const mine = order.values[position] ?? Number.NaN;
    const theirs = order.column === 'decimal' ? decimalValue(cursor.k) : Number(cursor.k);
    if (Number.isNaN(mine) !== Number.isNaN(theirs)) return Number.isNaN(mine) ? 1 : -1;
    if (mine !== theirs && !Number.isNaN(mine)) return mine < theirs ? -sign : sign;
    const natural = compareText(this.key(position), cursor.natural);
    return natural !== 0 ? natural : compareBytes(this.name(position), cursor.n);
  }
}
