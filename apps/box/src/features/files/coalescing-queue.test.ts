import { expect, it } from 'vitest';
import { CoalescingQueue } from './coalescing-queue.ts';
import { connectedSignal } from '../../server/identity/identity-test-helpers.ts';

it('everybody gets an answer that was begun after they asked, and those who wait share it', async () => {
  const turns = new CoalescingQueue<number>();
  let begun = 0;
  const gates: (() => void)[] = [];
  const work = async () => {
    begun += 1;
    const mine = begun;
    await new Promise<undefined>((resolve) => gates.push(() => resolve(undefined)));
    return mine;
  };
  const open = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    gates.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const first = turns.run('a', connectedSignal(), work);
  const waiting = [turns.run('a', connectedSignal(), work), turns.run('a', connectedSignal(), work)];
  const other = turns.run('b', connectedSignal(), work);
  expect(begun).toBe(2);
  await open();
  expect(await first).toBe(1);
  const late = turns.run('a', connectedSignal(), work);
  await open();
  await open();
  await open();
  expect(await other).toBe(2);
  expect(await Promise.all(waiting)).toEqual([3, 3]);
  expect(await late).toBe(4);
});

it('a failed turn does not fail the next one', async () => {
  const turns = new CoalescingQueue<string>();
  const failing = turns.run('a', connectedSignal(), () => Promise.reject(new Error('once')));
  const after = turns.run('a', connectedSignal(), () => Promise.resolve('fine'));
  await expect(failing).rejects.toThrow('once');
  expect(await after).toBe('fine');
});
