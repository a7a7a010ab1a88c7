import type { OperationFailed } from '../copy/operation-codes.ts';

/** Interval at which the output is measured, in ms. */
const MEASURE_INTERVAL_MS = 1000;

/** Limit for written bytes, and the error when it is exceeded: too large in general, or for this disk. */
export interface OutputLimit {
  readonly limit: number;
  readonly reason: () => OperationFailed;
}

/**
 * Aborts work that writes more than allowed, because sizes in a listing are only claims.
 *
 * @param measure returns the number of bytes written so far
 * @param work writes until its signal aborts
 * @throws the error of `reason` when more than `limit` was written; otherwise what `work` throws
 */
export async function withOutputLimit(
  measure: () => Promise<number>,
  { limit, reason }: OutputLimit,
  work: (limitReached: AbortSignal) => Promise<void>,
): Promise<void> {
  const limitReached = new AbortController();
  let measuring = false;
  const measureOnce = (): void => {
    if (measuring) return;
    measuring = true;
    measure()
      .then((bytes) => {
        if (bytes > limit) limitReached.abort();
      })
      // A failed measurement is repeated at the next interval and at the end.
      .catch(() => undefined)
      .finally(() => {
        measuring = false;
      });
  };
  // eslint-disable-next-line no-restricted-syntax -- looks at one piece of work, as long as it lasts
  const timer = setInterval(measureOnce, MEASURE_INTERVAL_MS);
  try {
    await work(limitReached.signal);
  } catch (failure) {
    throw limitReached.signal.aborted ? reason() : failure;
  } finally {
    clearInterval(timer);
  }
  if ((await measure()) > limit) throw reason();
}
