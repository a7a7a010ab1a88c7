import type { CDPSession, Page } from '@playwright/test';

type Point = readonly [x: number, y: number];

/**
 * Interval between two frames of a moving finger, and its pause before it is lifted, in ms: without the pause the
 * content would keep scrolling, and the next tap would only stop that.
 */
const [FRAME_MS, REST_MS] = [12, 60];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Touches on a screen, each by its id: real touches, from which the browser derives pointer events, presses, scrolls
 * and clicks.
 */
export class TouchScreen {
  readonly #session: CDPSession;
  readonly #on = new Map<number, Point>();

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /** @param timestamp when the touch happened, in seconds since 1970; now when absent */
  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', timestamp?: number): Promise<void> {
    const touchPoints = [...this.#on].map(([id, [x, y]]) => ({ id, x, y }));
    const when = timestamp === undefined ? {} : { timestamp };
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints, ...when });
  }

  async down(at: Point, finger = 0): Promise<void> {
    this.#on.set(finger, at);
    await this.#send('touchStart');
  }

  /** Moves a finger to a point, quickly away from its start: on a slow machine it would be a long press. */
  async draw(to: Point, finger = 0): Promise<void> {
    const [x, y] = this.#on.get(finger) ?? to;
    for (const part of [0.3, 0.5, 0.7, 0.85, 1]) {
      this.#on.set(finger, [x + (to[0] - x) * part, y + (to[1] - y) * part]);
      await this.#send('touchMove');
      await pause(FRAME_MS);
    }
    await pause(REST_MS);
  }

  /** Moves two fingers at once. */
  async drawBoth(one: Point, other: Point): Promise<void> {
    const [from = one, second = other] = [this.#on.get(0), this.#on.get(1)];
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
      this.#on.set(0, [from[0] + (one[0] - from[0]) * part, from[1] + (one[1] - from[1]) * part]);
      this.#on.set(1, [second[0] + (other[0] - second[0]) * part, second[1] + (other[1] - second[1]) * part]);
      await this.#send('touchMove');
      await pause(FRAME_MS);
    }
    await pause(REST_MS);
  }

  /** Lifts all fingers, the first one first. */
  async up(): Promise<void> {
    this.#on.clear();
    await this.#send('touchEnd');
  }

  /** The system cancels the touches, as for a system gesture. */
  async cancel(): Promise<void> {
    this.#on.clear();
    await this.#send('touchCancel');
  }

  /** Two fingers may zoom the page itself: back to its own size. */
  async reset(): Promise<void> {
    await this.#session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
  }

  async tap(at: Point): Promise<void> {
    await this.down(at);
    await this.up();
  }

  /** Taps twice with this interval between the touches, however long the page takes for what happens `between`. */
  async tapTwice(at: Point, ms: number, between: () => Promise<unknown>): Promise<void> {
    // Separates it from an earlier tap.
    await pause(500);
    const begun = Date.now();
    await this.tap(at);
    await between();
    await pause(Math.max(0, begun + ms - Date.now()));
    this.#on.set(0, at);
    await this.#send('touchStart', (begun + ms) / 1000);
    this.#on.clear();
    await this.#send('touchEnd', (begun + ms + 10) / 1000);
  }
}

/** Waits two frames, until all movement has stopped. */
export const waitUntilStill = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations === 1);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
