import { joinPath } from '@boxwood/box-sdk';
import { copyName } from '@boxwood/box-sdk/rules';
import { defer, map, type Observable, of, switchMap } from 'rxjs';
import { isFolder } from '../model.ts';
import { andThen, type Result } from '../outcome.ts';
import type { TrashPort } from './port.ts';
import type { TrashedItem } from './trash.ts';

/** How many copy names are tried. */
const NAMES = 100;

type Places = Pick<TrashPort, 'beside' | 'taken' | 'rename' | 'restore'>;
type Item = Pick<TrashedItem, 'id' | 'name' | 'type' | 'from'>;
type Restored = Result<{ readonly failed: readonly string[] }>;

/**
 * Restores one item whose name is occupied (G-54, G-20), as `name_copy.ext`. A box that does this in one step also
 * undoes it in one step.
 */
export const restoreBeside = (port: Places, item: Item): Observable<Restored> =>
  port
    .beside(item.id)
    .pipe(
      andThen((path): Observable<Restored> =>
        path === null ? inSteps(port, item) : of({ _tag: 'Right', right: { failed: [] } }),
      ),
    );

/**
 * For a box that restores only under the original name: the existing file is renamed for that moment. After every step
 * both files have descriptive names in the folder; when the restore is refused, the existing file gets its name back.
 */
const inSteps = (port: Places, { id, name, type, from }: Item): Observable<Restored> => {
  const folder = isFolder({ type });
  const copies = Array.from({ length: NAMES }, (_, at) => copyName(name, at + 1, folder));
  const at = (file: string): string => joinPath(from, file);
  return port.taken(from, [name, ...copies]).pipe(
    andThen((taken): Observable<Restored> => {
      if (!taken.has(name)) return port.restore([id]);
      const [mine, aside] = copies.filter((copy) => !taken.has(copy));
      if (mine === undefined || aside === undefined) return of({ _tag: 'Right', right: { failed: [id] } });
      const stepBack = (restored: Restored): Observable<Restored> =>
        port.rename(at(aside), at(name)).pipe(map((back) => (back._tag === 'Left' ? back : restored)));
      const putBack$ = defer(() => port.restore([id])).pipe(
        switchMap((restored: Restored) => {
          if (restored._tag === 'Left' || restored.right.failed.length > 0) return stepBack(restored);
          return port.rename(at(name), at(mine)).pipe(andThen(() => stepBack(restored)));
        }),
      );
      return port.rename(at(name), at(aside)).pipe(andThen(() => putBack$));
    }),
  );
};
