import { Observable } from 'rxjs';

/** How long something may wait for a page that never comes to rest, ms. */
const LATEST = 2_000;

/**
 * Calls back once the page has painted and has nothing urgent left to do. Safari has no idle callbacks; there a moment passes.
 * @returns a function that takes it back
 */
export const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: LATEST });
    return () => {
      cancelIdleCallback(handle);
    };
  }
  const timer = setTimeout(run, 200);
  return () => {
    clearTimeout(timer);
  };
};

/** Emits once, when {@link whenIdle} calls back. */
export const idle$ = new Observable<null>((subscriber) =>
  whenIdle(() => {
    subscriber.next(null);
    subscriber.complete();
  }),
);
