import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

it('of a crowd one goes on at each turn of the loop, in order, and others get theirs between them', async () => {
  const pace = createPace();
  const went: (number | 'other')[] = [];
  const crowd = Promise.all(Array.from({ length: 5 }, async (_, at) => pace().then(() => went.push(at))));
  for (let turn = 0; turn < 4; turn += 1) {
    await setImmediate();
    went.push('other');
  }
  await crowd;
  expect(went.filter((one) => one !== 'other')).toEqual([0, 1, 2, 3, 4]);
  // No two of the crowd in one turn while somebody else waits for theirs.
  expect(went.slice(0, 8).filter((one) => one === 'other').length).toBeGreaterThanOrEqual(3);
  expect(went.indexOf('other')).toBeLessThanOrEqual(1);
});
