import { type commandTree, GEN, type JournalEntry, type JournalItem, VEILED } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import { refusing } from '../vault/index.ts';
import type { Change } from './change.ts';
import type { Journal, Operation } from './journal.ts';
import { netChanges } from './steps.ts';
import type { Holder } from '../safe/safe.ts';
import type { Veil } from '../safe/veil.ts';
import type { Turned, Undo } from './undo.ts';

const placesOf = (change: Change | undefined): { readonly path: string; readonly target?: string } => {
  if (change === undefined) return { path: '' };
  return 'from' in change ? { path: change.from, target: change.to } : { path: change.path };
};

/** An operation as the Activity screen shows it, with the paths of its first change. */
const entryOf = (operation: Operation): JournalEntry => ({
  id: operation.id,
  action: operation.action,
  state: operation.state,
  origin: operation.origin,
  reason: operation.reason,
  time: Math.floor(operation.at / 1000),
  items: operation.changes.length,
  reversible: operation.reversible ? 1 : 0,
  ...placesOf(operation.changes[0]),
});

export interface JournalServices {
  readonly journal: Journal;
  readonly undo: Undo;
  readonly veil: Veil;
}

/** UNDO, REDO, JOURNALLIST, JOURNALITEMS. */
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
  /** Finds an operation of the caller. */
  const own = (user: string, id: number, refuse: (code: 11 | 13, info: string) => Error): Operation => {
    const operation = journal.get(id);
    if (operation === null || operation.state === 'intent') throw refuse(GEN.invalid, 'nothing');
    if (operation.user !== user) throw refuse(GEN.noPrivilege, 'journal');
    return operation;
  };
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
    items: ({ id, count, start }, { caller: { user }, session }, { refuse }) => {
      const { changes, asked } = own(user, id, refuse);
      const veiled = (paths: readonly string[]) => veil.over({ user, session }, paths)?.paths ?? null;
      const items = netChanges(changes).map((change): JournalItem => {
        const { path, target } = placesOf(change);
        const [area] = veiled(target === undefined ? [path] : [path, target]) ?? [];
        if (area !== undefined) return { kind: VEILED, path: area };
        const kind = change.kind === 'removed' && change.trash !== undefined ? 'emptied' : change.kind;
        const trash = change.kind === 'trashed' ? { trash: change.trash } : {};
        return { kind, path, ...(target === undefined ? {} : { target }), ...trash };
      });
      const page = { total: items.length, list: items.slice(start, start + count) };
      const isTold = asked !== null && veiled([asked.source, asked.target]) === null;
      return isTold ? { ...page, asked } : page;
    },
  } satisfies Handlers<(typeof commandTree)['journal'], BoxContext>;
};
