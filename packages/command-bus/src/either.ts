/**
 * `Either` and `TaskEither` of fp-ts as plain values. Implemented here so that importing an SDK does not load fp-ts at
 * run time; the values are compatible with fp-ts.
 */
import type { either, taskEither } from 'fp-ts';

export type Either<E, A> = either.Either<E, A>;
export type TaskEither<E, A> = taskEither.TaskEither<E, A>;

export const left = <E>(error: E): Either<E, never> => ({ _tag: 'Left', left: error });
export const right = <A>(value: A): Either<never, A> => ({ _tag: 'Right', right: value });
export const isLeft = <E, A>(result: Either<E, A>): result is either.Left<E> => result._tag === 'Left';
export const isRight = <E, A>(result: Either<E, A>): result is either.Right<A> => result._tag === 'Right';
