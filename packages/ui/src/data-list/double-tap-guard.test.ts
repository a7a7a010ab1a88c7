import { expect, it } from 'vitest';
import { isOpeningTap, noteRowsRendered } from './double-tap-guard.ts';

/** Later than any tap of other tests in the same page. */
const LATE_MS = 1e9;
const tap = (timeStamp: number, clientX = 100, clientY = 300) => ({ timeStamp: LATE_MS + timeStamp, clientX, clientY });

it('what a finger does again at once at the same place belongs to what it opened; elsewhere, or later, it is a tap of its own', () => {
  expect(isOpeningTap(tap(1000))).toBe(true);
  expect(isOpeningTap(tap(1200, 110, 290))).toBe(false);
  expect(isOpeningTap(tap(1300, 100, 340))).toBe(true);
  expect(isOpeningTap(tap(1650, 100, 340))).toBe(true);
  expect(isOpeningTap(tap(1800, 100, 340))).toBe(false);
});

it('counts from when the rows under the finger came, however long a folder took', () => {
  expect(isOpeningTap(tap(5000))).toBe(true);
  noteRowsRendered(LATE_MS + 5450);
  expect(isOpeningTap(tap(5500))).toBe(false);
  expect(isOpeningTap(tap(5799))).toBe(false);
  expect(isOpeningTap(tap(5799, 100, 340))).toBe(true);
  noteRowsRendered(LATE_MS + 6200);
  // Going back at once shows rows that the user knows.
  noteRowsRendered(LATE_MS + 6500);
  expect(isOpeningTap(tap(6550, 100, 340))).toBe(true);
  // Rows of another page, much later, which no tap has opened.
  noteRowsRendered(LATE_MS + 9000);
  expect(isOpeningTap(tap(9100, 100, 340))).toBe(true);
});
