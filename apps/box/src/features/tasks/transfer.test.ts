import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { snapshot } from '../../storage/journal/journal-test-helpers.ts';
import { callerFor, Refusal } from '../../storage/vault/index.ts';
import { type TaskBox, taskBox } from './task-test-helpers.ts';
import type { TaskRequest } from './task-model.ts';
import type { TaskView } from './tasks.ts';

let box: TaskBox;
const clock = { now: () => Date.now() };
const ann = callerFor('ann', ['safe', 'home']);
const real = (path: string) => join(box.root, path);
const write = (path: string, content: string | Buffer = path) => {
  mkdirSync(join(real(path), '..'), { recursive: true });
  writeFileSync(real(path), content);
};
const read = (path: string) => readFileSync(real(path), 'utf8');
const add = (cmd: TaskRequest['cmd'], source: string, target: string, conflict?: 1 | 2 | 3) =>
  box.tasks.add(ann, {
    cmd,
    source: `/mnt/${source}`,
    target: `/mnt/${target}`,
    params: conflict === undefined ? {} : { conflict },
  });
const run = async (
  cmd: TaskRequest['cmd'],
  source: string,
  target: string,
  conflict?: 1 | 2 | 3,
): Promise<TaskView> => {
  const task = await box.tasks.whenSettled('ann', await add(cmd, source, target, conflict));
  if (task === undefined) throw new Error('the task is gone');
  return task;
};
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 0,
    (failure: unknown) => (failure instanceof Refusal ? failure.code : failure),
  );
const scratch = (volume: string) =>
  existsSync(real(`${volume}/.boxwood`)) ? Object.keys(snapshot(real(`${volume}/.boxwood`))) : [];

beforeEach(() => {
  box = taskBox({ clock });
  for (const place of ['usb1/ann', 'usb2/ann', 'usb1/shared-files', 'extdev/STICK'])
    mkdirSync(real(place), { recursive: true });
});
afterEach(async () => {
  await box.jobs.close();
  expect(box.faults).toEqual([]);
  expect(scratch('usb1')).toEqual([]);
  box.remove();
});

const tree = (root: string) => {
  write(`${root}/a.txt`, 'a');
  write(`${root}/deep/er/b.bin`, randomBytes(100_000));
  write(`${root}/empty`, '');
  mkdirSync(real(`${root}/hollow`));
  symlinkSync('../a.txt', real(`${root}/deep/inside`));
  chmodSync(real(`${root}/a.txt`), 0o640);
  utimesSync(real(`${root}/a.txt`), 1_600_000_000, 1_500_000_000);
  utimesSync(real(`${root}/deep`), 1_600_000_000, 1_400_000_000);
};

describe('what a task may not', () => {
  const closed = callerFor('ann');
  /** An undo task: its moves were not checked when it was accepted. */
  const turned = (caller: typeof ann, from: string) =>
    box.tasks.add(caller, {
      cmd: 'MOVE',
      source: '/mnt/usb1/ann/plain',
      target: '/mnt/usb1/ann',
      params: { turn: { operation: 0, direction: 'undo', moves: [{ from, to: '/mnt/usb1/ann/out' }] } },
    });
  const outcome = async (id: Promise<string>) => (await box.tasks.whenSettled('ann', await id))?.state;
  beforeEach(() => {
    for (const path of ['plain', '.safe_home/hidden', '.safebox/sealed', '.Trash/gone']) write(`usb1/ann/${path}`);
  });

  it('enter an area that its caller had not opened, also when a session beside it has', async () => {
    for (const path of ['.safe_home/hidden', '.safebox/sealed']) {
      const asked = { cmd: 'COPY', source: `/mnt/usb1/ann/${path}`, target: '/mnt/usb1/ann', params: {} } as const;
      expect(await refusal(box.tasks.add(closed, asked))).not.toBe(0);
    }
    expect(await outcome(turned(closed, '/mnt/usb1/ann/.safe_home/hidden'))).toBe(-1);
    expect(existsSync(real('usb1/ann/out'))).toBe(false);
    expect(await outcome(turned(ann, '/mnt/usb1/ann/.safe_home/hidden'))).toBe(1);
    expect(read('usb1/ann/out')).toBe('usb1/ann/.safe_home/hidden');
  });

  it('move out of a place where its caller may only read', async () => {
    expect(await refusal(add('MOVE', 'usb1/ann/.Trash/gone', 'usb1/ann'))).not.toBe(0);
    expect(await outcome(turned(ann, '/mnt/usb1/ann/.Trash/gone'))).toBe(-1);
    expect(read('usb1/ann/.Trash/gone')).toBe('usb1/ann/.Trash/gone');
    expect(existsSync(real('usb1/ann/gone'))).toBe(false);
  });
});

describe('TASK-02: COPY (B39)', { timeout: 60_000 }, () => {
  it('copies a tree with times, modes and inner links, and undo takes the copy back in one step', async () => {
    tree('usb1/ann/t');
    const before = snapshot(real('usb1'));
    expect(await run('COPY', 'usb1/ann/t', 'usb1/shared-files')).toMatchObject({
      state: 1,
      code: 5,
      name: 't',
      type: 5,
    });
    expect(snapshot(real('usb1/shared-files/t'))).toEqual(snapshot(real('usb1/ann/t')));
    expect(statSync(real('usb1/shared-files/t/deep')).mtimeMs).toBe(1_400_000_000_000);
    await box.undo.undo(ann, null);
    expect(snapshot(real('usb1'))).toEqual(before);
    await box.undo.redo(ann, null);
    expect(snapshot(real('usb1/shared-files/t'))).toEqual(snapshot(real('usb1/ann/t')));
  });

  it('leaves out links that lead outside, sockets and pipes, and never follows a link', async () => {
    write('secret/file', 'secret');
    tree('usb1/ann/t');
    symlinkSync(real('secret'), real('usb1/ann/t/abs'));
    symlinkSync('../../../secret/file', real('usb1/ann/t/up'));
    await run('COPY', 'usb1/ann/t', 'usb2/ann');
    const copied = snapshot(real('usb2/ann/t'));
    expect(copied['abs']).toBeUndefined();
    expect(copied['up']).toBeUndefined();
    expect(copied['deep/inside']).toBe('link ../a.txt');
    write('usb1/ann/keep', 'x');
    symlinkSync(real('secret/file'), real('usb1/ann/alone'));
    expect(await run('COPY', 'usb1/ann/alone', 'usb2/ann')).toMatchObject({ state: -1, code: 8 });
  });

  it('G-20: keeps both under name_copy, name_copy2 …, extensions and double suffixes kept', async () => {
    write('usb1/ann/a.txt', '1');
    write('usb1/ann/b.tar.gz', '2');
    write('usb1/ann/c.jpg.hyencrypt_v3', '3');
    mkdirSync(real('usb1/ann/d.d'));
    for (const name of ['a.txt', 'b.tar.gz', 'c.jpg.hyencrypt_v3', 'd.d'])
      for (const _ of [1, 2]) await run('COPY', `usb1/ann/${name}`, 'usb1/ann', 2);
    expect(Object.keys(snapshot(real('usb1/ann'))).sort()).toEqual([
      'a.txt',
      'a_copy.txt',
      'a_copy2.txt',
      'b.tar.gz',
      'b_copy.tar.gz',
      'b_copy2.tar.gz',
      'c.jpg.hyencrypt_v3',
      'c_copy.jpg.hyencrypt_v3',
      'c_copy2.jpg.hyencrypt_v3',
      'd.d',
      'd.d_copy',
      'd.d_copy2',
    ]);
  });

  it('G-20: replace merges folders and replaces files, whose old content undo brings back; skip leaves all as it is', async () => {
    tree('usb1/ann/t');
    write('usb1/shared-files/t/a.txt', 'old a');
    write('usb1/shared-files/t/deep/own', 'own');
    const before = snapshot(real('usb1'));
    expect(await run('COPY', 'usb1/ann/t', 'usb1/shared-files', 3)).toMatchObject({ state: 1 });
    expect(snapshot(real('usb1'))).toEqual(before);
    await run('COPY', 'usb1/ann/t', 'usb1/shared-files', 1);
    expect(read('usb1/shared-files/t/a.txt')).toBe('a');
    expect(read('usb1/shared-files/t/deep/own')).toBe('own');
    expect(existsSync(real('usb1/shared-files/t/deep/er/b.bin'))).toBe(true);
    const after = snapshot(real('usb1'));
    await box.undo.undo(ann, null);
    expect(snapshot(real('usb1'))).toEqual(before);
    await box.undo.redo(ann, null);
    expect(snapshot(real('usb1'))).toEqual(after);
  });

  it('refuses what cannot be: TSK 8 no source, 9 no target, 10 into itself, 3 a whole place, 13 foreign', async () => {
    tree('usb1/ann/t');
    expect(await refusal(add('COPY', 'usb1/ann/none', 'usb1/ann'))).toBe(8);
    expect(await refusal(add('COPY', 'usb1/ann/t', 'usb1/ann/none'))).toBe(9);
    expect(await refusal(add('COPY', 'usb1/ann/t', 'usb1/ann/t/a.txt'))).toBe(9);
    expect(await refusal(add('COPY', 'usb1/ann/t', 'usb1/ann/t/deep'))).toBe(10);
    expect(await refusal(add('COPY', 'usb1/ann/t', 'usb1/ann', 1))).toBe(10);
    expect(await refusal(add('MOVE', 'usb1/ann/t', 'usb1/ann', 2))).toBe(10);
    expect(await refusal(add('COPY', 'usb1/ann', 'usb1/shared-files'))).toBe(3);
    expect(await refusal(add('COPY', 'usb1/bob/x', 'usb1/ann'))).toBe(13);
    expect(await refusal(add('COPY', 'usb1/ann/t', 'usb3/ann'))).toBe(13);
    expect(await refusal(add('COPY', 'usb1/ann/../bob', 'usb1/ann'))).toBe(3);
    expect(await refusal(add('DOWN', 'x', 'y'))).toBe(9);
    write('usb1/ann/x/x/y', '1');
    expect(await refusal(add('MOVE', 'usb1/ann/x/x', 'usb1/ann', 1))).toBe(10);
  });
});

describe('TASK-02: MOVE (B40)', { timeout: 60_000 }, () => {
  it('renames within a volume, and undo brings back what it replaced', async () => {
    tree('usb1/ann/t');
    write('usb1/shared-files/t/a.txt', 'old');
    const before = snapshot(real('usb1'));
    const inode = statSync(real('usb1/ann/t/empty')).ino;
    await run('MOVE', 'usb1/ann/t', 'usb1/shared-files', 1);
    expect(statSync(real('usb1/shared-files/t/empty')).ino).toBe(inode);
    expect(existsSync(real('usb1/ann/t'))).toBe(false);
    await box.undo.undo(ann, null);
    expect(Object.keys(snapshot(real('usb1')))).toEqual(Object.keys(before));
    expect(read('usb1/shared-files/t/a.txt')).toBe('old');
    await box.undo.redo(ann, null);
    expect(read('usb1/shared-files/t/a.txt')).toBe('a');
    expect(existsSync(real('usb1/ann/t'))).toBe(false);
  });

  it('a skipped move leaves the source', async () => {
    write('usb1/ann/a', 'new');
    write('usb1/shared-files/a', 'old');
    expect(await run('MOVE', 'usb1/ann/a', 'usb1/shared-files', 3)).toMatchObject({ state: 1 });
    expect([read('usb1/ann/a'), read('usb1/shared-files/a')]).toEqual(['new', 'old']);
  });
});

/** Another file system if there is one, so that a move really copies. */
const elsewhere = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

describe('undo beyond a move to another disk', { timeout: 60_000 }, () => {
  let disk = '';
  beforeEach(() => {
    disk = mkdtempSync(join(elsewhere, 'boxwood-disk-'));
    rmSync(real('usb2'), { recursive: true });
    symlinkSync(disk, real('usb2'));
    mkdirSync(real('usb2/ann'));
  });
  afterEach(() => rmSync(disk, { recursive: true }));
  const turn = async (direction: 'undo' | 'redo') => {
    const { task } = await box.undo[direction](ann, null);
    if (task !== null) expect(await box.tasks.whenSettled('ann', task)).toMatchObject({ state: 1 });
    // The next copy takes a free number.
    for (let at = 0; at < 20; at += 1) write(`usb1/shared-files/taken-${Math.random()}`);
  };

  it('what was done before it and after it is taken back and repeated, although the thing is another one each time', async () => {
    tree('usb1/ann/album');
    mkdirSync(real('usb1/ann/in'));
    mkdirSync(real('usb2/ann/in'));
    const before = snapshot(real('usb1/ann'));
    await run('MOVE', 'usb1/ann/album', 'usb1/ann/in');
    await run('MOVE', 'usb1/ann/in/album', 'usb2/ann');
    await run('MOVE', 'usb2/ann/album', 'usb2/ann/in');
    const after = snapshot(real('usb2/ann'));
    for (let round = 0; round < 2; round += 1) {
      for (let step = 0; step < 3; step += 1) await turn('undo');
      expect(snapshot(real('usb1/ann'))).toEqual(before);
      for (let step = 0; step < 3; step += 1) await turn('redo');
      expect(snapshot(real('usb2/ann'))).toEqual(after);
    }
  });

  it('a copy that was edited before it was moved is still seen as edited', async () => {
    write('usb1/ann/letter', 'first');
    mkdirSync(real('usb1/ann/in'));
    await run('COPY', 'usb1/ann/letter', 'usb1/ann/in');
    write('usb1/ann/in/letter', 'first and more');
    await run('MOVE', 'usb1/ann/in/letter', 'usb2/ann');
    await turn('undo');
    const refused = await box.undo.undo(ann, null).catch((failure: unknown) => failure);
    expect(refused).toMatchObject({ code: 15, info: 'changed' });
    expect(read('usb1/ann/in/letter')).toBe('first and more');
  });
});

describe('queue', { timeout: 60_000 }, () => {
  const big = () => {
    write('usb1/ann/big', '');
    truncateSync(real('usb1/ann/big'), 600_000_000);
  };

  it('TASK-05, TASK-06, TASK-07, TASK-08, TASK-09: pauses, goes on where it was, and is deleted only when not running, with its partial output', async () => {
    big();
    const id = await add('COPY', 'usb1/ann/big', 'usb2/ann');
    expect(await refusal(box.tasks.remove('ann', id))).toBe(6);
    await box.tasks.pause('ann', id);
    const paused = box.tasks.get('ann', id);
    expect(paused?.state).toBe(3);
    expect(existsSync(real('usb2/ann/big'))).toBe(false);
    expect(await refusal(box.tasks.pause('ann', id))).toBe(6);
    box.tasks.resume('ann', id);
    expect(() => box.tasks.resume('ann', id)).toThrow(Refusal);
    expect((await box.tasks.whenSettled('ann', id))?.state).toBe(1);
    expect(statSync(real('usb2/ann/big')).size).toBe(600_000_000);

    const second = await add('COPY', 'usb1/ann/big', 'usb1/shared-files');
    await box.tasks.pause('ann', second);
    await box.tasks.remove('ann', second);
    expect(box.tasks.get('ann', second)).toBeUndefined();
    expect(scratch('usb1')).toEqual([]);
    expect(existsSync(real('usb1/shared-files/big'))).toBe(false);
    rmSync(real('usb2/ann/big'));
  });

  it('of somebody who is no user any more end, running and waiting ones, and leave nothing; others go on', async () => {
    big();
    write('usb1/bob/b', 'b');
    for (const _ of [1, 2, 3]) await add('COPY', 'usb1/ann/big', 'usb2/ann', 2);
    const bob = await box.tasks.add(callerFor('bob'), {
      cmd: 'COPY',
      source: '/mnt/usb1/bob/b',
      target: '/mnt/usb1/shared-files',
      params: {},
    });
    await box.jobs.endAll('ann');
    expect(box.tasks.list({ user: 'ann' }, 0, 10).total).toBe(0);
    expect(readdirSync(real('usb2/ann'))).toEqual([]);
    expect(scratch('usb2')).toEqual([]);
    expect((await box.tasks.whenSettled('bob', bob))?.state).toBe(1);
  });

  it('G-22: two of a user run at once, the others wait; users do not wait for each other; 500 may wait', async () => {
    big();
    write('usb1/bob/b', 'b');
    for (const _ of [1, 2, 3]) await add('COPY', 'usb1/ann/big', 'usb2/ann', 2);
    expect([0, 2].map((state) => box.tasks.count({ user: 'ann', state: state === 0 ? 0 : 2 }))).toEqual([1, 2]);
    const bob = await box.tasks.add(callerFor('bob'), {
      cmd: 'COPY',
      source: '/mnt/usb1/bob/b',
      target: '/mnt/usb1/shared-files',
      params: {},
    });
    expect((await box.tasks.whenSettled('bob', bob))?.state).toBe(1);
    write('usb1/ann/small', 's');
    const columns = 'kind, owner, lane, input, name, created, state, code, message, total, done, boot';
    box.database.exec(
      `insert into jobs (id, ${columns}) with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)
         select 'w' || i, ${columns} from n, (select ${columns} from jobs where owner = 'ann' limit 1)`,
    );
    box.database.exec(`update jobs set state = 'waiting' where id like 'w%'`);
    expect(await refusal(add('COPY', 'usb1/ann/small', 'usb2/ann', 3))).toBe(7);
    await box.jobs.close();
  });

  it('TASK-14, G-63: keeps the 50 newest finished records', async () => {
    write('usb1/ann/small', 's');
    const ids: string[] = [];
    for (let n = 0; n < 55; n += 1)
      ids.push(
        (
          await run('MOVE', 'usb1/ann/small', n % 2 === 0 ? 'usb1/shared-files' : 'usb1/ann').catch(() =>
            run('MOVE', 'usb1/shared-files/small', 'usb1/ann'),
          )
        ).id,
      );
    const { total, list } = box.tasks.list({ user: 'ann' }, 0, 100);
    expect([total, list.length]).toEqual([50, 50]);
    expect(list[0]?.id).toBe(ids.at(-1));
    expect(await box.tasks.removeMany('ann', 1)).toBe(50);
  });

  it('says why it failed and leaves nothing: no space is known before the first byte', async () => {
    write('usb1/ann/huge', '');
    truncateSync(real('usb1/ann/huge'), 1e13);
    expect(await run('COPY', 'usb1/ann/huge', 'usb2/ann')).toMatchObject({ state: -1, code: 11 });
    rmSync(real('usb1/ann/huge'));
  });

  it('REMOVE deletes a tree for good without following links', async () => {
    write('outside/keep', 'x');
    tree('usb1/ann/t');
    symlinkSync(real('outside'), real('usb1/ann/t/out'));
    expect(await run('REMOVE', 'usb1/ann/t', '')).toMatchObject({ state: 1 });
    expect(existsSync(real('usb1/ann/t'))).toBe(false);
    expect(read('outside/keep')).toBe('x');
    expect(box.journal.list('ann', 0, 1)[0]).toMatchObject({ action: 'remove', reversible: false });
  });

  it('REMOVE leaves a stick as a whole alone', async () => {
    write('extdev/STICK/a', 'a');
    expect(await refusal(add('REMOVE', 'extdev/STICK', ''))).toBe(13);
    expect(read('extdev/STICK/a')).toBe('a');
  });
});
