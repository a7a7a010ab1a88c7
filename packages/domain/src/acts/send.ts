import { joinPath, moveTask } from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import { concatMap, from, map, type Observable, of, reduce, switchMap } from 'rxjs';
import type { FileEntry } from '../model.ts';
import { inParts } from '../files/parts.ts';
import { parentOf } from '../files/places.ts';
import { andThen, type Failure, isUnheard, rejected, type Result } from '../outcome.ts';
import { tasksSent } from '../tasks/events.ts';
import type { BoxEvent } from '../events/event.ts';
import type { Act, ActQuestion, KeptAct } from './acts.ts';
import { isOther } from './sights.ts';
import type { ActsPort } from './port.ts';

/** Outcome of an action: done, no response from the box, or a question for the user. */
export type Step = 'done' | 'unheard' | ActQuestion;

export interface Sending {
  readonly port: ActsPort;
  readonly username: string;
  readonly append: (events: readonly BoxEvent[]) => void;
}

const GATEWAY = 500;

const nameOf = (path: string): string => path.slice(parentOf(path).length + 1);

/** A gateway error means that the box is starting, not that it refused. */
const stepOf = (failure: Failure): Step =>
  isUnheard(failure) || (failure._tag === 'Http' && failure.status >= GATEWAY)
    ? 'unheard'
    : { why: 'refused', failure };

const ended = (work: Observable<Result<Step>>): Observable<Step> =>
  work.pipe(map((result) => (result._tag === 'Left' ? stepOf(result.left) : result.right)));

const done = map((result: Result<unknown>): Result<Step> => (result._tag === 'Left' ? result : right('done')));
const asked = (question: ActQuestion): Observable<Result<Step>> => of(right(question));

type There = ReadonlyMap<string, FileEntry>;

/** The entries that exist at these paths. */
const standing = (port: ActsPort, paths: readonly string[]): Observable<Result<There>> => {
  const none: Result<There> = right(new Map());
  return from([...new Set(paths.map(parentOf))]).pipe(
    concatMap((folder) => port.found(folder, paths.filter((path) => parentOf(path) === folder).map(nameOf))),
    reduce((sum: Result<There>, found) => {
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
export const sendAct = ({ id, act, begun }: KeptAct, { port, username, append }: Sending): Observable<Step> => {
  const begin = <A>(call: () => Observable<Result<A>>): Observable<Result<A>> => {
    append([{ type: 'ActBegun', data: { id } }]);
    return call();
  };
  const renamed = (from: string, to: string): Result<Step> => {
    append([{ type: 'ActCarried', data: { id, from, to } }]);
    return right('done');
  };
  switch (act.do) {
    case 'new-folder': {
      const { path } = act;
      return ended(
        standing(port, [path]).pipe(
          andThen((there) => {
            if (there.has(path))
              return begun ? of(right<Step>('done')) : asked({ why: 'taken', names: [nameOf(path)] });
            return port
              .exists(parentOf(path))
              .pipe(
                andThen((isThere) =>
                  isThere
                    ? begin(() => port.makeFolder(path)).pipe(done)
                    : asked({ why: 'noFolder', names: [nameOf(path)] }),
                ),
              );
          }),
        ),
      );
    }
    case 'rename': {
      const { path, to } = act;
      return ended(
        standing(port, [path, to]).pipe(
          andThen((there) => {
            if (!there.has(path))
              return begun && there.has(to) ? of(renamed(path, to)) : asked({ why: 'gone', names: [nameOf(path)] });
            if (isOther(act, there, path))
              return begun && there.has(to) && !isOther(act, there, path, to)
                ? of(renamed(path, to))
                : asked({ why: 'other', names: [nameOf(path)] });
            if (there.has(to)) return asked({ why: 'taken', names: [nameOf(to)] });
            return begin(() => port.rename(path, to)).pipe(
              map((result) => (result._tag === 'Left' ? result : renamed(path, to))),
            );
          }),
        ),
      );
    }
    case 'move':
      return ended(
        standing(port, act.paths).pipe(
          andThen((there) => {
            const gone = act.paths.filter((path) => !there.has(path));
            if (gone.length > 0 && !begun) return asked({ why: 'gone', names: gone.map(nameOf) });
            const other = act.paths.filter((path) => isOther(act, there, path));
            if (other.length > 0) return asked({ why: 'other', names: other.map(nameOf) });
            return movable({ ...act, paths: act.paths.filter((path) => there.has(path)) });
          }),
        ),
      );
    case 'trash':
      return ended(
        standing(port, act.paths).pipe(
          andThen((there) => {
            // Files that are already missing need no question, except where an earlier action moved them and they may
            // still be on the way.
            const paths = act.paths.filter((path) => there.has(path));
            const gone = act.paths.filter((path) => !there.has(path));
            if (gone.length > 0 && act.followed === true && !begun)
              return asked({ why: 'gone', names: gone.map(nameOf) });
            const other = paths.filter((path) => isOther(act, there, path));
            if (other.length > 0) return asked({ why: 'other', names: other.map(nameOf) });
            return paths.length === 0
              ? of(right<Step>('done'))
              : begin(() => inParts(paths, (part) => port.trash(part))).pipe(
                  andThen(({ ok, failed }) =>
                    of(failed === 0 ? right<Step>('done') : rejected('files.partly', { ok, done: ok, failed })),
                  ),
                );
          }),
        ),
      );
    case 'favour':
      return ended(begin(() => port.favour(act.path, act.wanted)).pipe(done));
  }

  function movable(move: Extract<Act, { readonly do: 'move' }>): Observable<Result<Step>> {
    const names = move.paths.map(nameOf);
    return port.exists(move.into).pipe(
      andThen((isThere) => (isThere ? port.found(move.into, names) : of(right(null)))),
      andThen((taken): Observable<Result<Step>> => {
        if (taken === null) return asked({ why: 'noFolder', names });
        const clash = names.filter((name) => taken.has(name));
        return clash.length > 0 && move.conflict === null ? asked({ why: 'taken', names: clash }) : eachOf(move);
      }),
    );
  }

  /** One task after the other, so that a lost connection leaves only one uncertain. */
  function eachOf(move: Extract<Act, { readonly do: 'move' }>): Observable<Result<Step>> {
    const [path, ...paths] = move.paths;
    if (path === undefined) return of(right<Step>('done'));
    return begin(() => port.addTask(moveTask(username, path, move.into, move.conflict ?? 1))).pipe(
      switchMap((sent): Observable<Result<Step>> => {
        if (sent._tag === 'Left') return of(sent);
        const rest = { ...move, paths };
        append([
          ...tasksSent([sent.right.id]),
          { type: 'ActChanged', data: { id, act: rest } },
          { type: 'ActCarried', data: { id, from: path, to: joinPath(move.into, nameOf(path)) } },
        ]);
        return eachOf(rest);
      }),
    );
  }
};
