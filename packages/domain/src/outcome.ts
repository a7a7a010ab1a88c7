import { GEN } from '@boxwood/box-sdk';
import type { BoxError, Client, CommandSpec, Either, ParamsOf, ResultOf, TaskEither } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import type { Verdict } from '@boxwood/command-bus/rules';
import { map, Observable, of, ReplaySubject, switchMap } from 'rxjs';
import type { DomainMessageKey } from './message-keys.ts';

/**
 * Message key of a task that ended without success; its values are the `operation` and its `code`, whose meaning
 * depends on the operation.
 */
export const TASK_ENDED = 'operation.ended';

/**
 * A rule refused before anything was sent. `messageKey` is a key of the message catalogues: a {@link DomainMessageKey}
 * of the domain, the `issue` of an SDK rule, or {@link TASK_ENDED}; `values` fill its placeholders.
 */
export interface Rejection {
  readonly _tag: 'Rejected';
  readonly messageKey: string;
  readonly values?: MessageValues;
}

/** Values for the placeholders of a message. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Why something failed: a call failed (the SDK's tagged union) or a rule of the domain refused. */
export type Failure = BoxError | Rejection;

/** The result of every call and action of the domain. Streams carry it as a value and never error. */
export type Result<A> = Either<Failure, A>;

/** One response of a port: a cold observable of one value. */
export type PortResult<A> = Observable<Either<BoxError, A>>;

/**
 * The result of a user action. It is hot: the action starts when the method returns, whether or not anyone subscribes,
 * and a late subscriber gets the same result.
 */
export type Outcome<A> = Observable<Result<A>> & { readonly started?: true };

/**
 * A cold request: sent on subscription and aborted on unsubscription. An {@link Outcome}, which has started already and
 * continues without subscribers, is not assignable.
 */
export type LazyResult<A> = Observable<Result<A>> & { readonly started?: never };

/** Builds a {@link Rejection} as a failed result. */
export const rejected = (messageKey: DomainMessageKey, values?: MessageValues): Either<Rejection, never> =>
  left(values === undefined ? { _tag: 'Rejected', messageKey } : { _tag: 'Rejected', messageKey, values });

/** The rejection of an SDK rule; null when the rule passed. */
export const rejectionOf = (verdict: Verdict): Rejection | null => {
  if (verdict.ok) return null;
  const { ok: _, issue, ...values } = verdict;
  return { _tag: 'Rejected', messageKey: issue, values };
};

/**
 * Adapts a `TaskEither` of the SDK to a port result. Unsubscribing aborts the call through the signal that `start`
 * receives. A task that throws against its contract becomes a `Network` failure.
 */
export const fromTask = <A>(start: (signal: AbortSignal) => TaskEither<BoxError, A>): PortResult<A> =>
  new Observable<Either<BoxError, A>>((subscriber) => {
    const abort = new AbortController();
    // eslint-disable-next-line no-restricted-syntax -- the one door through which a command's promise becomes a stream
    start(abort.signal)().then(
      (result) => {
        subscriber.next(result);
        subscriber.complete();
      },
      (cause: unknown) => {
        subscriber.next(left<BoxError>({ _tag: 'Network', cause }));
        subscriber.complete();
      },
    );
    return () => {
      abort.abort();
    };
  });

/** Executes one command as a port result: cold, and aborted on unsubscription. */
export const execute = <C extends CommandSpec>(
  client: Pick<Client, 'exec'>,
  command: C,
  params: ParamsOf<C>,
): PortResult<ResultOf<C>> => fromTask((signal) => client.exec(command, params, { signal }));

/** Starts the work at once and replays its one result to later subscribers. */
export const startNow = <A>(work: Observable<Result<A>>): Outcome<A> => {
  const outcome$ = new ReplaySubject<Result<A>>(1);
  work.subscribe(outcome$);
  return outcome$.asObservable();
};

/** An outcome with a known result. */
export const settled = <A>(result: Result<A>): Outcome<A> => of(result);

/** Maps the value of a successful result; failures pass. */
export const mapRight =
  <A, B>(change: (value: A) => B) =>
  <E>(source: Observable<Either<E, A>>): Observable<Either<E, B>> =>
    source.pipe(map((result) => (result._tag === 'Left' ? result : right(change(result.right)))));

/** Continues with the value of a successful result; failures pass. */
export const andThen =
  <A, B>(next: (value: A) => Observable<Result<B>>) =>
  (source: Observable<Result<A>>): Observable<Result<B>> =>
    source.pipe(switchMap((result) => (result._tag === 'Left' ? of(result) : next(result.right))));

/** True for failures of the connection or the gateway, as opposed to decisions of the box. */
export const isConnectionFailure = (failure: Failure): boolean =>
  failure._tag === 'Network' || failure._tag === 'Timeout' || failure._tag === 'Http';

/** True when the server did not respond: no response in time, or one from an intermediary. */
export const isUnreachable = (failure: Failure): boolean =>
  failure._tag === 'Network' ||
  failure._tag === 'Timeout' ||
  (failure._tag === 'Malformed' && failure.at === 'envelope');

/** False for failures that a retry cannot fix: rules of the domain, and calls the box does not support (19, 404). */
export const isRetryable = (failure: Failure): boolean =>
  failure._tag !== 'Rejected' &&
  failure._tag !== 'Aborted' &&
  !(failure._tag === 'Refused' && failure.code === GEN.version) &&
  !(failure._tag === 'Http' && failure.status === 404);
