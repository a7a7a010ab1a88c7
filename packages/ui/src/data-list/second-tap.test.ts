import { expect, it } from 'vitest';
import { opensByTap, rowsCame } from './second-tap.ts';

/** Later than any tap of other tests in the same page. */
const FAR = 1e9;
const tap = (timeStamp: number, clientX = 100, clientY = 300) => ({ timeStamp: FAR + timeStamp, clientX, clientY });

it('what a finger does again at once at the same place belongs to what it opened; elsewhere, or later, it is a tap of its own', () => {
  expect(opensByTap(tap(1000))).toBe(true);
  expect(opensByTap(tap(1200, 110, 290))).toBe(false);
  expect(opensByTap(tap(1300, 100, 340))).toBe(true);
  expect(opensByTap(tap(1650, 100, 340))).toBe(true);
  expect(opensByTap(tap(1800, 100, 340))).toBe(false);
});

it('counts from when the rows under the finger came, however long a folder took', () => {
  expect(opensByTap(tap(5000))).toBe(true);
  rowsCame(FAR + 5450);
  expect(opensByTap(tap(5500))).toBe(false);
  expect(opensByTap(tap(5799))).toBe(false);
  expect(opensByTap(tap(5799, 100, 340))).toBe(true);
  rowsCame(FAR + 6200);
  // Going back at once shows rows that the user knows.
  rowsCame(FAR + 6500);
  expect(opensByTap(tap(6550, 100, 340))).toBe(true);
  // Rows of another page, much later, which no tap has opened.
  rowsCame(FAR + 9000);
  expect(opensByTap(tap(9100, 100, 340))).toBe(true);
});
