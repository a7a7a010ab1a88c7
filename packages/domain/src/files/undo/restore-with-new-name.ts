import { ListJournalItems } from '@boxwood/box-sdk';
import { type Client, right } from '@boxwood/command-bus';
import { of, switchMap } from 'rxjs';
import { execute, type PortResult } from '../../outcome.ts';
import { restoreWithNewName } from '../../trash/restore-with-new-name.ts';

/**
 * Restores what a journal change deleted under a new name when its old name is occupied; null if the box does not
 * support this.
 */
export const restoreChangeWithNewName = (box: Pick<Client, 'exec'>, change: number): PortResult<string | null> =>
  execute(box, ListJournalItems, { id: change, count: 1, start: 0 }).pipe(
    switchMap((page): PortResult<string | null> => {
      if (page._tag === 'Left') return of(page);
      const trash = page.right.list[0]?.trash;
      return trash === undefined ? of(right(null)) : restoreWithNewName(box, trash);
    }),
  );
