import { commandTree } from '@boxwood/box-sdk';
import { createRouter } from '@boxwood/box-sdk/server';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BoxContext } from '../../server/identity/authorise.ts';
import { openWorkBox, type WorkBox } from './task-test-helpers.ts';

let root: string;
let work: WorkBox;
let faults: unknown[];
let call: (user: string, path: string, cmd: string, params: unknown) => Promise<Record<string, unknown>>;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'boxwood-wire-'));
  faults = [];
  const onFault = (fault: unknown) => void faults.push(fault);
  work = await openWorkBox({
    file: join(root, 'box.db'),
    boot: 'boot',
    boxSecret: 's',
    onFault,
    volumes: [{ mountDir: '/mnt/usb1', root: join(root, 'usb1'), kind: 'data' }],
  });
  const { tasks, trash, journal: entries, safe } = commandTree;
  const commands = { tasks, trash, journal: entries, safe };
  const router = createRouter<typeof commands, BoxContext>({
    commands,
    handlers: work.handlers,
    context: ({ identity }): BoxContext => {
      const session = `session of ${identity.username}`;
      const isUnlocked = (area: 'safe' | 'home') => work.unlocks.isUnlocked(session, area);
      return {
        caller: { user: identity.username, admin: identity.username === 'root1', isUnlocked },
        session,
        remote: '',
        headers: {},
      };
    },
    onFault,
  });
  call = async (username, path, cmd, params) => {
    const body = JSON.stringify({ version: 1, username, token: 't'.repeat(32), cmd, params });
    const reply = await router.handle({
      method: 'POST',
      path,
      query: new URLSearchParams(),
      headers: {},
      body,
      remote: '',
    });
    return JSON.parse(reply.body) as Record<string, unknown>;
  };
  for (const user of ['ann', 'bob']) mkdirSync(join(root, 'usb1', user), { recursive: true });
  writeFileSync(join(root, 'usb1/ann/a.txt'), 'a');
});
afterEach(async () => {
  await work.close();
  expect(faults).toEqual([]);
  rmSync(root, { recursive: true });
});

const task = (cmd: string, params: Record<string, unknown>, user = 'ann') =>
  call(user, '/offlinetask', cmd, { user, ...params });
const shell = (cmd: string, params: readonly string[], user = 'ann') => call(user, '/eshell', cmd, params);
const HOME = '/mnt/usb1/ann';

describe('on the wire', { timeout: 60_000 }, () => {
  it('TASK-01, TASK-13, TASK-17, TASK-18: a task from ADDTASK to DELTASK', async () => {
    mkdirSync(join(root, 'usb1/ann/to'));
    const { error, id } = await task('ADDTASK', { type: 'COPY', source: `${HOME}/a.txt`, target: `${HOME}/to` });
    expect([error, typeof id]).toEqual([0, 'string']);
    await work.tasks.whenSettled('ann', String(id));
    const listed = await task('LISTTASK', { count: 100, start: 0, type: 'ALL' });
    expect(listed).toMatchObject({ error: 0, total: 1 });
    expect(listed['list']).toMatchObject([
      {
        tb_id: id,
        tb_type: 4,
        tb_name: 'a.txt',
        tb_total: 1,
        tb_progress: 100,
        tb_cmd: 'COPY',
        tb_source: `${HOME}/a.txt`,
        tb_target: `${HOME}/to`,
        tb_user: 'ann',
        tb_msg: '',
        tb_state: 1,
        tb_code: 5,
      },
    ]);
    expect(await task('LISTTASK', { count: 100, start: 0, type: 'MOVE' })).toMatchObject({ total: 0, list: [] });
    expect(await task('LISTTASK', { count: 100, start: 0, type: 'ALL', status: 2 })).toMatchObject({
      total: 0,
      list: [],
    });
    expect(await task('QRYTASKNUM', { type: 'ALL' })).toMatchObject({ num: 0, nums: { success: 1, failed: 0 } });
    expect(await task('PAUSETASK', { id })).toMatchObject({ error: 6 });
    expect(await task('RESUMETASK', { id: 'none' })).toMatchObject({ error: 5 });
    expect(await call('bob', '/offlinetask', 'DELTASK', { user: 'ann', id })).toMatchObject({ error: 13 });
    expect(await task('DELTASK', { id }, 'bob')).toMatchObject({ error: 5 });
    expect(await task('DELTASKS', { ids: [id, 'none'] })).toMatchObject({ error: 0, num: 1 });
    expect(await task('DELTASK', { id })).toMatchObject({ error: 5 });
    expect(existsSync(join(root, 'usb1/ann/to/a.txt'))).toBe(true);
  });

  it('G-20: what to do about a taken name is passed on, and so is nothing', async () => {
    mkdirSync(join(root, 'usb1/ann/to'));
    writeFileSync(join(root, 'usb1/ann/to/a.txt'), 'mine');
    const copy = async (more: Record<string, unknown>): Promise<void> => {
      const { id } = await task('ADDTASK', { type: 'COPY', source: `${HOME}/a.txt`, target: `${HOME}/to`, ...more });
      expect(await work.tasks.whenSettled('ann', String(id))).toMatchObject({ state: 1 });
    };
    await copy({ conflict: 2 });
    expect(readFileSync(join(root, 'usb1/ann/to/a_copy.txt'), 'utf8')).toBe('a');
    expect(readFileSync(join(root, 'usb1/ann/to/a.txt'), 'utf8')).toBe('mine');
    await copy({});
    expect(readFileSync(join(root, 'usb1/ann/to/a.txt'), 'utf8')).toBe('a');
  });

  it('ERR-029: task codes, never a generic one in their place', async () => {
    const add = (params: Record<string, unknown>) => task('ADDTASK', params).then(({ error }) => error);
    expect(await add({ type: 'COPY', source: `${HOME}/none`, target: HOME })).toBe(8);
    expect(await add({ type: 'COPY', source: `${HOME}/a.txt`, target: `${HOME}/none` })).toBe(9);
    expect(await add({ type: 'COPY', source: `${HOME}/a.txt`, target: HOME })).toBe(10);
    expect(await add({ type: 'COPY', source: '/mnt/usb1/bob', target: HOME })).toBe(13);
    expect(await add({ type: 'UPLOAD', source: `${HOME}/a.txt`, target: 'http://x/y' })).toBe(9);
    expect(await add({ type: 'DOWN', source: 'ftp://x/y', target: HOME })).toBe(3);
    expect(await add({ type: 'EMOVE', source: `${HOME}/a.txt`, target: HOME })).toBe(13);
    expect(await add({ type: 'NONSENSE', source: `${HOME}/a.txt`, target: HOME })).toBe(3);
  });

  it('TRASH-02: TRASHIN, TRASHLIST in every order, TRASHOUT, TRASHDEL, TRASHCLEAR', async () => {
    for (const [name, size] of [
      ['b2', 3],
      ['b10', 2],
      ['B1', 1],
    ] as const)
      writeFileSync(join(root, `usb1/ann/${name}`), 'x'.repeat(size));
    expect(
      await shell(
        'TRASHIN',
        ['b2', 'b10', 'B1'].map((name) => `${HOME}/${name}`),
      ),
    ).toMatchObject({ error: 0 });
    const names = async (order: string, desc: string) => {
      const { list } = await shell('TRASHLIST', ['0', '100', order, desc]);
      return Array.isArray(list) ? list.map((item: { n: string }) => item.n) : list;
    };
    expect(await names('1', '0')).toEqual(['B1', 'b2', 'b10']);
    expect(await names('4', '1')).toEqual(['b2', 'b10', 'B1']);
    expect(await names('6', '0')).toEqual(['B1', 'b2', 'b10']);
    const { sum, list } = await shell('TRASHLIST', ['1', '1', '1', '0']);
    expect([sum, Array.isArray(list) && list.length]).toEqual([3, 1]);
    expect(await shell('TRASHIN', [`${HOME}/none`])).toMatchObject({ error: 15 });
    expect(await shell('TRASHIN', [`${HOME}/none`, `${HOME}/a.txt`])).toMatchObject({
      error: 3,
      failed: [{ path: `${HOME}/none`, error: 15 }],
    });
    expect(await shell('TRASHOUT', ['none'])).toMatchObject({ error: 15 });
    expect(await shell('TRASHCLEAR', [])).toMatchObject({ error: 0, num: 4 });
  });

  it('UNDO, REDO and JOURNALLIST', async () => {
    expect(await shell('UNDO', [])).toMatchObject({ error: 11 });
    await shell('TRASHIN', [`${HOME}/a.txt`]);
    const listed = await shell('JOURNALLIST', ['50', '0']);
    expect(listed).toMatchObject({
      error: 0,
      total: 1,
      redo: 0,
      list: [{ action: 'trash', state: 'done', items: 1, path: `${HOME}/a.txt`, reversible: 1 }],
    });
    expect(await shell('UNDO', [String(listed['undo'])], 'bob')).toMatchObject({ error: 13 });
    expect(await shell('UNDO', [])).toMatchObject({ error: 0, entry: { state: 'undone' }, tasks: [] });
    expect(readFileSync(join(root, 'usb1/ann/a.txt'), 'utf8')).toBe('a');
    expect(await shell('REDO', [])).toMatchObject({ error: 0, entry: { state: 'done' } });
    writeFileSync(join(root, 'usb1/ann/a.txt'), 'new');
    expect(await shell('UNDO', [])).toMatchObject({ error: 15, info: 'taken' });
  });

  it('the safe: set up, lock, unlock, wrong entries with tries left, kit', async () => {
    expect(await shell('SAFEBOXGETPSW', ['ann'])).toMatchObject({ error: 0, set: 0, locked: 0 });
    expect(await shell('SAFEBOXGETPSW', ['bob'])).toMatchObject({ error: 10 });
    expect(await shell('SAFEBOXUSERADD', ['ann', 'tulip-42'])).toEqual({ error: 0 });
    expect(await shell('SAFEBOXKIT', [])).toMatchObject({
      error: 0,
      identity: expect.stringMatching(/^AGE-SECRET-KEY-1/) as unknown,
    });
    expect(await shell('SAFELOCK', ['safe'])).toEqual({ error: 0 });
    expect(await shell('SAFEBOXKIT', [])).toMatchObject({ error: 13 });
    expect(await shell('SAFEBOXPASSWDCHK', ['ann', 'wrong-1'])).toMatchObject({ error: 6, left: 4, locked: 0 });
    expect(await shell('SAFEBOXPASSWDCHK', ['ann', 'tulip-42'])).toMatchObject({ error: 0, left: 5, locked: 0 });
    expect(await shell('SAFEHOMESTATUS', ['ann'])).toMatchObject({ set: 0 });
    expect(await shell('SAFEHOMEPASSWDSET', ['ann', 'x'.repeat(11)])).toMatchObject({ error: 9 });
  });
});
