import type { commandTree, TrashItem } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import { typeOfName } from '../files/file-type.ts';
import { compareBytes, compareText, decimalText, decimalValue, naturalKey } from '../files/sort-key.ts';
import type { BoxContext } from '../identity/authorise.ts';
import { GEN, refusing } from '../vault/index.ts';
import type { TrashRecord } from './sidecar.ts';
import type { Trash } from './trash.ts';

/** 3 with the list when something failed, nothing otherwise (G-67). */
function answer(
  { failed }: { readonly failed: readonly object[] },
  refuse: (code: typeof GEN.failed, info: string, fields: { readonly failed: readonly object[] }) => Error,
): { readonly failed?: never } {
  if (failed.length > 0) throw refuse(GEN.failed, 'failed', { failed });
  return {};
}

const itemOf = (record: TrashRecord): TrashItem => ({
  ...{ id: record.id, n: record.name, t: record.folder ? 5 : typeOfName(record.name), s: record.size },
  ...{ m: record.mtime, d: record.deleted, p: record.parent },
});

/** A record with what it is sorted by, made once for each and not at every look at it. */
interface Keyed {
  readonly record: TrashRecord;
  readonly natural: string;
  /** The first number in the name; infinite without one, so that such names come last. */
  readonly decimal: number;
}

const keyed = (record: TrashRecord, withDecimal: boolean): Keyed => {
  const decimal = withDecimal ? decimalValue(decimalText(record.name)) : Number.NaN;
  return { record, natural: naturalKey(record.name), decimal: Number.isNaN(decimal) ? Infinity : decimal };
};

type Compare = (a: Keyed, b: Keyed) => number;

const byName: Compare = (a, b) =>
  compareText(a.natural, b.natural) ||
  compareBytes(a.record.name, b.record.name) ||
  compareText(a.record.id, b.record.id);

/** Sort codes of FILES-43: 1 name, 2 and 3 time, 4 size, 5 deletion time, 6 first number in the name. */
function comparerOf(order: '1' | '2' | '3' | '4' | '5' | '6'): Compare {
  switch (order) {
    case '1':
      return byName;
    case '2':
    case '3':
      return (a, b) => a.record.mtime - b.record.mtime || byName(a, b);
    case '4':
      return (a, b) => a.record.size - b.record.size || byName(a, b);
    case '5':
      return (a, b) => a.record.deleted - b.record.deleted || byName(a, b);
    case '6':
      return (a, b) => (a.decimal === b.decimal ? byName(a, b) : a.decimal - b.decimal);
  }
}

/** B04, X41 to X44. */
export const trashHandlers = ({ trash }: { readonly trash: Trash }) =>
  ({
    put: async ({ paths }, { caller }, { refuse }) => answer(await refusing(() => trash.put(caller, paths)), refuse),
    list: ({ offset, count, order, desc }, { caller }) => {
      const sorted = trash.list(caller).map((record) => keyed(record, order === '6'));
      sorted.sort(comparerOf(order));
      if (desc === 1) sorted.reverse();
      const list = sorted.slice(offset, offset + count).map(({ record }) => itemOf(record));
      return { sum: sorted.length, list };
    },
    restore: async ({ ids }, { caller }, { refuse }) =>
      answer(await refusing(() => trash.restore(caller, ids)), refuse),
    remove: async ({ ids }, { caller }, { refuse }) => answer(await refusing(() => trash.remove(caller, ids)), refuse),
    empty: async (_, { caller }) => ({ num: await refusing(() => trash.clear(caller)) }),
  }) satisfies Handlers<(typeof commandTree)['trash'], BoxContext>;
