import type { BoxError, Client, Either } from '@boxwood/command-bus';
import { BoxFailure, right } from '@boxwood/command-bus';
import { each } from '../paging/each.ts';
import { ListJournal, ListJournalItems } from './commands.ts';
import type { AskedTask, JournalEntry, JournalItem } from './model.ts';

/** A recorded user action with its items. */
export interface RecordedAct {
  readonly entry: JournalEntry;
  readonly items: readonly JournalItem[];
  /** Parameters of the task that carried it out, if there was one. */
  readonly asked?: AskedTask;
}

/** Number of items on one page. */
const PAGE = 500;

/** Reads all items of one journal entry. */
const recordedAct = async (
  client: Pick<Client, 'exec'>,
  entry: JournalEntry,
): Promise<Either<BoxError, RecordedAct>> => {
  const items: JournalItem[] = [];
  for (;;) {
    const asking = { id: entry.id, count: PAGE, start: items.length };
    const page = await client.exec(ListJournalItems, asking)();
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
export const recordedActs = async (client: Pick<Client, 'exec'>, since = 0): Promise<readonly RecordedAct[]> => {
  const acts: RecordedAct[] = [];
  for await (const entry of each(client, ListJournal, {})) {
    if (entry.time < since) break;
    if (entry.state !== 'done' && entry.state !== 'blocked') continue;
    const act = await recordedAct(client, entry);
    if (act._tag === 'Left') throw new BoxFailure(act.left, ListJournalItems.name);
    acts.push(act.right);
  }
  return acts.reverse();
};
