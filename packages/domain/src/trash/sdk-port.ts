import { findExistingNames } from '../files/sdk-port.ts';
import { DeleteTrash, EmptyTrash, GEN, ListTrash, MoveFile, RestoreTrash } from '@boxwood/box-sdk';
import { type Client, left, right } from '@boxwood/command-bus';
import { map } from 'rxjs';
import { restoreWithNewName } from './restore-with-new-name.ts';
import type { TrashPort } from './port.ts';
import { execute, mapRight } from '../outcome.ts';

type TrashClient = Pick<Client, 'exec'>;

/** Deletion time, newest first (TRASH-02). */
const BY_DELETION = '5';

export const trashPort = (box: TrashClient): TrashPort => {
  const ids = (failed: readonly { readonly id: string }[] | undefined) => ({
    failed: (failed ?? []).map(({ id }) => id),
  });
  return {
    list: (offset, count) =>
      execute(box, ListTrash, { offset, count, order: BY_DELETION, desc: 1 }).pipe(
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
      execute(box, RestoreTrash, { ids: which }).pipe(
        map((result) => {
          if (result._tag === 'Right') return right(ids(result.right.failed));
          // For a single item the box reports an occupied name by the code alone (G-54).
          const isOccupied = result.left._tag === 'Refused' && result.left.code === GEN.invalid && which.length === 1;
          return isOccupied ? right({ failed: which }) : left(result.left);
        }),
      ),
    restoreWithNewName: (id) => restoreWithNewName(box, id),
    occupiedNames: (folder, names) => findExistingNames(box, folder, names),
    rename: (source, target) => execute(box, MoveFile, { source, target }),
    remove: (which) => execute(box, DeleteTrash, { ids: which }).pipe(mapRight(({ failed }) => ids(failed))),
    empty: () => execute(box, EmptyTrash, {}),
  };
};
