import type { OperationFailed } from '../copy/ops.ts';

/** How often what was written is measured against what may be, in milliseconds. */
const WATCH_MS = 1000;

/** How many bytes may be written, and what it means when more come: too much for anybody, or for this disk. */
export interface Bounds {
  readonly limit: number;
  readonly reason: () => OperationFailed;
}

/**
 * Stops work that writes more than it may: sizes in a listing are only claims.
 *
 * @param measure how many bytes were written so far
 * @param work what writes, until the signal it is given
 * @throws what `reason` makes, when more was written than `limit`; else what `work` throws
 */
export async function watched(
  measure: () => Promise<number>,
  { limit, reason }: Bounds,
  work: (enough: AbortSignal) => Promise<void>,
): Promise<void> {
  const enough = new AbortController();
  let measuring = false;
  const look = (): void => {
    if (measuring) return;
    measuring = true;
    measure()
      .then((bytes) => {
        if (bytes > limit) enough.abort();
      })
      // What cannot be measured is looked at again the next time, and at the end.
      .catch(() => undefined)
      .finally(() => {
        measuring = false;
      });
  };
  // eslint-disable-next-line no-restricted-syntax -- looks at one piece of work, as long as it lasts
  const timer = setInterval(look, WATCH_MS);
  try {
    await work(enough.signal);
  } catch (failure) {
    throw enough.signal.aborted ? reason() : failure;
  } finally {
    clearInterval(timer);
  }
  if ((await measure()) > limit) throw reason();
}
