import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { MAX_BLOCK_MS, LOOP_BLOCKED_MESSAGE, monitorEventLoop } from './event-loop-monitor.ts';
import { ManualClock } from '../runtime/manual-clock.ts';

const work = (ms: number): void => {
  const { user } = process.threadCpuUsage();
  while ((process.threadCpuUsage().user - user) / 1000 < ms);
};
const wait = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

let close = (): void => undefined;
afterEach(() => close());
const begin = () => {
  const warn = vi.fn();
  const clock = new ManualClock(0);
  const watch = monitorEventLoop({ warn }, clock);
  close = watch.close;
  watch.start();
  return { warn, clock, ...watch };
};

it('says when the loop stood still by its own work, and nothing of a thread that was not let run', async () => {
  const watch = begin();
  await delay(10);
  wait(2 * MAX_BLOCK_MS);
  await delay(120);
  expect(watch.warn).not.toHaveBeenCalled();
  watch.noteActivity();
  work(2 * MAX_BLOCK_MS);
  await vi.waitFor(() => expect(watch.warn).toHaveBeenCalledOnce());
  expect(watch.warn.mock.calls[0]?.[0]).toEqual({ ms: expect.any(Number) as number });
  expect(watch.warn.mock.calls[0]?.[1]).toBe(LOOP_BLOCKED_MESSAGE);
  watch.close();
  work(2 * MAX_BLOCK_MS);
  await delay(120);
  expect(watch.warn).toHaveBeenCalledOnce();
});

it('measures each task for a while after an activity, not only the next one', async () => {
  const watch = begin();
  watch.noteActivity();
  for (const times of [1, 2]) {
    work(2 * MAX_BLOCK_MS);
    await vi.waitFor(() => expect(watch.warn).toHaveBeenCalledTimes(times));
  }
});

it('sleeps while nothing happens, and at its next look knows of work that nobody told it of', async () => {
  const set = vi.spyOn(globalThis, 'setTimeout');
  const watch = begin();
  await vi.waitFor(
    async () => {
      const before = set.mock.calls.length;
      await delay(120);
      expect(set.mock.calls.length).toBe(before);
    },
    { timeout: 10_000, interval: 500 },
  );
  set.mockRestore();
  await watch.clock.advance(2000);
  expect(watch.warn).not.toHaveBeenCalled();
  // Long enough for the few loop rounds that advancing the clock takes.
  work(4 * MAX_BLOCK_MS);
  await watch.clock.advance(2000);
  expect(watch.warn).toHaveBeenCalledOnce();
});
