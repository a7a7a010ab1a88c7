import { joinPath, moveTask } from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import { concatMap, from, map, type Observable, of, reduce, switchMap } from 'rxjs';
import type { FileEntry } from '../model.ts';
import { inBatches } from '../files/file-calls.ts';
import { parentOf } from '../files/file-paths.ts';
import { andThen, type Failure, isUnreachable, rejected, type Result } from '../outcome.ts';
import { tasksSubmitted } from '../tasks/events.ts';
import type { BoxEvent } from '../events/box-event.ts';
import type { UserAction, ActionQuestion, PendingAction } from './offline-queue.ts';
import { isDifferentFile } from './file-fingerprints.ts';
import type { OfflinePort } from './port.ts';

/** Outcome of an action: done, no response from the box, or a question for the user. */
export type SendOutcome = 'done' | 'unheard' | ActionQuestion;

export interface SendActionDeps {
  readonly port: OfflinePort;
  readonly username: string;
  readonly append: (events: readonly BoxEvent[]) => void;
}

const MIN_SERVER_ERROR_STATUS = 500;

const nameOf = (path: string): string => path.slice(parentOf(path).length + 1);

/** A gateway error means that the box is starting, not that it refused. */
const outcomeOfFailure = (failure: Failure): SendOutcome =>
  isUnreachable(failure) || (failure._tag === 'Http' && failure.status >= MIN_SERVER_ERROR_STATUS)
    ? 'unheard'
    : { why: 'refused', failure };

const toSendOutcome = (work: Observable<Result<SendOutcome>>): Observable<SendOutcome> =>
  work.pipe(map((result) => (result._tag === 'Left' ? outcomeOfFailure(result.left) : result.right)));

const done = map((result: Result<unknown>): Result<SendOutcome> => (result._tag === 'Left' ? result : right('done')));
const askUser = (question: ActionQuestion): Observable<Result<SendOutcome>> => of(right(question));

type ExistingEntries = ReadonlyMap<string, FileEntry>;

/** The entries that exist at these paths. */
const findExistingEntries = (port: OfflinePort, paths: readonly string[]): Observable<Result<ExistingEntries>> => {
  const none: Result<ExistingEntries> = right(new Map());
  return from([...new Set(paths.map(parentOf))]).pipe(
    concatMap((folder) => port.findEntries(folder, paths.filter((path) => parentOf(path) === folder).map(nameOf))),
    reduce((sum: Result<ExistingEntries>, found) => {
      if (sum._tag === 'Left') return sum;
      return found._tag === 'Left'
        ? found
        : right(new Map([...sum.right, ...[...found.right.values()].map((one) => [one.path, one] as const)]));
    }, none),
  );
};

/**
 * Performs a pending action. Checks first that it can still be done as intended, and does not repeat a request whose
 * answer was lost.
 */
export const sendAction = (
  { id, act: action, begun }: PendingAction,
  { port, username, append }: SendActionDeps,
): Observable<SendOutcome> => {
  const recordThenCall = <A>(call: () => Observable<Result<A>>): Observable<Result<A>> => {
    append([{ type: 'ActBegun', data: { id } }]);
    return call();
  };
  const recordRenamed = (from: string, to: string): Result<SendOutcome> => {
    append([{ type: 'ActCarried', data: { id, from, to } }]);
    return right('done');
  };
  switch (action.do) {
    case 'new-folder': {
      const { path } = action;
      return toSendOutcome(
        findExistingEntries(port, [path]).pipe(
          andThen((existing) => {
            if (existing.has(path))
              return begun ? of(right<SendOutcome>('done')) : askUser({ why: 'taken', names: [nameOf(path)] });
            return port
              .exists(parentOf(path))
              .pipe(
                andThen((folderExists) =>
                  folderExists
                    ? recordThenCall(() => port.makeFolder(path)).pipe(done)
                    : askUser({ why: 'noFolder', names: [nameOf(path)] }),
                ),
              );
          }),
        ),
      );
    }
    case 'rename': {
      const { path, to } = action;
      return toSendOutcome(
        findExistingEntries(port, [path, to]).pipe(
          andThen((existing) => {
            if (!existing.has(path))
              return begun && existing.has(to)
                ? of(recordRenamed(path, to))
                : askUser({ why: 'gone', names: [nameOf(path)] });
            if (isDifferentFile(action, existing, path))
              return begun && existing.has(to) && !isDifferentFile(action, existing, path, to)
                ? of(recordRenamed(path, to))
                : askUser({ why: 'other', names: [nameOf(path)] });
            if (existing.has(to)) return askUser({ why: 'taken', names: [nameOf(to)] });
            return recordThenCall(() => port.rename(path, to)).pipe(
              map((result) => (result._tag === 'Left' ? result : recordRenamed(path, to))),
            );
          }),
        ),
      );
    }
    case 'move':
      return toSendOutcome(
        findExistingEntries(port, action.paths).pipe(
          andThen((existing) => {
            const missing = action.paths.filter((path) => !existing.has(path));
            if (missing.length > 0 && !begun) return askUser({ why: 'gone', names: missing.map(nameOf) });
            const changed = action.paths.filter((path) => isDifferentFile(action, existing, path));
            if (changed.length > 0) return askUser({ why: 'other', names: changed.map(nameOf) });
            return checkThenMove({ ...action, paths: action.paths.filter((path) => existing.has(path)) });
          }),
        ),
      );
    case 'trash':
      return toSendOutcome(
        findExistingEntries(port, action.paths).pipe(
          andThen((existing) => {
            // Files that are already missing need no question, except where an earlier action moved them and they may
            // still be on the way.
            const paths = action.paths.filter((path) => existing.has(path));
            const missing = action.paths.filter((path) => !existing.has(path));
            if (missing.length > 0 && action.followed === true && !begun)
              return askUser({ why: 'gone', names: missing.map(nameOf) });
            const changed = paths.filter((path) => isDifferentFile(action, existing, path));
            if (changed.length > 0) return askUser({ why: 'other', names: changed.map(nameOf) });
            return paths.length === 0
              ? of(right<SendOutcome>('done'))
              : recordThenCall(() => inBatches(paths, (batch) => port.trash(batch))).pipe(
                  andThen(({ ok, failed }) =>
                    of(failed === 0 ? right<SendOutcome>('done') : rejected('files.partly', { ok, done: ok, failed })),
                  ),
                );
          }),
        ),
      );
    case 'favour':
      return toSendOutcome(recordThenCall(() => port.setFavourite(action.path, action.wanted)).pipe(done));
  }

  function checkThenMove(move: Extract<UserAction, { readonly do: 'move' }>): Observable<Result<SendOutcome>> {
    const names = move.paths.map(nameOf);
    return port.exists(move.into).pipe(
      andThen((folderExists) => (folderExists ? port.findEntries(move.into, names) : of(right(null)))),
      andThen((existingInTarget): Observable<Result<SendOutcome>> => {
        if (existingInTarget === null) return askUser({ why: 'noFolder', names });
        const clash = names.filter((name) => existingInTarget.has(name));
        return clash.length > 0 && move.conflict === null ? askUser({ why: 'taken', names: clash }) : moveEach(move);
      }),
    );
  }

  /** One task after the other, so that a lost connection leaves only one uncertain. */
  function moveEach(move: Extract<UserAction, { readonly do: 'move' }>): Observable<Result<SendOutcome>> {
    const [path, ...paths] = move.paths;
    if (path === undefined) return of(right<SendOutcome>('done'));
    return recordThenCall(() => port.addTask(moveTask(username, path, move.into, move.conflict ?? 1))).pipe(
      switchMap((submitted): Observable<Result<SendOutcome>> => {
        if (submitted._tag === 'Left') return of(submitted);
        const rest = { ...move, paths };
        append([
          ...tasksSubmitted([submitted.right.id]),
          { type: 'ActChanged', data: { id, act: rest } },
          { type: 'ActCarried', data: { id, from: path, to: joinPath(move.into, nameOf(path)) } },
        ]);
        return moveEach(rest);
      }),
    );
  }
};
