import { expect, it } from 'vitest';
import { freeChunk } from './memory.ts';

const PIECE = 64 * 1024;

it('what arrived and was copied out is let go of at once', () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let at = 0; at < 2000; at += 1) freeChunk(Buffer.allocUnsafeSlow(PIECE));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * PIECE);
});

it('memory that others may have a part of stays', () => {
  const whole = Buffer.allocUnsafeSlow(PIECE).fill(1);
  freeChunk(whole.subarray(1));
  expect(whole.at(-1)).toBe(1);
  freeChunk(whole);
  freeChunk(whole);
  expect(whole).toHaveLength(0);
});
