import type { ServerResponse } from 'node:http';
import { CallerDisconnected } from '@boxwood/account';

/** Shared by all requests: it needs no stack, whose capture would cost 5 % of a listing. */
const DISCONNECTED = new CallerDisconnected();

/** A signal that aborts with {@link CallerDisconnected} when the client disconnects, and when the response is complete. */
export const abortOnDisconnect = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController();
  const abort = (): void => controller.abort(DISCONNECTED);
  if (response.destroyed) abort();
  response.once('close', abort);
  return controller.signal;
};
