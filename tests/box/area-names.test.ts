/**
 * Names of private files and of files in the safe, in every list of past operations, for a session that has not opened
 * these areas.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BoxFailure, copyTask, encryptTask, moveTask } from '@boxwood/box-sdk';
import type { NewTask } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

const NAME = 'divorce';
const PASSWORD = 'tulip-42';
const home = `/mnt/usb1/${OWNER}`;

describe('names of private files', { timeout: 180_000 }, () => {
  let box: BoxProcess;
  let owner: Awaited<ReturnType<typeof signIn>>;
  let other: Awaited<ReturnType<typeof signIn>>;
  const run = async (task: NewTask): Promise<void> => {
    const { id } = await owner.tasks.add(task);
    await vi.waitFor(
      async () => {
        const { list } = await owner.tasks.list({ user: OWNER, count: 100, start: 0, type: 'ALL' });
        expect(list).toContainEqual(expect.objectContaining({ tb_id: id, tb_state: 1 }));
      },
      { timeout: 60_000 },
    );
  };
  /** What a session sees of past operations. */
  const told = async (session: typeof owner) => {
    const tasks = await session.tasks.list({ user: OWNER, count: 100, start: 0, type: 'ALL' });
    return { tasks: tasks.list, journal: (await session.journal.list({ count: 100, cursor: 0 })).list };
  };
  const count = (told: object): number => JSON.stringify(told).split(NAME).length - 1;

  beforeAll(async () => {
    box = await startBoxProcess();
    owner = await signIn(box.origin, OWNER);
    other = await signIn(box.origin, OWNER);
    await owner.safe.setPrivatePassword({ username: OWNER, password: PASSWORD });
    await owner.safe.setUp({ username: OWNER, password: PASSWORD });
    const inPrivate = `${home}/.safe_home/${NAME}`;
    await owner.files.makeFolder({ path: inPrivate });
    for (const name of ['a', 'b']) writeFileSync(join(box.usb1, OWNER, `${NAME}-${name}.txt`), 'x');
    await run(moveTask(OWNER, `${home}/${NAME}-a.txt`, inPrivate));
    await run(copyTask(OWNER, `${inPrivate}/${NAME}-a.txt`, `${home}/.safe_home`));
    await owner.files.move({ source: `${inPrivate}/${NAME}-a.txt`, target: `${inPrivate}/${NAME}-c.txt` });
    await owner.files.remove({ paths: [`${home}/.safe_home/${NAME}-a.txt`] });
    await run(encryptTask(OWNER, `${home}/${NAME}-b.txt`, '/mnt/safebox'));
  });
  afterAll(() => box.remove());

  it('are in the tasks and the journal of the session that opened the areas, and of no other one', async () => {
    expect(count(await told(owner))).toBeGreaterThan(10);
    const { tasks, journal } = await told(other);
    expect(tasks).toHaveLength(3);
    expect(journal).toHaveLength(6);
    expect(count({ tasks, journal })).toBe(0);
    expect(tasks.map(({ tb_name }) => tb_name).toSorted()).toEqual(['.safe_home', '.safe_home', '.safebox']);
  });

  it('are not told by a refused undo either, and go when the areas are locked', async () => {
    const undo = other.journal.undo({ id: [] });
    const failure: unknown = await undo.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(failure).toBeInstanceOf(BoxFailure);
    expect(JSON.stringify(failure)).not.toContain(NAME);
    expect(existsSync(join(box.usb1, OWNER, '.safebox', `${NAME}-b.txt.hyencrypt_v3`))).toBe(true);
    await owner.safe.lock({ area: 'home' });
    const half = await told(owner);
    expect(half.tasks.filter((task) => count(task) > 0).map(({ tb_cmd }) => tb_cmd)).toEqual(['EMOVE']);
    await owner.safe.lock({ area: 'safe' });
    expect(count(await told(owner))).toBe(0);
  });
});
