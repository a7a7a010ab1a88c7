import { assert, array, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget } from './budget.ts';
import { FairQueue } from './fair-queue.ts';

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

/** Requests a slot and records its name when the slot is granted. */
const asker = (queue: FairQueue) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, holder: string, known = false, signal?: AbortSignal): boolean => {
    const entering = queue.acquire({ holder, known }, signal);
    entering?.then(
      (leave) => {
        begun.push(name);
        ends.set(name, leave);
      },
      () => begun.push(`${name} gave up`),
    );
    return entering !== null;
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settle();
  };
  return { begun, ask, end };
};

describe('a fair queue', () => {
  it('lets so many begin, the others one holder after the other, and those it knows first', async () => {
    const queue = new FairQueue({ maxRunning: 1, maxPerHolder: 10, maxWaiting: 10 });
    const { begun, ask, end } = asker(queue);
    for (const name of ['a1', 'a2', 'a3']) ask(name, 'a');
    ask('b1', 'b');
    ask('owner', 'annabel', true);
    await settle();
    expect(begun).toEqual(['a1']);
    for (const name of ['a1', 'owner', 'a2', 'b1', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'owner', 'a2', 'b1', 'a3']);
    expect(queue.running).toBe(0);
  });

  it('refuses at once what is too much, of one holder and of all', async () => {
    const { ask, end } = asker(new FairQueue({ maxRunning: 1, maxPerHolder: 2, maxWaiting: 3 }));
    expect(['a', 'a', 'a', 'b', 'c', 'd'].map((holder, at) => ask(`${at}`, holder))).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
    ]);
    // Unknown callers have a queue of their own; known callers do not wait behind them.
    expect(ask('owner', 'annabel', true)).toBe(true);
    await settle();
    await end('0');
    await end('owner');
    expect(ask('again', 'a')).toBe(true);
  });

  it('forgets who gave up while waiting, and their place', async () => {
    const queue = new FairQueue({ maxRunning: 1, maxPerHolder: 2, maxWaiting: 1 });
    const { begun, ask, end } = asker(queue);
    const leaving = new AbortController();
    ask('a1', 'a');
    ask('a2', 'a', false, leaving.signal);
    leaving.abort();
    await settle();
    expect(ask('a3', 'a')).toBe(true);
    await end('a1');
    expect(begun).toEqual(['a1', 'a2 gave up', 'a3']);
    await end('a3');
    expect(queue.running).toBe(0);
  });

  it('a place that is left twice is free once', async () => {
    const queue = new FairQueue({ maxRunning: 1, maxPerHolder: 9, maxWaiting: 9 });
    const { begun, ask, end } = asker(queue);
    for (const name of ['a', 'b', 'c']) ask(name, name);
    await settle();
    await end('a');
    await end('a');
    expect([begun, queue.running]).toEqual([['a', 'b'], 1]);
  });
});

describe('a budget', () => {
  it('is never overdrawn, by nobody and by nobody alone, and all comes back', () => {
    assert(
      property(array(tuple(integer({ min: 0, max: 3 }), integer({ min: 0, max: 60 }))), (asks) => {
        const budget = new Budget(100, 40);
        const taken = asks.filter(([who, amount]) => budget.acquire(`${who}`, amount));
        for (const one of [0, 1, 2, 3]) {
          const own = taken.filter(([who]) => who === one).reduce((sum, [, amount]) => sum + amount, 0);
          expect(own).toBeLessThanOrEqual(40);
        }
        expect(budget.inUse).toBeLessThanOrEqual(100);
        for (const [who, amount] of taken) budget.release(`${who}`, amount);
        expect(budget.inUse).toBe(0);
        expect(budget.acquire('0', 40)).toBe(true);
      }),
    );
  });
});
