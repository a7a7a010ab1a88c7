import type { BoxError, Client, Either } from '@boxwood/command-bus';
import { BoxFailure, right } from '@boxwood/command-bus';
import { each } from '../iterate-pages.ts';
import { ListJournal, ListJournalItems } from './journal-commands.ts';
import type { AskedTask, JournalEntry, JournalItem } from './journal-model.ts';

/** A recorded user action with its items. */
export interface RecordedAction {
  readonly entry: JournalEntry;
  readonly items: readonly JournalItem[];
  /** Parameters of the task that carried it out, if there was one. */
  readonly asked?: AskedTask;
}

/** Number of items on one page. */
const PAGE_SIZE = 500;

/** Reads all items of one journal entry. */
const readRecordedAction = async (
  client: Pick<Client, 'exec'>,
  entry: JournalEntry,
): Promise<Either<BoxError, RecordedAction>> => {
  const items: JournalItem[] = [];
  for (;;) {
    const params = { id: entry.id, count: PAGE_SIZE, start: items.length };
    const page = await client.exec(ListJournalItems, params)();
    if (page._tag === 'Left') return page;
    const { list, total, asked } = page.right;
    items.push(...list);
    if (list.length === 0 || items.length >= total)
      return right({ entry, items, ...(asked === undefined ? {} : { asked }) });
  }
};

/**
 * Lists the caller's actions since a time (epoch seconds) that are still in effect, oldest first; undone actions are
 * left out.
 * @throws BoxFailure
 */
export const listRecordedActions = async (
  client: Pick<Client, 'exec'>,
  since = 0,
): Promise<readonly RecordedAction[]> => {
  const actions: RecordedAction[] = [];
  for await (const entry of each(client, ListJournal, {})) {
    if (entry.time < since) break;
    if (entry.state !== 'done' && entry.state !== 'blocked') continue;
    const action = await readRecordedAction(client, entry);
    if (action._tag === 'Left') throw new BoxFailure(action.left, ListJournalItems.name);
    actions.push(action.right);
  }
  return actions.reverse();
};
