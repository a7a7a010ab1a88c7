import { expect, it } from 'vitest';
import { letGo } from './memory.ts';

const PIECE = 64 * 1024;

it('what arrived and was copied out is let go of at once', () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let at = 0; at < 2000; at += 1) letGo(Buffer.allocUnsafeSlow(PIECE));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * PIECE);
});

it('memory that others may have a part of stays', () => {
  const whole = Buffer.allocUnsafeSlow(PIECE).fill(1);
  letGo(whole.subarray(1));
  expect(whole.at(-1)).toBe(1);
  letGo(whole);
  letGo(whole);
  expect(whole).toHaveLength(0);
});
