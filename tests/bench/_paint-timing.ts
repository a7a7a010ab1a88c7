/** Measures in the page itself, so that the round trip to the browser does not count. */
import type { Locator, Page } from '@playwright/test';

export interface PaintTrigger {
  /** The event that starts the measurement, and its key if any. */
  readonly event: 'keydown' | 'pointerup';
  readonly key?: string;
  /** The expected element, and a text in it. */
  readonly selector: string;
  readonly text?: string;
}

export interface PaintTiming {
  /** Milliseconds from the event to the painted frame. */
  readonly fromKey: number;
  /** Milliseconds from the box's last reply to the painted frame; from the event when there was no request. */
  readonly fromReply: number;
}

/** Starts observing, performs the action, and waits for the painted frame with the expected element. */
export const measurePaint = async (
  page: Page,
  watch: PaintTrigger,
  act: () => Promise<unknown>,
): Promise<PaintTiming> => {
  const watching = await page.evaluateHandle(({ event, key, selector, text }) => {
    const seen = new Promise<PaintTiming>((resolve, reject) => {
      setTimeout(() => {
        reject(new Error(`${selector} with ${text ?? 'anything'} never came`));
      }, 30_000);
      performance.clearResourceTimings();
      let begun = 0;
      const look = (): void => {
        const found = document.querySelector(selector);
        if (found === null || (text !== undefined && !found.textContent.includes(text))) {
          requestAnimationFrame(look);
          return;
        }
        setTimeout(() => {
          const now = performance.now();
          const ends = performance
            .getEntriesByType('resource')
            .flatMap((one) =>
              one instanceof PerformanceResourceTiming && one.initiatorType === 'fetch' ? [one.responseEnd] : [],
            )
            .filter((end) => end <= now);
          resolve({ fromKey: now - begun, fromReply: now - Math.max(begun, ...ends) });
        }, 0);
      };
      const begin = (happened: Event): void => {
        if (key !== undefined && (!(happened instanceof KeyboardEvent) || happened.key !== key)) return;
        removeEventListener(event, begin, true);
        begun = performance.now();
        requestAnimationFrame(look);
      };
      addEventListener(event, begin, true);
    });
    // Wrapped in an object, so that the handle does not await it.
    return { seen };
  }, watch);
  await act();
  const result = await watching.evaluate(({ seen }) => seen);
  await watching.dispose();
  return result;
};

/** Scrolls a list from top to end, a little every frame. */
export const scrollThrough = (list: Locator, ms: number): Promise<void> =>
  list.evaluate(
    (element, took) =>
      new Promise<void>((resolve) => {
        const scroller = [element, ...element.querySelectorAll('*')].find(
          (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible',
        );
        if (scroller === undefined) {
          resolve();
          return;
        }
        const end = scroller.scrollHeight - scroller.clientHeight;
        const begun = performance.now();
        const step = (): void => {
          const share = Math.min(1, (performance.now() - begun) / took);
          scroller.scrollTop = end * share;
          if (share < 1) requestAnimationFrame(step);
          else resolve();
        };
        step();
      }),
    ms,
  );
