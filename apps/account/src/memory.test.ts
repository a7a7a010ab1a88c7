import { expect, it } from 'vitest';
import { collector, countReceived } from './memory.ts';

const MIB = 1024 * 1024;
const PIECE = 64 * 1024;

it('what arrived and was thrown away is let go of every 16 MiB, long before V8 would look at it', () => {
  collector()({ type: 'major' });
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  for (let at = 0; at < 2000; at += 1) {
    countReceived(Buffer.allocUnsafeSlow(PIECE).length);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(most).toBeGreaterThan(MIB);
  // Another thread frees them, and may be a round behind.
  expect(most).toBeLessThan(48 * MIB);
});
