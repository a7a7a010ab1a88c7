import { GEN } from '@boxwood/box-sdk';
import { MAX_PATHS, type NewTask } from '@boxwood/box-sdk';
import { checkTargetFree } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import type { Verdict } from '@boxwood/command-bus/rules';
import { concatMap, from, map, type Observable, of, switchMap, toArray } from 'rxjs';
import { type PortResult, type Failure, isUnreachable, rejectionOf, type Result } from '../outcome.ts';
import type { BoxEvent } from '../events/box-event.ts';
import type { ActionCounts } from './files.ts';
import type { ChangeResult, FilesPort } from './port.ts';

/** An action on files. */
export type FileAction = Extract<BoxEvent, { type: 'FilesActed' }>['data']['action'];

/** Counts of an action, and its entries in the box's journal as far as the box reported them. */
export interface RecordedCounts extends ActionCounts {
  readonly changes: readonly number[];
}

/** The entries in the box's journal that results report. */
export const changesOf = (...results: readonly (ChangeResult | null)[]): readonly number[] =>
  results.flatMap((result) => result?.change ?? []);

/**
 * Sends many paths in calls of at most 500 and sums their counts (G-67). Paths of a failed call count as failed, unless
 * every call fails.
 */
export const inBatches = (
  paths: readonly string[],
  call: (batch: readonly string[]) => PortResult<ChangeResult & { readonly failed: number }>,
): Observable<Result<RecordedCounts>> => {
  const batches = Array.from({ length: Math.ceil(paths.length / MAX_PATHS) }, (_, index) =>
    paths.slice(index * MAX_PATHS, (index + 1) * MAX_PATHS),
  );
  return from(batches).pipe(
    concatMap(call),
    toArray(),
    map((results): Result<RecordedCounts> => {
      const refused = results.filter((result) => result._tag === 'Left');
      const last = refused.at(-1);
      if (last !== undefined && refused.length === results.length) return last;
      const failures = results.map((result, index) =>
        result._tag === 'Right' ? result.right.failed : (batches[index]?.length ?? 0),
      );
      const failed = failures.reduce((sum, one) => sum + one, 0);
      const changes = changesOf(...results.flatMap((result) => (result._tag === 'Right' ? [result.right] : [])));
      return right({ ok: paths.length - failed, failed, changes });
    }),
  );
};

/** Ids of the accepted tasks, null for each refused one, and the last refusal. */
export interface SubmittedTasks extends ActionCounts {
  readonly taskIds: readonly (string | null)[];
  readonly lastFailure: Failure | null;
}

/** Submits tasks one after the other; a refused task does not stop the rest. */
export const submitTasks = (port: Pick<FilesPort, 'addTask'>, tasks: readonly NewTask[]): Observable<SubmittedTasks> =>
  from(tasks).pipe(
    concatMap((task) => port.addTask(task)),
    toArray(),
    map((results): SubmittedTasks => {
      const refused = results.filter((result) => result._tag === 'Left');
      return {
        ok: results.length - refused.length,
        failed: refused.length,
        taskIds: results.map((result) => (result._tag === 'Right' ? result.right.id : null)),
        lastFailure: refused.at(-1)?.left ?? null,
      };
    }),
  );

/**
 * RENAME-01, RENAME-02: code 6 of the existence check means that the name is free; a failed check is reported as such.
 */
export const checkNameFree = (port: Pick<FilesPort, 'exists'>, path: string): Observable<Result<null>> =>
  port.exists(path).pipe(
    map((result): Result<null> => {
      if (result._tag === 'Left' && result.left._tag === 'Aborted') return result;
      const refused = rejectionOf(checkTargetFree(result._tag === 'Left' ? -1 : result.right ? 0 : GEN.absent));
      return refused === null ? right(null) : left(refused);
    }),
  );

/**
 * For a call that creates `path`, which was free before: when the answer is lost, checks whether `path` exists now and
 * counts that as success, with null as result.
 */
export const succeedIfCreated =
  (port: Pick<FilesPort, 'exists'>, path: string) =>
  <A>(source: Observable<Result<A>>): Observable<Result<A | null>> =>
    source.pipe(
      switchMap((result): Observable<Result<A | null>> =>
        result._tag === 'Right' || !isUnreachable(result.left)
          ? of(result)
          : port
              .exists(path)
              .pipe(map((found): Result<A | null> => (found._tag === 'Right' && found.right ? right(null) : result))),
      ),
    );

/** The first failed verdict, or a passed one. */
export const firstRefusal = (...verdicts: readonly Verdict[]): Verdict =>
  verdicts.find(({ ok }) => !ok) ?? { ok: true };

/** ERR-118: the box answered "failed" to a new folder. */
export const isFailed = (failure: Failure): boolean =>
  failure._tag === 'Refused' && failure.family === 'GEN' && failure.code === GEN.failed;
