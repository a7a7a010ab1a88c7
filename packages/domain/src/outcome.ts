import { GEN } from '@boxwood/box-sdk';
import type { BoxError, Client, CommandSpec, Either, ParamsOf, ResultOf, TaskEither } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import type { Verdict } from '@boxwood/command-bus/rules';
import { map, Observable, of, ReplaySubject, switchMap } from 'rxjs';
import type { WordKey } from './words.ts';

/** The word of a task that ended without what it was for; its values are the `operation` and its `code`, which means something else for each. */
export const TASK_ENDED = 'operation.ended';

/**
 * A rule said no before anything was sent. `word` is a key of the message catalogues: a {@link WordKey} of the domain
 * or the `issue` of an SDK rule, or {@link TASK_ENDED}; `values` fill the blanks of the text.
 */
export interface Rejection {
  readonly _tag: 'Rejected';
  readonly word: string;
  readonly values?: Values;
}

/** What fills the blanks of a text. */
export type Values = Readonly<Record<string, string | number>>;

/** Why something did not happen: a call failed (the SDK's tagged union) or a rule of the domain refused. */
export type Failure = BoxError | Rejection;

/** What every call and every action of the domain yields. Streams carry it and never end in an error. */
export type Result<A> = Either<Failure, A>;

/** One answer of a port: a cold observable of one value. */
export type Answer<A> = Observable<Either<BoxError, A>>;

/**
 * The result of an action that a person asked for. It is hot: the action has started when the method returns,
 * whether or not anyone subscribes, and a late subscriber still gets the one result.
 */
export type Outcome<A> = Observable<Result<A>> & { readonly started?: true };

/**
 * What a screen asks for: cold, so that it is asked when somebody listens and aborted when nobody does any more. An {@link Outcome}, which has
 * started already and goes on without listeners, is none.
 */
export type Question<A> = Observable<Result<A>> & { readonly started?: never };

/** Builds a {@link Rejection} as a failed result. */
export const rejected = (word: WordKey, values?: Values): Either<Rejection, never> =>
  left(values === undefined ? { _tag: 'Rejected', word } : { _tag: 'Rejected', word, values });

/** The refusal of an SDK rule; null when the rule passed. */
export const refusedBy = (verdict: Verdict): Rejection | null => {
  if (verdict.ok) return null;
  const { ok: _, issue, ...values } = verdict;
  return { _tag: 'Rejected', word: issue, values };
};

/**
 * Adapts a `TaskEither` of the SDK to a port's answer. Unsubscribing aborts the call, so the task is made with the signal; one that was made
 * without does not compile. A task that throws against its contract becomes a `Network` failure.
 */
export const fromTask = <A>(start: (signal: AbortSignal) => TaskEither<BoxError, A>): Answer<A> =>
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

/** One command as a port's answer: cold, and aborted when nobody waits any more. */
export const answer = <C extends CommandSpec>(
  client: Pick<Client, 'exec'>,
  command: C,
  params: ParamsOf<C>,
): Answer<ResultOf<C>> => fromTask((signal) => client.exec(command, params, { signal }));

/** Starts the work at once and keeps its one result for whoever asks later. */
export const begin = <A>(work: Observable<Result<A>>): Outcome<A> => {
  const outcome$ = new ReplaySubject<Result<A>>(1);
  work.subscribe(outcome$);
  return outcome$.asObservable();
};

/** An outcome that is already known. */
export const settled = <A>(result: Result<A>): Outcome<A> => of(result);

/** Changes the value of a good result; failures pass. */
export const mapRight =
  <A, B>(change: (value: A) => B) =>
  <E>(source: Observable<Either<E, A>>): Observable<Either<E, B>> =>
    source.pipe(map((result) => (result._tag === 'Left' ? result : right(change(result.right)))));

/** Goes on with the value of a good result; failures pass. */
export const andThen =
  <A, B>(next: (value: A) => Observable<Result<B>>) =>
  (source: Observable<Result<A>>): Observable<Result<B>> =>
    source.pipe(switchMap((result) => (result._tag === 'Left' ? of(result) : next(result.right))));

/** True for results whose cause is the line or the gateway, not the box's decision. */
export const isConnectionFailure = (failure: Failure): boolean =>
  failure._tag === 'Network' || failure._tag === 'Timeout' || failure._tag === 'Http';

/** True where whoever should have answered did not: there was no answer in time, or one of somebody in between. */
export const isUnheard = (failure: Failure): boolean =>
  failure._tag === 'Network' ||
  failure._tag === 'Timeout' ||
  (failure._tag === 'Malformed' && failure.at === 'envelope');

/** False for what stays a no however often it is asked: the domain's own rules, and what a box does not offer (19, 404). */
export const mayPass = (failure: Failure): boolean =>
  failure._tag !== 'Rejected' &&
  failure._tag !== 'Aborted' &&
  !(failure._tag === 'Refused' && failure.code === GEN.version) &&
  !(failure._tag === 'Http' && failure.status === 404);
