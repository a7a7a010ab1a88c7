/** Sequences of touches, and what a person sees before and after them. */
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { type TouchScreen, waitUntilStill } from './touch-screen.ts';

/** Longer than a press has to last to be a long one, and longer than a tap may take to be heard. */
const LONG_MS = 750;
/** The middle of the screen, and how far apart rows are. */
export const [MIDDLE, ROW] = [195, 64];

/** What a person sees of it. */
interface Seen {
  /** What the head of the page says. */
  readonly at: string;
  readonly selected: number;
  readonly scrolled: boolean;
  /** How often the folder was asked for. */
  readonly asked: number;
  readonly menu: boolean;
  /** Of the picture: how much larger than its screen, and whether more is told of it. */
  readonly picture: string;
  readonly enlarged: boolean;
  readonly details: boolean;
  /** Whether its name and what can be done with it lie over it. */
  readonly covered: boolean;
}

export const look = (page: Page): Promise<Omit<Seen, 'asked'>> =>
  page.evaluate(() => {
    const page = document.querySelector('main section:not([hidden]), [data-start]:not([hidden])');
    const slide = page?.querySelector<HTMLElement>('.yarl__slide_current .yarl__slide_wrapper');
    const scaled = slide === null || slide === undefined ? 1 : new DOMMatrix(getComputedStyle(slide).transform).a;
    return {
      at: page?.querySelector('h1, h2')?.textContent ?? '',
      selected: page?.querySelectorAll(':is([role="row"], [data-key])[aria-selected="true"]').length ?? 0,
      scrolled: (page?.querySelector('[role="grid"]')?.scrollTop ?? 0) > 0,
      menu: document.querySelector('[role="menu"]') !== null,
      picture: /\d of \d/.exec(page?.textContent ?? '')?.[0] ?? '',
      enlarged: scaled > 1.01,
      details: page?.querySelector('aside') !== null && page?.querySelector('aside') !== undefined,
      covered: page?.querySelector('header')?.checkVisibility({ visibilityProperty: true }) ?? false,
    };
  });

/** The line of a row, counted from the first: a folder, and files by name. */
export const row = (at: number): readonly [number, number] => [MIDDLE, 56 + ROW / 2 + at * ROW];
export const by = ([x, y]: readonly [number, number], dx: number, dy: number): readonly [number, number] => [
  x + dx,
  y + dy,
];

export interface Sequence {
  readonly what: string;
  readonly fingers: (hand: TouchScreen, page: Page) => Promise<void>;
  /** What is different afterwards. */
  readonly then: Partial<Seen>;
  /** It is about a folder that was drawn up a little. */
  readonly within?: boolean;
}

export const hold = (page: Page): Promise<void> => page.waitForTimeout(LONG_MS);
export const press = async (hand: TouchScreen, page: Page, at: readonly [number, number]): Promise<void> => {
  await hand.down(at);
  await hold(page);
  // A page that has much to do is late: a person waits for the row to be marked before the finger goes on.
  await page.waitForFunction(() => document.querySelector('[aria-selected="true"]') !== null);
};
export const longPress = async (hand: TouchScreen, page: Page, at: readonly [number, number]): Promise<void> => {
  await press(hand, page, at);
  await hand.up();
};
/** Draws one finger and lifts it. */
export const swipe =
  (from: readonly [number, number], ...to: readonly (readonly [number, number])[]) =>
  async (hand: TouchScreen): Promise<void> => {
    await hand.down(from);
    for (const next of to) await hand.draw(next);
    await hand.up();
  };

/** Plays a sequence, and says what is otherwise than a person expects. */
export const player =
  (page: Page, hand: TouchScreen, asked: { times: number }) =>
  async ({ what, fingers, then }: Sequence): Promise<string> => {
    await waitUntilStill(page);
    const before = await look(page);
    asked.times = 0;
    await fingers(hand, page);
    await waitUntilStill(page);
    const expected = { ...before, ...then, asked: then.asked ?? asked.times };
    let seen: Seen = { ...(await look(page)), asked: asked.times };
    // What has begun may take a moment to be seen; what must not happen would have begun by now.
    await expect
      .poll(async () => (seen = { ...(await look(page)), asked: asked.times }), { message: what, timeout: 5_000 })
      .toEqual(expected)
      .catch(() => undefined);
    await hand.reset();
    return JSON.stringify(seen) === JSON.stringify(expected) ? '' : `${what}: ${JSON.stringify(seen)}`;
  };
