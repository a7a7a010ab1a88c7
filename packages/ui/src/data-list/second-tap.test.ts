import { expect, it } from 'vitest';
import { isSecondTap, noteOpened } from './second-tap.ts';

const tap = (timeStamp: number, clientX = 100, clientY = 300) => ({ timeStamp, clientX, clientY });

it('what a finger does again at once at the same place belongs to what it opened; elsewhere, or later, it is a tap of its own', () => {
  expect(isSecondTap(tap(0))).toBe(false);
  noteOpened(tap(1000));
  expect(isSecondTap(tap(1200, 110, 290))).toBe(true);
  expect(isSecondTap(tap(1200, 100, 340))).toBe(false);
  expect(isSecondTap(tap(1350))).toBe(false);
  noteOpened(tap(1350));
  expect(isSecondTap(tap(1500))).toBe(true);
});
