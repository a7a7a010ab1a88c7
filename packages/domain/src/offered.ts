import { isNotOffered } from '@boxwood/box-sdk';
import { type Failure, rejected, type Result } from './outcome.ts';
import type { WordKey } from './words.ts';

/** A refusal of what only some boxes offer, in plain words; every other result as it is. */
export const offered = <A>(result: Result<A>, word: WordKey = 'box.notOffered'): Result<A> =>
  result._tag === 'Left' && result.left._tag !== 'Rejected' && isNotOffered(result.left) ? rejected(word) : result;

/** Whether a failure is the plain word that the box does not offer what was asked for. */
export const isLacking = (failure: Failure): boolean =>
  failure._tag === 'Rejected' && (failure.word === 'box.notOffered' || failure.word === 'box.noUndo');
