/** Keys that remain in memory: read from outside of a process that used them, and in the buffers that held them. */
import { fork } from 'node:child_process';
import { argon2Sync, createDecipheriv, hkdfSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { type TaskBox, taskBox } from '../tasks/task-test-helpers.ts';
import { callerFor, Refusal } from '../../storage/vault/index.ts';
import { AreaKeys } from './area-keys.ts';
import { AreaTable, safeMigrations } from './area-table.ts';
import { Safe } from './safe.ts';
import { findInMemory } from './memory-scan.ts';
import { UnlockedAreas } from './unlocked-areas.ts';
import { type LeftoverRecord, PASSWORD, SECRET, USER } from './key-leak-child.ts';

/** The keys of a record, derived without the tested code. */
const keysOf = ({ salt, wrapped }: LeftoverRecord): readonly (readonly [string, Buffer])[] => {
  const wrapKey = argon2Sync('argon2id', {
    message: PASSWORD,
    nonce: Buffer.from(salt, 'hex'),
    tagLength: 64,
    memory: 65_536,
    passes: 3,
    parallelism: 4,
    secret: Buffer.from(hkdfSync('sha256', SECRET, '', 'boxwood safe v1', 32)),
  }).subarray(0, 32);
  const bytes = Buffer.from(wrapped, 'hex');
  const decipher = createDecipheriv('chacha20-poly1305', wrapKey, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(`boxwood safe v1 ${USER}`), { plaintextLength: 32 });
  decipher.setAuthTag(bytes.subarray(-16));
  const identity = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]);
  // Not from the first byte: freeing memory overwrites it, and X25519 changes bits at both ends of a key.
  return [
    ['identity', identity.subarray(1, 17)],
    ['end of identity', identity.subarray(16, 31)],
    ['wrap key', wrapKey.subarray(1, 17)],
    ['end of wrap key', wrapKey.subarray(16)],
  ];
};

it(
  'a process that sealed and opened keys has none of them left, nor what wrapped them',
  { timeout: 60_000 },
  async () => {
    const child = fork(new URL('./key-leak-child.ts', import.meta.url), {
      execArgv: ['--conditions=@boxwood/source', '--disable-warning=ExperimentalWarning'],
    });
    try {
      const message: unknown = (await once(child, 'message'))[0];
      const left = message as readonly LeftoverRecord[];
      const wanted = new Map(left.flatMap((one, at) => keysOf(one).map(([name, key]) => [`${name} ${at}`, key])));
      expect(wanted.size).toBe(16);
      expect(findInMemory(child.pid ?? 0, wanted)).toEqual({});
    } finally {
      child.kill('SIGKILL');
    }
  },
);

describe('keys that the box makes or takes out for a moment', { timeout: 60_000 }, () => {
  const ann = { user: 'ann', session: 's1' };
  const other = { user: 'ann', session: 's2' };
  const clock = { now: () => Date.now() };
  const isWiped = (key: Uint8Array | null | undefined): boolean =>
    key?.length === 32 && key.every((byte) => byte === 0);
  let box: TaskBox;
  let safe: Safe;
  let unlocked: UnlockedAreas;
  const at = (path: string) => join(box.root, 'usb1/ann', path);
  /** The buffers themselves: wrapped and unwrapped keys, and the copies of an unlocked key. */
  let sealed: () => readonly (Uint8Array | null)[];
  let opened: () => Promise<readonly (Uint8Array | undefined)[]>;
  let copied: () => readonly (Uint8Array | null | undefined)[];

  beforeEach(() => {
    box = taskBox({
      clock,
      keys: { recipientOf: (user) => safe.recipientOf(user), identityOf: (user) => safe.identityOf(user) },
    });
    mkdirSync(at('.'), { recursive: true });
    unlocked = new UnlockedAreas(clock);
    const table = new AreaTable(openDatabase(join(box.root, 'safe.db'), { migrations: safeMigrations }));
    safe = new Safe({ table, unlocked, vault: box.vault, boxSecret: 'box secret', clock });
    const seal = vi.spyOn(AreaKeys.prototype, 'seal');
    const open = vi.spyOn(AreaKeys.prototype, 'open');
    const identityOf = vi.spyOn(unlocked, 'identityOf');
    sealed = () => seal.mock.calls.map(([, , identity]) => identity);
    opened = () =>
      Promise.all(
        open.mock.results.map(async ({ type, value }) => (type === 'return' ? (await value)?.identity : undefined)),
      );
    copied = () => identityOf.mock.results.map(({ type, value }) => (type === 'return' ? value : undefined));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await box.jobs.close();
    expect(box.faults).toEqual([]);
    box.remove();
  });

  it('of two set-ups at once one key stays, and the other is wiped', async () => {
    const outcomes = await Promise.allSettled([safe.setUp(ann, 'tulip-42'), safe.setUp(other, 'crocus-7')]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const kept = outcomes[0].status === 'fulfilled' ? 0 : 1;
    expect(sealed().map(isWiped)).toEqual([kept !== 0, kept !== 1]);
    expect(sealed()[kept]).toEqual(unlocked.identityOf('ann'));
  });

  it('a set-up that finds no place for its folder leaves no key, and no safe', async () => {
    writeFileSync(at('.safebox'), 'in the way');
    await expect(safe.setUp(ann, 'tulip-42')).rejects.toThrow(Refusal);
    expect(sealed().map(isWiped)).toEqual([true]);
    expect(safe.status('ann', 'safe').set).toBe(0);
    expect(unlocked.isOpen('s1', 'safe')).toBe(false);
  });

  it('what a new password, a kit and a decryption took out is wiped', async () => {
    await safe.setUp(ann, 'tulip-42');
    const key = Buffer.from(sealed()[0] ?? []);
    await safe.changePassword(ann, 'tulip-42', 'crocus-7');
    expect((await opened()).map(isWiped)).toEqual([true]);
    expect(sealed().map(isWiped)).toEqual([false, true]);
    safe.recoveryKit(ann);
    expect(copied().map(isWiped)).toEqual([true]);
    writeFileSync(at('a.txt'), 'plain');
    for (const [cmd, source, target] of [
      ['EMOVE', '/mnt/usb1/ann/a.txt', '/mnt/safebox'],
      ['DMOVE', '/mnt/safebox/a.txt.hyencrypt_v3', '/mnt/usb1/ann'],
    ] as const) {
      const id = await box.tasks.add(callerFor('ann', ['safe']), { cmd, source, target, params: {} });
      expect(await box.tasks.whenSettled('ann', id)).toMatchObject({ state: 1 });
    }
    expect(copied().map(isWiped)).toEqual([true, true]);
    expect(unlocked.identityOf('ann')).toEqual(key);
    const held = sealed()[0];
    safe.lock(ann, 'safe');
    expect(isWiped(held)).toBe(true);
  });
});
