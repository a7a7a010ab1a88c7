import type { ServerResponse } from 'node:http';
import { CallerGone } from '@boxwood/account';

/** One for all: it says nothing of where, and the stack of each would be a twentieth of a listing. */
const GONE = new CallerGone();

/** Aborted, with {@link CallerGone}, when whoever waits for this answer is gone, and when it is given. */
export const goneFrom = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController();
  const go = (): void => gone.abort(GONE);
  if (response.destroyed) go();
  response.once('close', go);
  return gone.signal;
};
