import { VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { SlowCalls } from './slow-calls.ts';

it('a call counts as late after three seconds, until it ends', () => {
  const scheduler = new VirtualTimeScheduler();
  const late = new SlowCalls(scheduler);
  const seen: boolean[] = [];
  late.hasSlowCall$.subscribe((any) => seen.push(any));
  const end = late.begin();
  late.begin()();
  scheduler.maxFrames = 2_999;
  scheduler.flush();
  expect(seen).toEqual([false]);
  scheduler.maxFrames = 3_000;
  scheduler.flush();
  expect(seen).toEqual([false, true]);
  end();
  end();
  expect(seen).toEqual([false, true, false]);
});
