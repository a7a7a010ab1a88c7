import { Observable } from 'rxjs';

/** Upper limit of the wait on a page that never becomes idle, in ms. */
const MAX_IDLE_WAIT_MS = 2_000;

/**
 * Calls back once the page has painted and has no urgent work. Safari has no idle callbacks and waits 200 ms instead.
 * @returns a function that cancels the callback
 */
export const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: MAX_IDLE_WAIT_MS });
    return () => {
      cancelIdleCallback(handle);
    };
  }
  const timer = setTimeout(run, 200);
  return () => {
    clearTimeout(timer);
  };
};

/** Matches what the user opened and does not see yet: a page whose code is loading, or a list that is being read. */
const LOADING_SELECTOR = '[aria-busy="true"], [data-coming]';
/** Poll interval in ms and the maximum number of polls, as something may never finish loading. */
const POLL_INTERVAL_MS = 100;
const MAX_POLLS = 100;

/** Resolves when the page is idle and nothing that the user opened is still loading. */
export const afterFirstPaint = async (): Promise<void> => {
  for (let poll = 0; poll < MAX_POLLS; poll++) {
    await new Promise<void>((resolve) => whenIdle(resolve));
    if (document.querySelector(LOADING_SELECTOR) === null) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
};

/** Time without a first tap, in ms, after which background work may start. */
const MAX_FIRST_PRESS_WAIT_MS = 3_000;

/**
 * Resolves as {@link afterFirstPaint} does, but only after the first press or {@link MAX_FIRST_PRESS_WAIT_MS}: the
 * first page the user opens has the connection and the processor for itself.
 */
export const afterFirstPress = async (): Promise<void> => {
  await new Promise<void>((resolve) => {
    const pressed = new AbortController();
    const end = (): void => {
      pressed.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, MAX_FIRST_PRESS_WAIT_MS);
    addEventListener('click', end, { capture: true, signal: pressed.signal });
  });
  await afterFirstPaint();
};

/** Emits once, when {@link whenIdle} calls back. */
export const idle$ = new Observable<null>((subscriber) =>
  whenIdle(() => {
    subscriber.next(null);
    subscriber.complete();
  }),
);
