import { expect, it } from 'vitest';
import { Refusal } from '../../storage/vault/index.ts';
import { AreaKeys } from './area-keys.ts';

const keys = new AreaKeys('box secret');
const identity = Buffer.alloc(32, 7);
const recipient = Buffer.alloc(32, 9);
const seal = (user: string) => keys.seal(user, 'tulip-42', identity, recipient);

it(
  'the identity comes out for its user and password alone, whatever of its record was changed',
  { timeout: 60_000 },
  async () => {
    const record = await seal('ann');
    expect(await keys.open('ann', 'tulip-42', record)).toEqual({ identity });
    expect(await keys.open('ann', 'tulip-43', record)).toBeNull();
    expect(await new AreaKeys('another secret').open('ann', 'tulip-42', record)).toBeNull();
    // A row that was copied to another user.
    await expect(keys.open('bob', 'tulip-42', record)).rejects.toThrow();
    for (const at of [0, 12, 59]) {
      const wrapped = Buffer.from(record.wrapped);
      wrapped[at] = (wrapped[at] ?? 0) ^ 1;
      await expect(keys.open('ann', 'tulip-42', { ...record, wrapped }), `${at}`).rejects.toThrow();
    }
    const salt = Buffer.from(record.salt).reverse();
    expect(await keys.open('ann', 'tulip-42', { ...record, salt })).toBeNull();
  },
);

it('the same password of two users, or twice of one, gives nothing that is alike', { timeout: 60_000 }, async () => {
  const [one, two] = [await seal('ann'), await seal('ann')];
  for (const field of ['salt', 'verifier', 'wrapped'] as const) expect(one[field]).not.toEqual(two[field]);
  expect(Buffer.from(one.wrapped).includes(identity)).toBe(false);
});

it(
  'an area without an identity has none, and its password is asked for all the same',
  { timeout: 60_000 },
  async () => {
    const record = await keys.seal('ann', 'tulip-42', null, recipient);
    expect(await keys.open('ann', 'tulip-42', record)).toEqual({ identity: Buffer.alloc(0) });
    expect(await keys.open('ann', 'tulip-43', record)).toBeNull();
  },
);

it('somebody with many passwords at once is refused (2), and holds up nobody else', { timeout: 60_000 }, async () => {
  const done: string[] = [];
  const refused: unknown[] = [];
  const ask = async (user: string): Promise<void> => {
    try {
      await seal(user);
      done.push(user);
    } catch (failure) {
      refused.push([user, failure instanceof Refusal ? failure.code : failure]);
    }
  };
  await Promise.all([...Array.from({ length: 18 }, () => ask('ann')), ask('bob')]);
  expect(refused).toEqual([
    ['ann', 2],
    ['ann', 2],
  ]);
  expect(done).toContain('bob');
  expect(done.at(-1)).toBe('ann');
});
