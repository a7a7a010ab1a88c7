import { Decrypter } from 'age-encryption';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { type TaskBox, taskBox } from '../tasks/task-test-helpers.ts';
import { type Caller, Refusal } from '../../storage/vault/index.ts';
import { AreaTable, safeMigrations } from './area-table.ts';
import { Safe } from './safe.ts';
import { UnlockedAreas } from './unlocked-areas.ts';

let box: TaskBox;
let safe: Safe;
let unlocked: UnlockedAreas;
let time: number;
const clock = { now: () => time };
const ann = { user: 'ann', session: 's1' };
const real = (path: string) => join(box.root, path);
const refusal = (work: Promise<unknown> | (() => unknown)): Promise<unknown> =>
  (typeof work === 'function' ? Promise.resolve().then(work) : work).then(
    () => 0,
    (failure: unknown) => (failure instanceof Refusal ? [failure.code, failure.fields] : failure),
  );
const caller = (session: string): Caller => ({
  user: 'ann',
  admin: false,
  isUnlocked: (area) => unlocked.isUnlocked(session, area),
});
const make = (secret = 'box secret') => {
  const table = new AreaTable(openDatabase(join(box.root, 'safe.db'), { migrations: safeMigrations }));
  unlocked = new UnlockedAreas(clock);
  safe = new Safe({ table, unlocked, vault: box.vault, boxSecret: secret, clock });
};

beforeEach(() => {
  time = 1_700_000_000_000;
  box = taskBox({
    clock,
    keys: { recipientOf: (user) => safe.recipientOf(user), identityOf: (user) => safe.identityOf(user) },
  });
  make();
  mkdirSync(real('usb1/ann'), { recursive: true });
});
afterEach(async () => {
  await box.jobs.close();
  expect(box.faults).toEqual([]);
  box.remove();
});

describe('passwords of safe and private files (G-32)', { timeout: 60_000 }, () => {
  it('SAFE-01, SAFE-06, SAFE-08: says whether one is set, sets it once, and keeps every path closed until it was entered', async () => {
    expect(safe.status('ann', 'safe')).toEqual({ set: 0, locked: 0 });
    expect(await refusal(safe.unlock(ann, 'safe', 'tulip-42'))).toEqual([10, {}]);
    await safe.setUp(ann, 'tulip-42');
    expect(await refusal(safe.setUp(ann, 'other-42'))).toEqual([11, {}]);
    expect(existsSync(real('usb1/ann/.safebox'))).toBe(true);
    expect(() => box.vault.resolve(caller('s2'), '/mnt/safebox/x', 'read')).toThrow(Refusal);
    expect(await safe.unlock({ user: 'ann', session: 's2' }, 'safe', 'tulip-42')).toEqual({ left: 5, locked: 0 });
    expect(box.vault.resolve(caller('s2'), '/mnt/safebox/x', 'read').key).toBe('/mnt/usb1/ann/.safebox/x');
    safe.lock({ user: 'ann', session: 's2' }, 'safe');
    expect(() => box.vault.resolve(caller('s2'), '/mnt/safebox/x', 'read')).toThrow(Refusal);
    expect(unlocked.isUnlocked('s1', 'safe')).toBe(true);
  });

  it('of two first passwords at once one is kept, and the key it protects', async () => {
    const other = { user: 'ann', session: 's2' };
    const outcomes = await Promise.all([refusal(safe.setUp(ann, 'tulip-42')), refusal(safe.setUp(other, 'crocus-7'))]);
    expect(outcomes.filter((one) => one === undefined || one === 0)).toHaveLength(1);
    expect(outcomes).toContainEqual([11, {}]);
    const [kept, lost] = outcomes[0] === 0 ? ['tulip-42', 'crocus-7'] : ['crocus-7', 'tulip-42'];
    const kit = safe.recoveryKit(outcomes[0] === 0 ? ann : other);
    make();
    expect(await refusal(safe.unlock(ann, 'safe', lost))).toMatchObject([6, {}]);
    await safe.unlock(ann, 'safe', kept);
    expect(safe.recoveryKit(ann)).toBe(kit);
  });

  it('a new password of the safe locks the other sessions, and only a session that has it open gets the kit', async () => {
    const other = { user: 'ann', session: 's2' };
    await safe.setUp(ann, 'tulip-42');
    expect(() => safe.recoveryKit(other)).toThrow(new Refusal(13, 'safe'));
    await safe.unlock(other, 'safe', 'tulip-42');
    expect(safe.recoveryKit(other)).toBe(safe.recoveryKit(ann));
    await safe.changePassword(ann, 'tulip-42', 'crocus-7');
    expect([unlocked.isUnlocked('s1', 'safe'), unlocked.isUnlocked('s2', 'safe')]).toEqual([true, false]);
    expect(() => safe.recoveryKit(other)).toThrow(new Refusal(13, 'safe'));
  });

  it('VALID-52: a new password that is too short or too long changes nothing', async () => {
    await safe.setUp(ann, 'tulip-42');
    expect(await refusal(safe.changePassword(ann, 'tulip-42', '12345'))).toEqual([4, {}]);
    expect(await refusal(safe.changePassword(ann, 'tulip-42', '12345678901'))).toEqual([9, {}]);
    make();
    await safe.unlock(ann, 'safe', 'tulip-42');
  });

  it('the first password of the private files makes their folder', async () => {
    const folder = join(box.root, 'usb1/ann/.safe_home');
    rmSync(folder, { recursive: true, force: true });
    await safe.setPrivate(ann, 'tulip-42');
    expect(existsSync(folder)).toBe(true);
  });

  it('SAFE-03, VALID-52: 5 refused, 6 and 10 accepted, 11 refused', async () => {
    expect(await refusal(safe.setPrivate(ann, '12345'))).toEqual([4, {}]);
    expect(await refusal(safe.setPrivate(ann, '12345678901'))).toEqual([9, {}]);
    expect(await refusal(safe.setPrivate(ann, '123456'))).toBe(0);
    expect(await refusal(safe.setPrivate(ann, '1234567890'))).toBe(0);
  });

  it('SAFE-09: five wrong entries lock the area for 600 s, also across a restart; the other area and other users are free', async () => {
    await safe.setPrivate(ann, 'tulip-42');
    for (const left of [4, 3, 2, 1])
      expect(await refusal(safe.unlock(ann, 'home', 'wrong-1'))).toEqual([6, { left, locked: 0 }]);
    expect(await refusal(safe.unlock(ann, 'home', 'wrong-1'))).toEqual([6, { left: 0, locked: 600 }]);
    expect(await refusal(safe.unlock(ann, 'home', 'tulip-42'))).toEqual([16, { left: 0, locked: 600 }]);
    make();
    time += 599_000;
    expect(await refusal(safe.unlock(ann, 'home', 'tulip-42'))).toEqual([16, { left: 0, locked: 1 }]);
    expect(await refusal(safe.setUp(ann, 'tulip-42'))).toBe(0);
    time += 1_001;
    expect(await refusal(safe.unlock(ann, 'home', 'wrong-1'))).toEqual([6, { left: 4, locked: 0 }]);
    expect(await refusal(safe.unlock(ann, 'home', 'tulip-42'))).toBe(0);
    expect(safe.status('ann', 'home')).toEqual({ set: 1, locked: 0 });
  });

  it('counts before it verifies: of forty guesses at once, five are looked at', async () => {
    await safe.setPrivate(ann, 'tulip-42');
    const guesses = Array.from({ length: 40 }, (_, n) => refusal(safe.unlock(ann, 'home', `guess-${n}`)));
    const codes = (await Promise.all(guesses)).map((each): unknown => (Array.isArray(each) ? each[0] : each));
    expect(codes.filter((code) => code === 6)).toHaveLength(5);
    expect(codes.filter((code) => code === 16)).toHaveLength(35);
  });

  it('closes after 30 minutes without use, not before, and at the end of a session', async () => {
    await safe.setPrivate(ann, 'tulip-42');
    for (let n = 0; n < 4; n += 1) {
      time += 29 * 60_000;
      expect(unlocked.isUnlocked('s1', 'home')).toBe(true);
    }
    time += 30 * 60_000;
    expect(unlocked.isUnlocked('s1', 'home')).toBe(false);
    await safe.unlock(ann, 'home', 'tulip-42');
    unlocked.lockAll('s1');
    expect(unlocked.isUnlocked('s1', 'home')).toBe(false);
  });

  it('the disk without the box secret opens nothing', async () => {
    await safe.setUp(ann, 'tulip-42');
    make('another secret');
    expect(await refusal(safe.unlock(ann, 'safe', 'tulip-42'))).toEqual([6, { left: 4, locked: 0 }]);
  });

  it('a new private password needs the area open; other sessions are locked', async () => {
    await safe.setPrivate(ann, 'tulip-42');
    const other = { user: 'ann', session: 's2' };
    expect(await refusal(safe.setPrivate(other, 'crocus-7'))).toEqual([13, {}]);
    await safe.unlock(other, 'home', 'tulip-42');
    await safe.setPrivate(other, 'crocus-7');
    expect(unlocked.isUnlocked('s1', 'home')).toBe(false);
    expect(await refusal(safe.unlock(ann, 'home', 'tulip-42'))).toMatchObject([6, {}]);
  });
});

describe('EMOVE and DMOVE (B41, B42)', { timeout: 60_000 }, () => {
  const crypt = async (cmd: 'EMOVE' | 'DMOVE' | 'MOVE', source: string, target: string) =>
    box.tasks.whenSettled('ann', await box.tasks.add(caller('s1'), { cmd, source, target, params: {} }));
  const SEALED = 'usb1/ann/.safebox/a.txt.hyencrypt_v3';

  beforeEach(async () => {
    await safe.setUp(ann, 'tulip-42');
    writeFileSync(real('usb1/ann/a.txt'), 'plain text');
  });

  it('VALID-07: encrypts into the safe and back, the source gone each time, and the kit opens the file elsewhere', async () => {
    expect(await crypt('EMOVE', '/mnt/usb1/ann/a.txt', '/mnt/safebox')).toMatchObject({ state: 1 });
    expect(existsSync(real('usb1/ann/a.txt'))).toBe(false);
    const decrypter = new Decrypter();
    decrypter.addIdentity(safe.recoveryKit(ann));
    expect(await decrypter.decrypt(readFileSync(real(SEALED)), 'text')).toBe('plain text');
    expect(await crypt('DMOVE', '/mnt/safebox/a.txt.hyencrypt_v3', '/mnt/usb1/ann')).toMatchObject({ state: 1 });
    expect(readFileSync(real('usb1/ann/a.txt'), 'utf8')).toBe('plain text');
    expect(existsSync(real(SEALED))).toBe(false);
  });

  it('a changed password opens the same files; the old one opens nothing', async () => {
    await crypt('EMOVE', '/mnt/usb1/ann/a.txt', '/mnt/safebox');
    const kit = safe.recoveryKit(ann);
    expect(await refusal(safe.changePassword(ann, 'wrong-1', 'crocus-7'))).toMatchObject([6, { left: 4 }]);
    await safe.changePassword(ann, 'tulip-42', 'crocus-7');
    make();
    expect(await refusal(safe.unlock(ann, 'safe', 'tulip-42'))).toMatchObject([6, {}]);
    await safe.unlock(ann, 'safe', 'crocus-7');
    expect(safe.recoveryKit(ann)).toBe(kit);
    expect(await crypt('DMOVE', '/mnt/safebox/a.txt.hyencrypt_v3', '/mnt/usb1/ann')).toMatchObject({ state: 1 });
  });

  it('undo and redo of both run as tasks, one step each', async () => {
    await crypt('EMOVE', '/mnt/usb1/ann/a.txt', '/mnt/safebox');
    for (const [turn, plain] of [
      ['undo', true],
      ['redo', false],
      ['undo', true],
    ] as const) {
      const { task, operation } = await box.undo[turn](caller('s1'), null);
      expect(await box.tasks.whenSettled('ann', task ?? '')).toMatchObject({ state: 1 });
      expect([existsSync(real('usb1/ann/a.txt')), existsSync(real(SEALED))]).toEqual([plain, !plain]);
      expect(box.journal.get(operation.id)?.state).toBe(turn === 'undo' ? 'undone' : 'done');
    }
    expect(box.journal.count('ann')).toBe(1);
  });

  it('what was done before an encryption, and after it, is taken back and repeated although the file is another one each time', async () => {
    mkdirSync(real('usb1/ann/in'));
    mkdirSync(real('usb1/ann/.safebox/in'));
    await crypt('MOVE', '/mnt/usb1/ann/a.txt', '/mnt/usb1/ann/in');
    await crypt('EMOVE', '/mnt/usb1/ann/in/a.txt', '/mnt/safebox');
    await crypt('MOVE', '/mnt/safebox/a.txt.hyencrypt_v3', '/mnt/safebox/in');
    const [start, end] = ['usb1/ann/a.txt', 'usb1/ann/.safebox/in/a.txt.hyencrypt_v3'];
    let taken = 0;
    for (const turn of ['undo', 'redo', 'undo', 'redo', 'undo'] as const) {
      for (let step = 0; step < 3; step += 1) {
        const { task } = await box.undo[turn](caller('s1'), null);
        if (task !== null) expect(await box.tasks.whenSettled('ann', task)).toMatchObject({ state: 1 });
        // Another file gets the inode numbers that became free.
        for (let at = 0; at < 20; at += 1) writeFileSync(real(`usb1/taken-${taken++}`), '');
      }
      expect([existsSync(real(start)), existsSync(real(end))]).toEqual([turn === 'undo', turn === 'redo']);
    }
    expect(readFileSync(real(start), 'utf8')).toBe('plain text');
    expect(box.journal.count('ann')).toBe(3);
  });

  it('VALID-27: needs an unlocked safe, refuses folders and wrong suffixes, never replaces', async () => {
    mkdirSync(real('usb1/ann/folder'));
    const add = (cmd: 'EMOVE' | 'DMOVE' | 'MOVE', source: string) =>
      refusal(box.tasks.add(caller('s1'), { cmd, source, target: '/mnt/usb1/ann', params: {} }));
    expect(await add('EMOVE', '/mnt/usb1/ann/folder')).toMatchObject([3, {}]);
    expect(await add('DMOVE', '/mnt/usb1/ann/a.txt')).toMatchObject([3, {}]);
    writeFileSync(real('usb1/ann/b.txt.hyencrypt_v3'), 'not age');
    writeFileSync(real('usb1/ann/c.txt.hyencrypt_v2'), 'old format');
    expect(await add('EMOVE', '/mnt/usb1/ann/b.txt.hyencrypt_v3')).toMatchObject([3, {}]);
    expect(await crypt('DMOVE', '/mnt/usb1/ann/b.txt.hyencrypt_v3', '/mnt/usb1/ann')).toMatchObject({
      state: -1,
      code: 13,
    });
    expect(await crypt('DMOVE', '/mnt/usb1/ann/c.txt.hyencrypt_v2', '/mnt/usb1/ann')).toMatchObject({
      state: -1,
      code: 12,
      message: 'made by another program',
    });
    writeFileSync(real(SEALED), 'taken');
    expect(await crypt('EMOVE', '/mnt/usb1/ann/a.txt', '/mnt/safebox')).toMatchObject({ state: -1, code: 7 });
    expect(readFileSync(real('usb1/ann/a.txt'), 'utf8')).toBe('plain text');
    expect(readFileSync(real(SEALED), 'utf8')).toBe('taken');
    safe.lock(ann, 'safe');
    expect(await add('EMOVE', '/mnt/usb1/ann/a.txt')).toMatchObject([13, {}]);
  });
});
