import type { commandTree, JournalEntry } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import { refusing } from '../vault/index.ts';
import type { Change } from './change.ts';
import type { Journal, Operation } from './journal.ts';
import type { Holder } from '../safe/safe.ts';
import type { Veil } from '../safe/veil.ts';
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

export interface JournalServices {
  readonly journal: Journal;
  readonly undo: Undo;
  readonly veil: Veil;
}

/** UNDO, REDO, JOURNALLIST. */
export const journalHandlers = ({ journal, undo, veil }: JournalServices) => {
  const shown = ({ caller: { user }, session }: BoxContext, operation: Operation): JournalEntry => {
    const entry = entryOf(operation);
    const holder: Holder = { user, session };
    const veiled = veil.over(holder, [entry.path, ...(entry.target === undefined ? [] : [entry.target])]);
    const [path, target] = veiled?.paths ?? [];
    return { ...entry, ...(path === undefined ? {} : { path }), ...(target === undefined ? {} : { target }) };
  };
  const stepOf = (context: BoxContext, { operation, task }: Turned) => ({
    entry: shown(context, operation),
    tasks: task === null ? [] : [task],
  });
  return {
    undo: async ({ id }, context) => stepOf(context, await refusing(() => undo.undo(context.caller, id[0] ?? null))),
    redo: async ({ id }, context) => stepOf(context, await refusing(() => undo.redo(context.caller, id[0] ?? null))),
    list: ({ count, cursor }, context) => {
      const { user } = context.caller;
      return {
        total: journal.count(user),
        list: journal.list(user, cursor, count).map((operation) => shown(context, operation)),
        undo: journal.lastDone(user)?.id ?? 0,
        redo: journal.lastUndone(user)?.id ?? 0,
      };
    },
  } satisfies Handlers<(typeof commandTree)['journal'], BoxContext>;
};
