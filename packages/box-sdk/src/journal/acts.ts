import type { BoxError, Client, Either } from '@boxwood/command-bus';
import { BoxFailure, right } from '@boxwood/command-bus';
import { each } from '../paging/each.ts';
import { ListJournal, ListJournalItems } from './commands.ts';
import type { AskedTask, JournalEntry, JournalItem } from './model.ts';

/** Something that somebody did, with all that is known of it. */
export interface RecordedAct {
  readonly entry: JournalEntry;
  readonly items: readonly JournalItem[];
  /** What a task was asked for that did it. */
  readonly asked?: AskedTask;
}

/** Items of one page. */
const PAGE = 500;

/** One entry of the journal with all its items. */
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
 * What the caller did since a moment (epoch seconds) and what still holds of it, the oldest first: what was taken back is left out.
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
