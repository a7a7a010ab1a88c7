import type { BoxError, Timers } from '@boxwood/command-bus';
import { GEN, globalTimers } from '@boxwood/command-bus';

/** How long something that may pass is waited for, and by which clock. */
export interface Patience {
  /** Milliseconds after which the last error is the answer. 0: nothing is repeated. 30,000 when absent: a router that starts anew takes that. */
  readonly patienceMs?: number;
  readonly timers?: Timers;
}

const PATIENCE_MS = 30_000;
const FIRST_MS = 250;
const LONGEST_MS = 4000;

/** Between three quarters and one. */
const unevenly = (): number => 0.75 + (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 1024;

/** Waits, or until the caller gave up. */
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
 * Longer and longer waits, each a little different from those of others who wait for the same; they begin anew with `again`.
 * `wait` answers false when the patience is over, or the caller gave up.
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

/** Codes of Node, Bun and Deno for a connection that was never there: nothing was sent. */
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

/** The innermost code that explains a failed connection, '' when none does (a browser tells nobody). */
export const networkCode = (cause: unknown): string => {
  for (let at = cause, depth = 0; at instanceof Error && depth < 8; depth += 1) {
    const errors = at instanceof AggregateError ? at.errors : [];
    if ('code' in at && typeof at.code === 'string') return at.code;
    at = at.cause ?? errors[0];
  }
  return '';
};

/** Whether a call surely never reached a box, so that also what changes something may be repeated. */
export const isUnsent = (error: BoxError): boolean => error._tag === 'Network' && UNSENT.has(networkCode(error.cause));

/** Families that have numbers of their own where a box says 2 for "too many at once" (G-03, G-70). */
const OTHERS: ReadonlySet<string> = new Set(['ACC', 'BDU', 'RPC']);

/** "Too many at once" (G-70): the box refused before it did anything. */
export const isBusy = (error: BoxError): boolean =>
  error._tag === 'Refused' && error.code === GEN.busy && !OTHERS.has(error.family);

/** The session has ended (G-28). */
export const isExpired = (error: BoxError): boolean =>
  error._tag === 'Refused' && error.code === GEN.session && !OTHERS.has(error.family);
