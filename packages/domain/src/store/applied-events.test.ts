import { expect, it } from 'vitest';
import { AppliedEvents } from './applied-events.ts';

it('nothing is admitted twice, in whatever order many came; what has not come is', () => {
  const seen = new AppliedEvents();
  const even = Array.from({ length: 8193 }, (_, at) => 20_000 - 2 * at);
  for (const seq of even) expect(seen.admit('tab', seq)).toBe(true);
  expect(even.filter((seq) => seen.admit('tab', seq))).toEqual([]);
  expect(seen.admit('tab', 19_999)).toBe(true);
  expect(seen.highest()).toEqual({ tab: 20_000 });
});
