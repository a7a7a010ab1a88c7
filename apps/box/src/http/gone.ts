import type { ServerResponse } from 'node:http';
import { CallerGone } from '@boxwood/account';

/** Shared by all requests: it needs no stack, whose capture would cost 5 % of a listing. */
const GONE = new CallerGone();

/** A signal that aborts with {@link CallerGone} when the client disconnects, and when the response is complete. */
export const goneFrom = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController();
  const go = (): void => gone.abort(GONE);
  if (response.destroyed) go();
  response.once('close', go);
  return gone.signal;
};
