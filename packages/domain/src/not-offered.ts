import { isNotOffered } from '@boxwood/box-sdk';
import { type Failure, rejected, type Result } from './outcome.ts';
import type { DomainMessageKey } from './message-keys.ts';

/** Maps the refusal of a box that does not support a call to a message for the user; other results pass unchanged. */
export const explainNotOffered = <A>(result: Result<A>, messageKey: DomainMessageKey = 'box.notOffered'): Result<A> =>
  result._tag === 'Left' && result.left._tag !== 'Rejected' && isNotOffered(result.left)
    ? rejected(messageKey)
    : result;

/** Whether a failure says that the box does not offer the requested feature. */
export const isNotOfferedRejection = (failure: Failure): boolean =>
  failure._tag === 'Rejected' && (failure.messageKey === 'box.notOffered' || failure.messageKey === 'box.noUndo');
