import { MAX_PHOTOS_PER_CALL } from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import { concatMap, from, map, type Observable, reduce, tap } from 'rxjs';
import { hasTrash } from '../files/file-paths.ts';
import type { ActionCounts } from '../files/files.ts';
import type { DomainMessageKey } from '../message-keys.ts';
import type { Place } from '../model.ts';
import { explainNotOffered } from '../not-offered.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { type Outcome, type PortResult, type Result, startNow } from '../outcome.ts';

/**
 * Sends ids in batches of the size the box accepts. Reports failures and the number of ids that had no effect;
 * successful batches stay done.
 */
export const sendInBatches = (
  notifications: Notifications,
  ids: readonly string[],
  call: (batch: readonly string[]) => PortResult<readonly string[]>,
  messageKey: DomainMessageKey = 'photos.unseen',
): Observable<Result<readonly string[]>> => {
  const batches = Array.from({ length: Math.ceil(ids.length / MAX_PHOTOS_PER_CALL) }, (_, at) =>
    ids.slice(at * MAX_PHOTOS_PER_CALL, (at + 1) * MAX_PHOTOS_PER_CALL),
  );
  return from(batches).pipe(
    concatMap((batch) => call(batch).pipe(map((result) => explainNotOffered(result)))),
    tap((result) => {
      if (result._tag === 'Left') notifications.fail(result.left);
    }),
    reduce(
      ({ done, failed }, result) =>
        result._tag === 'Left' ? { done, failed: failed ?? result } : { done: [...done, ...result.right], failed },
      { done: [] as readonly string[], failed: null as Result<never> | null },
    ),
    map(({ done, failed }): Result<readonly string[]> => {
      if (failed !== null && done.length === 0) return failed;
      if (failed === null && done.length < ids.length)
        notifications.notify({ level: 'warning', messageKey, values: { count: ids.length - done.length } });
      return right(done);
    }),
  );
};

/** Removes place by place, as the recycle bin requires. Photos in places without a bin are skipped and reported. */
export const removeByPlace = <A extends { readonly path: string }>(
  notifications: Notifications,
  all: readonly A[],
  placeOf: (path: string) => Place | null,
  remove: (each: readonly A[], place: Place) => Observable<Result<ActionCounts>>,
): Outcome<ActionCounts> => {
  const locations = new Map<Place, A[]>();
  let others = 0;
  for (const one of all) {
    const place = placeOf(one.path);
    if (place === null || !hasTrash(place)) others += 1;
    else locations.set(place, [...(locations.get(place) ?? []), one]);
  }
  if (others > 0) notifications.notify({ level: 'warning', messageKey: 'photos.notYours', values: { count: others } });
  return startNow(
    from(locations).pipe(
      concatMap(([place, each]) => remove(each, place)),
      reduce(
        (sum: Result<ActionCounts>, result): Result<ActionCounts> =>
          sum._tag === 'Left' || result._tag === 'Left'
            ? result._tag === 'Left'
              ? result
              : sum
            : right({ ok: sum.right.ok + result.right.ok, failed: sum.right.failed + result.right.failed }),
        right({ ok: 0, failed: 0 }),
      ),
    ),
  );
};
