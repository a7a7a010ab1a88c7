import { expect, type Locator, type Page } from '@playwright/test';
import { entry } from './files-page.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Shows one of the four places of a phone. */
export const goTo = async (page: Page, place: 'files' | 'photos' | 'shared' | 'more'): Promise<void> => {
  await page.locator(`[data-place="${place}"]`).tap();
  await expect(page.locator(`[data-start="${place}"]`)).toBeVisible();
};

/** The page in front on a phone. */
export const front = (page: Page): Locator => page.locator('main section:not([hidden])').first();

/** Opens an app from More. */
export const openFromMore = async (page: Page, id: string): Promise<Locator> => {
  await goTo(page, 'more');
  await page.locator(`[data-app="${id}"]`).tap();
  await expect(page.locator('[data-start="more"]')).toBeHidden();
  return front(page);
};

/** Opens a user's personal space from the start page of Files. */
export const openOwnFiles = async (page: Page): Promise<Locator> => {
  await page.locator('[data-start="files"]').getByRole('button', { name: 'Personal space' }).tap();
  // On a wider screen the start page stays next to it.
  await expect(front(page)).not.toHaveAttribute('data-start');
  return front(page);
};

/** A pause between two taps: without it a tap at the same place would be a double tap. */
const DOUBLE_TAP_PAUSE_MS = 400;

/** Opens a folder on a phone by a tap. */
export const enterByTouch = async (app: Locator, name: string): Promise<void> => {
  await entry(app, name).tap();
  await expect(app.getByRole('heading', { name, exact: true })).toBeVisible();
  // The rows of the previous folder stay inert until those of this one are loaded.
  await expect(app.locator('[inert]')).toHaveCount(0);
  await app.page().waitForTimeout(DOUBLE_TAP_PAUSE_MS);
};

/** Longer than the threshold of a long press. */
const LONG_MS = 700;

/** Puts a finger on an element, holds it, optionally moves it away first, and lifts it. */
export const longPress = async (page: Page, on: Locator, drawn = 0): Promise<void> => {
  const box = await on.boundingBox();
  if (box === null) throw new Error('nothing to press');
  const point = { x: box.x + Math.min(100, box.width / 2), y: box.y + box.height / 2 };
  const fingers = await page.context().newCDPSession(page);
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  if (drawn !== 0)
    await fingers.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: point.x, y: point.y + drawn }],
    });
  await page.waitForTimeout(LONG_MS);
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await fingers.detach();
};

/** Moves a finger over the screen. */
export const dragFinger = async (page: Page, from: Point, to: Point): Promise<void> => {
  const fingers = await page.context().newCDPSession(page);
  const at = (part: number): Point => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(part)] });
    await page.waitForTimeout(16);
  }
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await fingers.detach();
};

/** Puts two fingers around an element and changes their distance, in px. */
export const pinch = async (page: Page, on: Locator, from: number, to: number): Promise<void> => {
  const box = await on.boundingBox();
  if (box === null) throw new Error('nothing to pinch');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const fingers = await page.context().newCDPSession(page);
  const apart = (far: number) => ({ touchPoints: [-1, 1].map((side, id) => ({ x: x + (side * far) / 2, y, id })) });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', ...apart(from) });
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', ...apart(from + (to - from) * part) });
    await page.waitForTimeout(16);
  }
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await fingers.detach();
};

/** Presses an element until it is selected, moves over others without lifting, and lifts the finger there. */
export const dragSelect = async (page: Page, from: Locator, over: readonly Locator[]): Promise<void> => {
  const middle = async (on: Locator): Promise<Point> => {
    const box = await on.boundingBox();
    if (box === null) throw new Error('nothing to draw over');
    return { x: box.x + Math.min(100, box.width / 2), y: box.y + box.height / 2 };
  };
  const fingers = await page.context().newCDPSession(page);
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await middle(from)] });
  await page.waitForTimeout(LONG_MS);
  for (const one of over)
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [await middle(one)] });
  await page.waitForTimeout(100);
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await fingers.detach();
};

/**
 * Elements of a screen that are unsuitable for touch: too small to press or to read, beyond the edge, covered, with
 * truncated text, or a page wider than the screen (phone.md).
 */
export const findTouchFaults = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    // As the user sees it: layout that depends on a size is corrected before the next frame, not before a script
    // measures it.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const TARGET = 44;
    const LETTERS = 12;
    const PRESSED =
      'button, a[href], input, select, textarea, [role="menuitem"], [role="tab"], [role="checkbox"], [role="switch"], [role="radio"]';
    /** Rows that scroll sideways. */
    const DRAWN = 'nav, [role="tablist"], [data-drawn]';
    const BARS = 'main > nav button, header button, [data-selection-bar] button, [data-floating]';
    const seen = (one: Element): boolean => {
      const box = one.getBoundingClientRect();
      const inView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
      return inView && box.width > 1 && box.height > 1 && one.checkVisibility({ visibilityProperty: true });
    };
    /** The label of a control is pressed as well. */
    const pressed = (one: Element): Element => one.closest('label') ?? one;
    const named = (one: Element): string =>
      `${one.tagName.toLowerCase()} "${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)}"`;
    const faults = new Set<string>();
    for (const one of document.querySelectorAll(PRESSED)) {
      if (!seen(one)) continue;
      const { width, height } = pressed(one).getBoundingClientRect();
      if (width < TARGET - 0.5 || height < TARGET - 0.5)
        faults.add(`small: ${named(one)} ${Math.round(width)}x${Math.round(height)}`);
      const { left, right } = one.getBoundingClientRect();
      if ((left < -1 || right > innerWidth + 1) && one.closest(DRAWN) === null)
        faults.add(`beyond the edge: ${named(one)}`);
    }
    // Bars are fixed: an element that covers one of their buttons takes its presses.
    if (document.querySelector(':is([role="dialog"], [role="alertdialog"], [role="menu"])[data-open]') === null)
      for (const one of document.querySelectorAll(BARS)) {
        const { left, top, width, height } = one.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (!seen(one) || one.closest('[inert]') !== null || x > innerWidth || x < 0 || y > innerHeight) continue;
        const met = document.elementFromPoint(x, y);
        if (met !== null && !one.contains(met)) faults.add(`covered: ${named(one)} by ${named(met)}`);
      }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: holder, textContent } = texts.currentNode;
      if (holder === null || textContent === null || textContent.trim() === '' || !seen(holder)) continue;
      const size = Number.parseFloat(getComputedStyle(holder).fontSize);
      if (size < LETTERS) faults.add(`letters of ${size} px: ${textContent.trim().slice(0, 40)}`);
      const frame = holder.closest('[data-index], button, [role="menuitem"], [role="tab"]');
      // The parent of a text truncated at its start (`bdi`) truncates it; the element itself only sets the text
      // direction.
      const cut = holder.localName === 'bdi' ? (holder.parentElement ?? holder) : holder;
      if (frame === null || getComputedStyle(cut).textOverflow === 'ellipsis') continue;
      const letters = document.createRange();
      letters.selectNodeContents(texts.currentNode);
      const inner = letters.getBoundingClientRect();
      const outer = frame.getBoundingClientRect();
      if (inner.width > outer.width + 1 || inner.height > outer.height + 1)
        faults.add(`no room for: ${textContent.trim().slice(0, 40)}`);
    }
    const across = (one: Element): boolean =>
      ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1;
    if (document.documentElement.scrollWidth > innerWidth) faults.add('the page is wider than the screen');
    for (const one of document.querySelectorAll('body *'))
      if (seen(one) && one.closest(DRAWN) === null && across(one)) faults.add(`sideways: ${one.className}`);
    return [...faults];
  });

/**
 * Grabs a selected element by a long press, moves it onto another one, and lifts the finger when that accepts the drop.
 */
export const dragOnto = async (page: Page, from: Locator, onto: Locator, ready: Locator): Promise<void> => {
  const fingers = await page.context().newCDPSession(page);
  const middle = async (on: Locator): Promise<Point> => {
    const box = await on.boundingBox();
    if (box === null) throw new Error('nothing to carry, or nowhere to');
    return { x: box.x + Math.min(100, box.width / 2), y: box.y + box.height / 2 };
  };
  const [begin, end] = [await middle(from), await middle(onto)];
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [begin] });
  await page.waitForTimeout(LONG_MS);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1])
    await fingers.send('Input.dispatchTouchEvent', {
      type: 'touchMove',
      touchPoints: [{ x: begin.x + (end.x - begin.x) * part, y: begin.y + (end.y - begin.y) * part }],
    });
  await expect(ready).toBeVisible();
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await fingers.detach();
};
