import { expect, it } from 'vitest';
import { alignWakeups } from './clock.ts';
import { ManualClock } from '../runtime/manual-clock.ts';

it('waits of two seconds and more end together, on even seconds; shorter ones when they are over', async () => {
  const turned = new ManualClock(10_250);
  let wakes = 0;
  const clock = alignWakeups({
    now: () => turned.now(),
    after: (ms, wake) =>
      turned.after(ms, () => {
        wakes += 1;
        wake();
      }),
  });
  const ended: (readonly [what: string, at: number])[] = [];
  const wait = (what: string, ms: number): (() => void) => clock.after(ms, () => ended.push([what, turned.now()]));
  wait('short', 300);
  wait('two', 2000);
  wait('three', 3500);
  wait('taken back', 2100)();
  await turned.advance(4000);
  expect(ended).toEqual([
    ['short', 10_550],
    ['two', 14_000],
    ['three', 14_000],
  ]);
  expect(wakes).toBe(2);
});

it('what looks every two seconds does so, with a timer that is late or a little early', async () => {
  const turned = new ManualClock(0);
  const clock = alignWakeups({
    now: () => turned.now(),
    after: (ms, wake) => turned.after(ms + (turned.now() % 3) - 1, wake),
  });
  let looks = 0;
  const look = (): void => {
    looks += 1;
    clock.after(2000, look);
  };
  look();
  await turned.advance(60_000);
  // Plus the first call, made by the test itself.
  expect(looks).toBe(31);
});
