import type { commandTree, JournalEntry } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import { refusing } from '../vault/index.ts';
import type { Change } from './change.ts';
import type { Journal, Operation } from './journal.ts';
import type { Turned, Undo } from './undo.ts';

const placesOf = (change: Change | undefined): { readonly path: string; readonly target?: string } => {
  if (change === undefined) return { path: '' };
  return 'from' in change ? { path: change.from, target: change.to } : { path: change.path };
};

/** An operation as the Activity screen shows it; its first change stands for all. */
const entryOf = (operation: Operation): JournalEntry => ({
  ...{
    id: operation.id,
    action: operation.action,
    state: operation.state,
    origin: operation.origin,
    reason: operation.reason,
  },
  ...{
    time: Math.floor(operation.at / 1000),
    items: operation.changes.length,
    reversible: operation.reversible ? 1 : 0,
  },
  ...placesOf(operation.changes[0]),
});

const stepOf = ({ operation, task }: Turned) => ({ entry: entryOf(operation), tasks: task === null ? [] : [task] });

/** UNDO, REDO, JOURNALLIST. */
export const journalHandlers = ({ journal, undo }: { readonly journal: Journal; readonly undo: Undo }) =>
  ({
    undo: async ({ id }, { caller }) => stepOf(await refusing(() => undo.undo(caller, id[0] ?? null))),
    redo: async ({ id }, { caller }) => stepOf(await refusing(() => undo.redo(caller, id[0] ?? null))),
    list: ({ count, cursor }, { caller: { user } }) => ({
      total: journal.count(user),
      list: journal.list(user, cursor, count).map(entryOf),
      undo: journal.lastDone(user)?.id ?? 0,
      redo: journal.lastUndone(user)?.id ?? 0,
    }),
  }) satisfies Handlers<(typeof commandTree)['journal'], BoxContext>;
