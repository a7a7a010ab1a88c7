import type { BoxError, Timers } from '@boxwood/command-bus';
import { GEN, globalTimers } from '@boxwood/command-bus';

/** How long temporary failures are retried, and the clock to use. */
export interface RetryOptions {
  /**
   * Milliseconds after which the last error is returned. 0: no retries. 30,000 when absent, about the restart time of a
   * router.
   */
  readonly patienceMs?: number;
  readonly timers?: Timers;
}

const DEFAULT_PATIENCE_MS = 30_000;
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 4000;

/** Random factor between 0.75 and 1. */
const jitter = (): number => 0.75 + (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 1024;

/** Waits for `ms` milliseconds or until the signal aborts. */
export const delay = (timers: Timers, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const finish = (): void => {
      cancel();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = timers.set(finish, signal?.aborted === true ? 0 : ms);
    signal?.addEventListener('abort', finish);
  });

/**
 * Exponential backoff with jitter; `reset` starts over. `wait` resolves to false once `patienceMs` has passed or the
 * signal aborts.
 */
export const createBackoff = (options: RetryOptions, signal?: AbortSignal) => {
  const { timers = globalTimers } = options;
  let startedAt = timers.now();
  let delayMs = FIRST_DELAY_MS;
  return {
    reset: (): void => {
      startedAt = timers.now();
      delayMs = FIRST_DELAY_MS;
    },
    wait: async (): Promise<boolean> => {
      if (signal?.aborted === true || timers.now() - startedAt >= (options.patienceMs ?? DEFAULT_PATIENCE_MS))
        return false;
      await delay(timers, delayMs * jitter(), signal);
      delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
      return !signal?.aborted;
    },
  };
};

/** Error codes of Node, Bun and Deno for a connection that was never established, so nothing was sent. */
const UNSENT_CODES = new Set([
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
  for (let error = cause, depth = 0; error instanceof Error && depth < 8; depth += 1) {
    const errors = error instanceof AggregateError ? error.errors : [];
    if ('code' in error && typeof error.code === 'string') return error.code;
    error = error.cause ?? errors[0];
  }
  return '';
};

/** Whether a call certainly never reached the box, so that a write can be repeated too. */
export const isUnsent = (error: BoxError): boolean =>
  error._tag === 'Network' && UNSENT_CODES.has(networkCode(error.cause));

/** Error families whose own numbers differ from the box's 2, "too many at once" (G-03, G-70). */
const FAMILIES_WITH_OWN_CODES: ReadonlySet<string> = new Set(['ACC', 'BDU', 'RPC']);

/** "Too many at once" (G-70): the box refused the call without side effects. */
export const isBusy = (error: BoxError): boolean =>
  error._tag === 'Refused' && error.code === GEN.busy && !FAMILIES_WITH_OWN_CODES.has(error.family);

/** The session has ended (G-28). */
export const isExpired = (error: BoxError): boolean =>
  error._tag === 'Refused' && error.code === GEN.session && !FAMILIES_WITH_OWN_CODES.has(error.family);
