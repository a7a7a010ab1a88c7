import { type commandTree, GEN, type JournalEntry, type JournalItem, HIDDEN_ITEM_KIND } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import { withRefusals } from '../vault/index.ts';
import type { JournalChange } from './journal-change.ts';
import type { Journal, JournalOperation } from './journal.ts';
import { netChanges } from './undo-steps.ts';
import type { UserSession } from '../../features/safe/safe.ts';
import type { PathRedactor } from '../../features/safe/redact-hidden-paths.ts';
import type { UndoResult, Undo } from './undo.ts';

const pathsOf = (change: JournalChange | undefined): { readonly path: string; readonly target?: string } => {
  if (change === undefined) return { path: '' };
  return 'from' in change ? { path: change.from, target: change.to } : { path: change.path };
};

/** An operation as the Activity screen shows it, with the paths of its first change. */
const entryOf = (operation: JournalOperation): JournalEntry => ({
  id: operation.id,
  action: operation.action,
  state: operation.state,
  origin: operation.origin,
  reason: operation.reason,
  time: Math.floor(operation.at / 1000),
  items: operation.changes.length,
  reversible: operation.reversible ? 1 : 0,
  ...pathsOf(operation.changes[0]),
});

export interface JournalServices {
  readonly journal: Journal;
  readonly undo: Undo;
  readonly pathRedactor: PathRedactor;
}

/** UNDO, REDO, JOURNALLIST, JOURNALITEMS. */
export const journalHandlers = ({ journal, undo, pathRedactor }: JournalServices) => {
  const visibleEntry = ({ caller: { user }, session }: BoxContext, operation: JournalOperation): JournalEntry => {
    const entry = entryOf(operation);
    const userSession: UserSession = { user, session };
    const redacted = pathRedactor.redact(userSession, [
      entry.path,
      ...(entry.target === undefined ? [] : [entry.target]),
    ]);
    const [path, target] = redacted?.paths ?? [];
    return { ...entry, ...(path === undefined ? {} : { path }), ...(target === undefined ? {} : { target }) };
  };
  const responseOf = (context: BoxContext, { operation, task }: UndoResult) => ({
    entry: visibleEntry(context, operation),
    tasks: task === null ? [] : [task],
  });
  /** Finds an operation of the caller. */
  const requireOwnOperation = (
    user: string,
    id: number,
    refuse: (code: 11 | 13, info: string) => Error,
  ): JournalOperation => {
    const operation = journal.get(id);
    if (operation === null || operation.state === 'intent') throw refuse(GEN.invalid, 'nothing');
    if (operation.user !== user) throw refuse(GEN.noPrivilege, 'journal');
    return operation;
  };
  return {
    undo: async ({ id }, context) =>
      responseOf(context, await withRefusals(() => undo.undo(context.caller, id[0] ?? null))),
    redo: async ({ id }, context) =>
      responseOf(context, await withRefusals(() => undo.redo(context.caller, id[0] ?? null))),
    list: ({ count, cursor }, context) => {
      const { user } = context.caller;
      return {
        total: journal.count(user),
        list: journal.list(user, cursor, count).map((operation) => visibleEntry(context, operation)),
        undo: journal.lastDone(user)?.id ?? 0,
        redo: journal.lastUndone(user)?.id ?? 0,
      };
    },
    items: ({ id, count, start }, { caller: { user }, session }, { refuse }) => {
      const { changes, asked } = requireOwnOperation(user, id, refuse);
      const redacted = (paths: readonly string[]) => pathRedactor.redact({ user, session }, paths)?.paths ?? null;
      const items = netChanges(changes).map((change): JournalItem => {
        const { path, target } = pathsOf(change);
        const [area] = redacted(target === undefined ? [path] : [path, target]) ?? [];
        if (area !== undefined) return { kind: HIDDEN_ITEM_KIND, path: area };
        const kind = change.kind === 'removed' && change.trash !== undefined ? 'emptied' : change.kind;
        const trash = change.kind === 'trashed' ? { trash: change.trash } : {};
        return { kind, path, ...(target === undefined ? {} : { target }), ...trash };
      });
      const page = { total: items.length, list: items.slice(start, start + count) };
      const showRequest = asked !== null && redacted([asked.source, asked.target]) === null;
      return showRequest ? { ...page, asked } : page;
    },
  } satisfies Handlers<(typeof commandTree)['journal'], BoxContext>;
};
