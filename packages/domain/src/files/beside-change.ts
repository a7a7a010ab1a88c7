import { ListJournalItems } from '@boxwood/box-sdk';
import { type Client, right } from '@boxwood/command-bus';
import { of, switchMap } from 'rxjs';
import { answer, type Answer } from '../outcome.ts';
import { besideIn } from '../trash/beside.ts';

/**
 * Restores what a journal change deleted under a new name when its old name is occupied; null if the box does not
 * support this.
 */
export const besideChange = (box: Pick<Client, 'exec'>, change: number): Answer<string | null> =>
  answer(box, ListJournalItems, { id: change, count: 1, start: 0 }).pipe(
    switchMap((page): Answer<string | null> => {
      if (page._tag === 'Left') return of(page);
      const trash = page.right.list[0]?.trash;
      return trash === undefined ? of(right(null)) : besideIn(box, trash);
    }),
  );
