import { FOLDER_FLAG, HIDDEN_FLAG } from './scan-folder.ts';
import type { FolderScan } from './scan-folder.ts';
import { compareBytes, compareText, decimalText, decimalValue } from './natural-sort-key.ts';

/** Sort columns of a listing. */
export type SortColumn = 'name' | 'ctime' | 'mtime' | 'size' | 'decimal' | 'type';

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
export interface FolderOrdering {
  readonly column: SortColumn;
  readonly desc: boolean;
  readonly values: Float64Array | Uint32Array | Uint8Array;
  readonly positions: Uint32Array | null;
}

let lastVersion = 0;

/**
 * The contents of one folder in arrays. Cutting a page out of a hundred thousand entries takes well under a
 * millisecond.
 */
export class FolderSnapshot {
  readonly scan: FolderScan;
  /** Unique number of this snapshot, also among snapshots of the same folder. */
  readonly version = (lastVersion += 1);
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
  sortKeyFor(column: SortColumn, position: number): string {
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
    const cached = this.#sums.get(id);
    if (cached !== undefined) return cached;
    let sum = 0;
    for (let position = 0; position < this.count; position += 1) if (this.#matches(position, filter)) sum += 1;
    this.#sums.set(id, sum);
    return sum;
  }

  /** Positions of the entries of a page, in order. */
  page(
    order: FolderOrdering,
    filter: EntryFilter,
    dirfirst: boolean,
    count: number,
    after: PageCursor | null,
  ): number[] {
    const page: number[] = [];
    const from = after === null ? 0 : this.#firstAfter(order, after);
    const afterGroup = after === null || after.t === 5 || after.t === 100 || after.t === 777 ? FOLDER_FLAG : 0;
    const collect = (start: number, group: number | null): void => {
      for (let at = start; at < this.count && page.length < count; at += 1) {
        const position = order.positions === null ? at : (order.positions[at] ?? 0);
        if (group !== null && ((this.scan.flags[position] ?? 0) & FOLDER_FLAG) !== group) continue;
        if (this.#matches(position, filter)) page.push(position);
      }
    };
    if (!dirfirst) collect(from, null);
    else if (afterGroup === FOLDER_FLAG) {
      collect(from, FOLDER_FLAG);
      collect(0, 0);
    } else collect(from, 0);
    return page;
  }

  #matches(position: number, filter: EntryFilter): boolean {
    const flags = this.scan.flags[position] ?? 0;
    if (!filter.withhidden && (flags & HIDDEN_FLAG) !== 0) return false;
    if (filter.folderonly && (flags & FOLDER_FLAG) === 0) return false;
    if (filter.regonly && (flags & FOLDER_FLAG) !== 0) return false;
    return filter.type === undefined || this.scan.type[position] === filter.type;
  }

  /** Index of the first entry strictly after the cursor. The entry of the cursor may be deleted. */
  #firstAfter(order: FolderOrdering, cursor: PageCursor): number {
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

  #compare(order: FolderOrdering, position: number, cursor: PageCursor): number {
    const sign = order.desc ? -1 : 1;
    if (order.column === 'name') {
      const byKey = sign * compareText(this.key(position), cursor.k);
      return byKey !== 0 ? byKey : compareBytes(this.name(position), cursor.n);
    }
    const entryValue = order.values[position] ?? Number.NaN;
    const cursorValue = order.column === 'decimal' ? decimalValue(cursor.k) : Number(cursor.k);
    if (Number.isNaN(entryValue) !== Number.isNaN(cursorValue)) return Number.isNaN(entryValue) ? 1 : -1;
    if (entryValue !== cursorValue && !Number.isNaN(entryValue)) return entryValue < cursorValue ? -sign : sign;
    const natural = compareText(this.key(position), cursor.natural);
    return natural !== 0 ? natural : compareBytes(this.name(position), cursor.n);
  }
}
