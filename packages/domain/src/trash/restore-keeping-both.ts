import { joinPath } from '@boxwood/box-sdk';
import { copyName } from '@boxwood/box-sdk/rules';
import { defer, map, type Observable, of, switchMap } from 'rxjs';
import { isFolder } from '../model.ts';
import { andThen, type Result } from '../outcome.ts';
import type { TrashPort } from './port.ts';
import type { TrashedItem } from './trash.ts';

/** How many copy names are tried. */
const MAX_COPY_NAMES = 100;

type KeepBothPort = Pick<TrashPort, 'restoreWithNewName' | 'occupiedNames' | 'rename' | 'restore'>;
type KeepBothItem = Pick<TrashedItem, 'id' | 'name' | 'type' | 'from'>;
type RestoreResult = Result<{ readonly failed: readonly string[] }>;

/**
 * Restores one item whose name is occupied (G-54, G-20), as `name_copy.ext`. A box that does this in one step also
 * undoes it in one step.
 */
export const restoreKeepingBoth = (port: KeepBothPort, item: KeepBothItem): Observable<RestoreResult> =>
  port
    .restoreWithNewName(item.id)
    .pipe(
      andThen((path): Observable<RestoreResult> =>
        path === null ? restoreInSteps(port, item) : of({ _tag: 'Right', right: { failed: [] } }),
      ),
    );

/**
 * For a box that restores only under the original name: the existing file is renamed for that moment. After every step
 * both files have descriptive names in the folder; when the restore is refused, the existing file gets its name back.
 */
const restoreInSteps = (port: KeepBothPort, { id, name, type, from }: KeepBothItem): Observable<RestoreResult> => {
  const folder = isFolder({ type });
  const copies = Array.from({ length: MAX_COPY_NAMES }, (_, index) => copyName(name, index + 1, folder));
  const at = (file: string): string => joinPath(from, file);
  return port.occupiedNames(from, [name, ...copies]).pipe(
    andThen((occupied): Observable<RestoreResult> => {
      if (!occupied.has(name)) return port.restore([id]);
      const [restoredName, temporaryName] = copies.filter((copy) => !occupied.has(copy));
      if (restoredName === undefined || temporaryName === undefined)
        return of({ _tag: 'Right', right: { failed: [id] } });
      const renameBack = (restored: RestoreResult): Observable<RestoreResult> =>
        port.rename(at(temporaryName), at(name)).pipe(map((renamed) => (renamed._tag === 'Left' ? renamed : restored)));
      const restore$ = defer(() => port.restore([id])).pipe(
        switchMap((restored: RestoreResult) => {
          if (restored._tag === 'Left' || restored.right.failed.length > 0) return renameBack(restored);
          return port.rename(at(name), at(restoredName)).pipe(andThen(() => renameBack(restored)));
        }),
      );
      return port.rename(at(name), at(temporaryName)).pipe(andThen(() => restore$));
    }),
  );
};
