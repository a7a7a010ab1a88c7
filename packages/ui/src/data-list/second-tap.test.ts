import { expect, it } from 'vitest';
import { opensByTap } from './second-tap.ts';

const tap = (timeStamp: number, clientX = 100, clientY = 300) => ({ timeStamp, clientX, clientY });

it('what a finger does again at once at the same place belongs to what it opened; elsewhere, or later, it is a tap of its own', () => {
  expect(opensByTap(tap(1000))).toBe(true);
  expect(opensByTap(tap(1200, 110, 290))).toBe(false);
  expect(opensByTap(tap(1300, 100, 340))).toBe(true);
  expect(opensByTap(tap(1650, 100, 340))).toBe(true);
  expect(opensByTap(tap(1800, 100, 340))).toBe(false);
});
