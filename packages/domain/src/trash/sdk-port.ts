import { takenIn } from '../files/sdk-port.ts';
import { DeleteTrash, EmptyTrash, GEN, ListTrash, MoveFile, RestoreTrash } from '@boxwood/box-sdk';
import { type Client, left, right } from '@boxwood/command-bus';
import { map } from 'rxjs';
import { besideIn } from './beside.ts';
import type { TrashPort } from './port.ts';
import { answer, mapRight } from '../outcome.ts';

type Exec = Pick<Client, 'exec'>;

/** Deletion time, newest first (TRASH-02). */
const BY_DELETION = '5';

export const trashPort = (box: Exec): TrashPort => {
  const ids = (failed: readonly { readonly id: string }[] | undefined) => ({
    failed: (failed ?? []).map(({ id }) => id),
  });
  return {
    list: (offset, count) =>
      answer(box, ListTrash, { offset, count, order: BY_DELETION, desc: 1 }).pipe(
        mapRight(({ sum, list }) => ({
          total: sum,
          items: list.map(({ id, n, t, s, m, d, p }) => ({
            id,
            name: n,
            type: t,
            size: s,
            mtime: m,
            deleted: d,
            from: p,
          })),
        })),
      ),
    restore: (which) =>
      answer(box, RestoreTrash, { ids: which }).pipe(
        map((result) => {
          if (result._tag === 'Right') return right(ids(result.right.failed));
          // For a single item the box reports an occupied name by the code alone (G-54).
          const taken = result.left._tag === 'Refused' && result.left.code === GEN.invalid && which.length === 1;
          return taken ? right({ failed: which }) : left(result.left);
        }),
      ),
    beside: (id) => besideIn(box, id),
    taken: (folder, names) => takenIn(box, folder, names),
    rename: (source, target) => answer(box, MoveFile, { source, target }),
    remove: (which) => answer(box, DeleteTrash, { ids: which }).pipe(mapRight(({ failed }) => ids(failed))),
    empty: () => answer(box, EmptyTrash, {}),
  };
};
