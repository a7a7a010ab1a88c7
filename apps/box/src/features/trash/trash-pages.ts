import { setImmediate } from 'node:timers/promises';
import { compareBytes, compareText, decimalText, decimalValue } from '../files/listing/natural-sort-key.ts';
import type { TrashRecord } from './trash-sidecar.ts';
import type { OrderedTrashRecord, TrashPosition, TrashTable } from './trash-table.ts';

/** Sort codes of FILES-43: 1 name, 2 and 3 time, 4 size, 5 deletion time, 6 first number in the name. */
export type TrashOrder = '1' | '2' | '3' | '4' | '5' | '6';

export interface TrashQuery {
  readonly offset: number;
  readonly count: number;
  readonly order: TrashOrder;
  readonly desc: boolean;
}

type CompareRecords = (a: OrderedTrashRecord, b: OrderedTrashRecord) => number;

const byName: CompareRecords = (a, b) =>
  compareText(a.natural, b.natural) ||
  compareBytes(a.record.name, b.record.name) ||
  compareText(a.record.id, b.record.id);
/** Infinity for names without a number, so that they sort last. */
const decimalOf = ({ record }: OrderedTrashRecord): number => {
  const value = decimalValue(decimalText(record.name));
  return Number.isNaN(value) ? Infinity : value;
};

const comparerOf = (order: Exclude<TrashOrder, '5'>): CompareRecords => {
  switch (order) {
    case '1':
      return byName;
    case '2':
    case '3':
      return (a, b) => a.record.mtime - b.record.mtime || byName(a, b);
    case '4':
      return (a, b) => a.record.size - b.record.size || byName(a, b);
    case '6':
      return (a, b) => {
        const [one, other] = [decimalOf(a), decimalOf(b)];
        return one === other ? byName(a, b) : one - other;
      };
  }
};

/** Rows read, sorted or merged before other work gets a turn: some milliseconds. */
const SLICE_ROWS = 2000;

/** Sorts in slices with other work in between; sorting everything at once could block for seconds. */
const sortInSlices = async <T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<readonly T[]> => {
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += SLICE_ROWS) {
    runs.push(items.slice(at, at + SLICE_ROWS).sort(compare));
    await setImmediate();
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
};

const merge = async <T>(
  one: readonly T[],
  other: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<readonly T[]> => {
  const all: T[] = [];
  let [oneAt, otherAt] = [0, 0];
  for (;;) {
    const [left, right] = [one[oneAt], other[otherAt]];
    const next = right === undefined || (left !== undefined && compare(left, right) <= 0) ? left : right;
    if (next === undefined) return all;
    if (next === left) oneAt += 1;
    else otherAt += 1;
    all.push(next);
    if (all.length % SLICE_ROWS === 0) await setImmediate();
  }
};

/**
 * Pages of a trash bin that may hold a million items. In deletion order, rows are read from the index, and the next
 * page continues where the last one ended. For other orders all items are sorted in slices, and the result is cached
 * for the next page.
 */
export class TrashPages {
  readonly #table: TrashTable;
  #lastPage: { readonly key: string; readonly offset: number; readonly place: TrashPosition | null } | undefined;
  #sorted: { readonly key: string; readonly ids: readonly string[] } | undefined;

  constructor(table: TrashTable) {
    this.#table = table;
  }

  async page(
    user: string,
    query: TrashQuery,
  ): Promise<{ readonly sum: number; readonly list: readonly TrashRecord[] }> {
    const { order } = query;
    const list =
      order === '5' ? await this.#pageByDeletion(user, query) : await this.#pageBySorting(user, { ...query, order });
    return { sum: this.#table.count(user), list };
  }

  /** All items that the user sees. */
  async all(user: string): Promise<readonly TrashRecord[]> {
    return (await this.#readAll(user)).map(({ record }) => record);
  }

  async #pageByDeletion(user: string, { offset, count, desc }: TrashQuery): Promise<readonly TrashRecord[]> {
    const key = JSON.stringify([user, desc, this.#table.version]);
    const from =
      this.#lastPage?.key === key && this.#lastPage.offset <= offset ? this.#lastPage : { offset: 0, place: null };
    let { place } = from;
    for (let left = offset - from.offset; left > 0;) {
      const batch = Math.min(SLICE_ROWS, left);
      const [next, skipped] = this.#table.skip(user, place, desc, batch);
      if (skipped < batch) return [];
      place = next;
      left -= skipped;
      await setImmediate();
    }
    const found = this.#table.listByDeletion(user, place, desc, count);
    this.#lastPage = { key, offset: offset + found.length, place: positionOf(found.at(-1)) ?? place };
    return found.map(({ record }) => record);
  }

  async #pageBySorting(
    user: string,
    { offset, count, order, desc }: TrashQuery & { readonly order: Exclude<TrashOrder, '5'> },
  ): Promise<readonly TrashRecord[]> {
    const key = JSON.stringify([user, order, this.#table.version]);
    if (this.#sorted?.key !== key) {
      const sorted = await sortInSlices(await this.#readAll(user), comparerOf(order));
      this.#sorted = { key, ids: sorted.map(({ record }) => record.id) };
    }
    const { ids } = this.#sorted;
    const pageIds = desc
      ? ids.slice(Math.max(0, ids.length - offset - count), Math.max(0, ids.length - offset)).reverse()
      : ids.slice(offset, offset + count);
    return pageIds.flatMap((id) => this.#table.get(id) ?? []);
  }

  async #readAll(user: string): Promise<OrderedTrashRecord[]> {
    const all: OrderedTrashRecord[] = [];
    for (;;) {
      const slice = this.#table.listByDeletion(user, positionOf(all.at(-1)) ?? null, true, SLICE_ROWS);
      for (const record of slice) all.push(record);
      if (slice.length < SLICE_ROWS) return all;
      await setImmediate();
    }
  }
}

const positionOf = (of: OrderedTrashRecord | undefined): TrashPosition | undefined =>
  of && { deleted: of.record.deleted, natural: of.natural, name: of.record.name, id: of.record.id };
