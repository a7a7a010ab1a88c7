import type { BoxError, Timers } from '@boxwood/command-bus';
import { GEN, globalTimers } from '@boxwood/command-bus';

/** How long temporary failures are retried, and the clock to use. */
export interface Patience {
  /**
   * Milliseconds after which the last error is returned. 0: no retries. 30,000 when absent, about the restart time of a
   * router.
   */
  readonly patienceMs?: number;
  readonly timers?: Timers;
}

const PATIENCE_MS = 30_000;
const FIRST_MS = 250;
const LONGEST_MS = 4000;

/** Random factor between 0.75 and 1. */
const unevenly = (): number => 0.75 + (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 1024;

/** Waits for `ms` milliseconds or until the signal aborts. */
export const pause = (timers: Timers, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = timers.set(end, signal?.aborted === true ? 0 : ms);
    signal?.addEventListener('abort', end);
  });

/**
 * Exponential backoff with jitter; `reset` starts over. `wait` resolves to false once `patienceMs` has passed or the
 * signal aborts.
 */
export const backOff = (options: Patience, signal?: AbortSignal) => {
  const { timers = globalTimers } = options;
  let since = timers.now();
  let ms = FIRST_MS;
  return {
    again: (): void => {
      since = timers.now();
      ms = FIRST_MS;
    },
    wait: async (): Promise<boolean> => {
      if (signal?.aborted === true || timers.now() - since >= (options.patienceMs ?? PATIENCE_MS)) return false;
      await pause(timers, ms * unevenly(), signal);
      ms = Math.min(ms * 2, LONGEST_MS);
      return !signal?.aborted;
    },
  };
};

/** Error codes of Node, Bun and Deno for a connection that was never established, so nothing was sent. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
]);

/** Returns the innermost error code of a failed connection; '' if there is none, as in browsers. */
export const networkCode = (cause: unknown): string => {
  for (let at = cause, depth = 0; at instanceof Error && depth < 8; depth += 1) {
    const errors = at instanceof AggregateError ? at.errors : [];
    if ('code' in at && typeof at.code === 'string') return at.code;
    at = at.cause ?? errors[0];
  }
  return '';
};

/** Whether a call certainly never reached the box, so that a write can be repeated too. */
export const isUnsent = (error: BoxError): boolean => error._tag === 'Network' && UNSENT.has(networkCode(error.cause));

/** Error families whose own numbers differ from the box's 2, "too many at once" (G-03, G-70). */
const OTHERS: ReadonlySet<string> = new Set(['ACC', 'BDU', 'RPC']);

/** "Too many at once" (G-70): the box refused the call without side effects. */
export const isBusy = (error: BoxError): boolean =>
  error._tag === 'Refused' && error.code === GEN.busy && !OTHERS.has(error.family);

/** The session has ended (G-28). */
export const isExpired = (error: BoxError): boolean =>
  error._tag === 'Refused' && error.code === GEN.session && !OTHERS.has(error.family);
