import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAttemptLimiter, ADDRESS_LIMIT, GUESS_LIMIT } from './attempt-limiter.ts';
import { openStore } from './open-store.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'boxwood-store-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));
const silent = () => undefined;

describe('the database of the service', () => {
  it('is made with its folder, brought up to date once, and keeps what was written', async () => {
    const file = join(dir, 'deep', 'account.sqlite');
    const first = await openStore(file, silent);
    await first.insertInto('entrances').values({ box_id: 'box7', enabled: 'Y', domain: '' }).execute();
    await first.destroy();
    const again = await openStore(file, silent);
    expect(await again.selectFrom('entrances').selectAll().execute()).toEqual([
      { box_id: 'box7', enabled: 'Y', domain: '' },
    ]);
    await again.destroy();
    expect((await stat(join(dir, 'deep'))).mode & 0o777).toBe(0o700);
  });

  it('undoes a transaction that fails, and the next one works', async () => {
    const db = await openStore(':memory:', silent);
    const add = (boxId: string, fail: boolean) =>
      db.transaction().execute(async (tx) => {
        await tx.insertInto('entrances').values({ box_id: boxId, enabled: 'N', domain: '' }).execute();
        if (fail) throw new Error('no');
      });
    await expect(add('box7', true)).rejects.toThrow('no');
    await add('box8', false);
    expect((await db.selectFrom('entrances').select('box_id').execute()).map((row) => row.box_id)).toEqual(['box8']);
    await db.destroy();
  });

  it('refuses a file that is no database', async () => {
    await expect(openStore(dir, silent)).rejects.toThrow();
  });
});

describe('tries', () => {
  it('G-70: are counted atomically, run out, and are forgotten on success', async () => {
    const db = await openStore(':memory:', silent);
    let now = 1_000_000;
    const attempts = createAttemptLimiter(db, { now: () => now });
    const limit = { tries: 5, within: 600 };
    const many = await Promise.all(Array.from({ length: 50 }, () => attempts.count('ann', limit)));
    expect(many.filter(Boolean)).toHaveLength(5);
    expect(await attempts.count('bob', limit)).toBe(true);
    now += 599_000;
    expect(await attempts.count('ann', limit)).toBe(false);
    now += 1000;
    expect(await attempts.count('ann', limit)).toBe(true);
    for (let i = 0; i < 4; i++) await attempts.count('ann', limit);
    await attempts.clear(['ann']);
    expect(await attempts.count('ann', limit)).toBe(true);
    now += 600_000;
    await attempts.sweep();
    expect(await db.selectFrom('attempts').selectAll().execute()).toEqual([]);
    await db.destroy();
  });

  it('a guess begins the ten minutes anew, so no ten minutes hold more than five; one that is refused does not', async () => {
    const db = await openStore(':memory:', silent);
    let now = 1_000_000;
    const attempts = createAttemptLimiter(db, { now: () => now });
    const guess = () => attempts.count('sign-in:ann', GUESS_LIMIT);
    expect(await guess()).toBe(true);
    now += 599_000;
    for (let i = 0; i < 4; i++) expect(await guess()).toBe(true);
    now += 2000; // ten minutes after the first
    expect(await guess()).toBe(false);
    now += 597_999;
    expect(await guess()).toBe(false);
    now += 1;
    expect(await guess()).toBe(true);
    await db.destroy();
  });

  it('a clock that was ahead locks nobody out for longer than the time of a limit', async () => {
    const db = await openStore(':memory:', silent);
    let now = 1_000_000_000;
    const attempts = createAttemptLimiter(db, { now: () => now });
    for (let i = 0; i < 5; i++) await attempts.count('sign-in:ann', GUESS_LIMIT);
    now -= 86_400_000;
    expect(await attempts.count('sign-in:ann', GUESS_LIMIT)).toBe(false);
    now += 600_000;
    expect(await attempts.count('sign-in:ann', GUESS_LIMIT)).toBe(true);
    await db.destroy();
  });

  it('strangers fill no disk: their rows end, of too many those that end soonest go, and those of people stay', async () => {
    const db = await openStore(':memory:', silent);
    let now = 1_000_000;
    const attempts = createAttemptLimiter(db, { now: () => now }, 50);
    const names = async () => (await db.selectFrom('attempts').select('name').execute()).map(({ name }) => name);
    await attempts.count('sign-in:ann', GUESS_LIMIT);
    for (let i = 0; i < 500; i++) {
      now += 1000;
      await attempts.count(`sign-in from 10.0.0.${i}`, ADDRESS_LIMIT);
      await attempts.count(`nobody:${i}`, GUESS_LIMIT);
      expect((await names()).length).toBeLessThanOrEqual(101);
    }
    expect(await names()).toContain('sign-in:ann');
    expect(await names()).toContain('nobody:499');
    expect(await names()).not.toContain('nobody:0');
    now += 600_000;
    await attempts.sweep();
    expect(await names()).toEqual([]);
    await db.destroy();
  });
});
