import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { LONGEST_MS, LOOP_STOOD, watchLoop } from './loop-watch.ts';

const work = (ms: number): void => {
  const { user } = process.threadCpuUsage();
  while ((process.threadCpuUsage().user - user) / 1000 < ms);
};
const wait = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

it('says when the loop stood still by its own work, and nothing of a thread that was not let run', async () => {
  const warn = vi.fn();
  const end = watchLoop({ warn });
  await delay(10);
  wait(2 * LONGEST_MS);
  await delay(120);
  expect(warn).not.toHaveBeenCalled();
  work(2 * LONGEST_MS);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  expect(warn.mock.calls[0]?.[0]).toEqual({ ms: expect.any(Number) as number });
  expect(warn.mock.calls[0]?.[1]).toBe(LOOP_STOOD);
  end();
  work(2 * LONGEST_MS);
  await delay(120);
  expect(warn).toHaveBeenCalledOnce();
});
