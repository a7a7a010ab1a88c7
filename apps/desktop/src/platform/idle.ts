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

/** What a person has opened and does not see yet: a page whose code comes, a list that is read. */
const COMING = '[aria-busy="true"], [data-coming]';
/** How often it is looked whether it is there, and how often at most, ms: something may never come. */
const LOOK_MS = 100;
const LOOKS = 100;

/** Ends when the page is idle and nothing that a person has opened is on its way. */
export const whenCalm = async (): Promise<void> => {
  for (let look = 0; look < LOOKS; look++) {
    await new Promise<void>((resolve) => whenIdle(resolve));
    if (document.querySelector(COMING) === null) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
};

/** How long somebody looks at a page before the first tap, ms. */
const LOOKED_MS = 3_000;

/**
 * {@link whenCalm} after the first press, or when somebody has looked for a while: what is opened first has the line and the processor for
 * itself.
 */
export const whenLookedAt = async (): Promise<void> => {
  await new Promise<void>((resolve) => {
    const pressed = new AbortController();
    const end = (): void => {
      pressed.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, LOOKED_MS);
    addEventListener('click', end, { capture: true, signal: pressed.signal });
  });
  await whenCalm();
};

/** Emits once, when {@link whenIdle} calls back. */
export const idle$ = new Observable<null>((subscriber) =>
  whenIdle(() => {
    subscriber.next(null);
    subscriber.complete();
  }),
);
