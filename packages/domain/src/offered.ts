import { isNotOffered } from '@boxwood/box-sdk';
import { type Failure, rejected, type Result } from './outcome.ts';
import type { WordKey } from './words.ts';

/** Maps the refusal of a box that does not support a call to a message for the user; other results pass unchanged. */
export const offered = <A>(result: Result<A>, word: WordKey = 'box.notOffered'): Result<A> =>
  result._tag === 'Left' && result.left._tag !== 'Rejected' && isNotOffered(result.left) ? rejected(word) : result;

/** Whether a failure says that the box does not offer the requested feature. */
export const isLacking = (failure: Failure): boolean =>
  failure._tag === 'Rejected' && (failure.word === 'box.notOffered' || failure.word === 'box.noUndo');
