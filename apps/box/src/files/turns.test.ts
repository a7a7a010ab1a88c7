import { expect, it } from 'vitest';
import { Turns } from './turns.ts';
import { stays } from '../identity/testing.ts';

it('everybody gets an answer that was begun after they asked, and those who wait share it', async () => {
  const turns = new Turns<number>();
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
  const first = turns.next('a', stays(), work);
  const waiting = [turns.next('a', stays(), work), turns.next('a', stays(), work)];
  const other = turns.next('b', stays(), work);
  expect(begun).toBe(2);
  await open();
  expect(await first).toBe(1);
  const late = turns.next('a', stays(), work);
  await open();
  await open();
  await open();
  expect(await other).toBe(2);
  expect(await Promise.all(waiting)).toEqual([3, 3]);
  expect(await late).toBe(4);
});

it('a failed turn does not fail the next one', async () => {
  const turns = new Turns<string>();
  const failing = turns.next('a', stays(), () => Promise.reject(new Error('once')));
  const after = turns.next('a', stays(), () => Promise.resolve('fine'));
  await expect(failing).rejects.toThrow('once');
  expect(await after).toBe('fine');
});
