import { isNotOffered, RestoreBeside } from '@boxwood/box-sdk';
import { type Client, right } from '@boxwood/command-bus';
import { map } from 'rxjs';
import { execute, type PortResult } from '../outcome.ts';

/**
 * Restores an item of the recycle bin with a new name, because its old name is occupied; null where the box does not
 * support this.
 */
export const restoreWithNewName = (box: Pick<Client, 'exec'>, id: string): PortResult<string | null> =>
  execute(box, RestoreBeside, { id }).pipe(
    map((result) => {
      if (result._tag === 'Right') return right(result.right.path);
      return isNotOffered(result.left) ? right(null) : result;
    }),
  );
