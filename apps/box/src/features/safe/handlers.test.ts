import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BoxContext } from '../../server/identity/authorise.ts';
import { openDatabase } from '../../store/database.ts';
import { callerFor, Refusal } from '../../storage/vault/index.ts';
import { type TestVault, createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { AreaTable, safeMigrations } from './area-table.ts';
import { safeHandlers } from './handlers.ts';
import { Safe } from './safe.ts';
import { UnlockedAreas } from './unlocked-areas.ts';

let box: TestVault;
let calls: ReturnType<typeof safeHandlers>;
let unlocked: UnlockedAreas;
const ann: BoxContext = { caller: callerFor('ann'), session: 's1', remote: '', headers: {} };

beforeEach(() => {
  box = createTestVault();
  mkdirSync(join(box.root, 'usb1/ann'), { recursive: true });
  const clock = { now: () => Date.now() };
  const table = new AreaTable(openDatabase(join(box.root, 'safe.db'), { migrations: safeMigrations }));
  unlocked = new UnlockedAreas(clock);
  calls = safeHandlers({ safe: new Safe({ table, unlocked, vault: box.vault, boxSecret: 'box secret', clock }) });
});
afterEach(() => box.remove());

/** Every command with a user name, called for the given name. */
const about = (username: string): readonly (() => unknown)[] => [
  () => calls.status({ username }, ann),
  () => calls.setUp({ username, password: 'tulip-42' }, ann),
  () => calls.unlock({ username, password: 'tulip-42' }, ann),
  () => calls.changePassword({ username, old: 'tulip-42', password: 'crocus-7' }, ann),
  () => calls.privateStatus({ username }, ann),
  () => calls.setPrivatePassword({ username, password: 'tulip-42' }, ann),
  () => calls.unlockPrivate({ username, password: 'tulip-42' }, ann),
];

it('nobody asks for another user (10), and a name that nobody can have has its own number (8)', async () => {
  for (const [username, code] of [
    ['bob', 10],
    ['Ann', 10],
    ['', 10],
    ['x'.repeat(64), 10],
    ['x'.repeat(65), 8],
  ] as const)
    for (const call of about(username)) {
      const refused: unknown = await Promise.resolve()
        .then(call)
        .catch((failure: unknown) => failure);
      expect(refused).toBeInstanceOf(Refusal);
      expect(refused).toMatchObject({ code });
    }
  expect(calls.status({ username: 'ann' }, ann)).toEqual({ set: 0, locked: 0 });
});

it('everybody sets up, opens and closes their own areas in their own session', { timeout: 60_000 }, async () => {
  const open = () => [unlocked.isUnlocked('s1', 'safe'), unlocked.isUnlocked('s1', 'home')];
  const username = 'ann';
  expect(await calls.setUp({ username, password: 'tulip-42' }, ann)).toEqual({});
  expect(calls.exportKit({}, ann).identity).toMatch(/^AGE-SECRET-KEY-1/);
  expect([calls.status({ username }, ann).set, calls.privateStatus({ username }, ann).set]).toEqual([1, 0]);
  expect(await calls.setPrivatePassword({ username, password: 'tulip-43' }, ann)).toEqual({});
  expect(open()).toEqual([true, true]);
  expect(calls.lock({ area: 'safe' }, ann)).toEqual({});
  expect(open()).toEqual([false, true]);
  calls.lock({ area: 'home' }, ann);
  expect(open()).toEqual([false, false]);
  await calls.unlock({ username, password: 'tulip-42' }, ann);
  expect(open()).toEqual([true, false]);
  await calls.unlockPrivate({ username, password: 'tulip-43' }, ann);
  expect(open()).toEqual([true, true]);
  expect(await calls.changePassword({ username, old: 'tulip-42', password: 'crocus-7' }, ann)).toEqual({});
  await expect(calls.unlock({ username, password: 'tulip-42' }, ann)).rejects.toMatchObject({ code: 6 });
});

it('a new password of the private files comes with five new tries', { timeout: 60_000 }, async () => {
  const username = 'ann';
  const wrong = () => expect(calls.unlockPrivate({ username, password: 'wrong-1' }, ann)).rejects;
  await calls.setPrivatePassword({ username, password: 'tulip-42' }, ann);
  for (const left of [4, 3]) await wrong().toMatchObject({ code: 6, fields: { left } });
  await calls.setPrivatePassword({ username, password: 'crocus-7' }, ann);
  await wrong().toMatchObject({ code: 6, fields: { left: 4 } });
});

it(
  'of two set-ups at once the one that was first stays, or what was encrypted in between would have no key',
  { timeout: 60_000 },
  async () => {
    const username = 'ann';
    const passwords = ['tulip-42', 'crocus-7'];
    const both = await Promise.allSettled(passwords.map((password) => calls.setUp({ username, password }, ann)));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 11 } });
    const { identity } = calls.exportKit({}, ann);
    calls.lock({ area: 'safe' }, ann);
    await calls.unlock(
      { username, password: passwords[both.findIndex(({ status }) => status === 'fulfilled')] ?? '' },
      ann,
    );
    expect(calls.exportKit({}, ann).identity).toBe(identity);
  },
);
