import type { commandTree, TrashItem } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import { typeOfName } from '../files/file-type.ts';
import type { BoxContext } from '../../server/identity/authorise.ts';
import { GEN, withRefusals } from '../../storage/vault/index.ts';
import type { TrashRecord } from './trash-sidecar.ts';
import type { Trash } from './trash.ts';

type BatchOutcome = {
  readonly failed: readonly object[];
  /** Id of the entry in the journal; absent when nothing was recorded. */
  readonly change?: number;
};

/** Refuses with 3, the list of failures and the journal entry if there are failures; otherwise only the entry (G-67). */
function toBatchResult(
  outcome: BatchOutcome,
  refuse: (code: typeof GEN.failed, info: string, fields: BatchOutcome) => Error,
): { readonly failed?: never; readonly change?: number } {
  const { failed, ...recorded } = outcome;
  if (failed.length > 0) throw refuse(GEN.failed, 'failed', outcome);
  return recorded;
}

const itemOf = (record: TrashRecord): TrashItem => ({
  id: record.id,
  n: record.name,
  t: record.folder ? 5 : typeOfName(record.name),
  s: record.size,
  m: record.mtime,
  d: record.deleted,
  p: record.parent,
});

/** B04, X41 to X44, TRASHBESIDE. */
export const trashHandlers = ({ trash }: { readonly trash: Trash }) =>
  ({
    put: async ({ paths }, { caller }, { refuse }) =>
      toBatchResult(await withRefusals(() => trash.put(caller, paths)), refuse),
    list: async ({ offset, count, order, desc }, { caller }) => {
      const { sum, list } = await trash.page(caller, { offset, count, order, desc: desc === 1 });
      return { sum, list: list.map(itemOf) };
    },
    restore: async ({ ids }, { caller }, { refuse }) =>
      toBatchResult(await withRefusals(() => trash.restore(caller, ids)), refuse),
    restoreBeside: async ({ id }, { caller }) => ({
      path: await withRefusals(() => trash.restoreWithNewName(caller, id)),
    }),
    remove: async ({ ids }, { caller }, { refuse }) =>
      toBatchResult(await withRefusals(() => trash.remove(caller, ids)), refuse),
    empty: async (_, { caller }) => ({ num: await withRefusals(() => trash.clear(caller)) }),
  }) satisfies Handlers<(typeof commandTree)['trash'], BoxContext>;
