import type { ServerResponse } from 'node:http';
import { CallerGone } from '@boxwood/account';

/** Aborted, with {@link CallerGone}, when whoever waits for this answer is gone, and when it is given. */
export const goneFrom = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController();
  const go = (): void => gone.abort(new CallerGone());
  if (response.destroyed) go();
  response.once('close', go);
  return gone.signal;
};
