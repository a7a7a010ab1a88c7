import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BoxClient, Cursor, OpTask } from '@boxwood/box-sdk';
import {
  BoxFailure,
  compressTask,
  copyTask,
  decryptTask,
  encryptTask,
  extractTask,
  moveTask,
  removeTask,
} from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { MEMBER, OWNER, startBoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';

const refusal = async (run: Promise<unknown>): Promise<{ code: number; info: string | undefined }> => {
  try {
    await run;
  } catch (failure) {
    if (failure instanceof BoxFailure && failure.error._tag === 'Refused')
      return { code: failure.error.code, info: failure.error.info };
    throw failure;
  }
  return { code: 0, info: undefined };
};

describe('files, tasks, trash, undo and the safe at a real box', () => {
  let box: BoxProcess;
  let ann: BoxClient;
  let rob: BoxClient;
  let round = 0;
  /** A new folder for every test. */
  let folder = '';
  const wire = (name = '') => `/mnt/usb1/${OWNER}/${folder}${name === '' ? '' : `/${name}`}`;
  const disk = (name = '') => join(box.usb1, OWNER, folder, name);
  const names = () => readdirSync(disk()).toSorted();

  beforeAll(async () => {
    box = await startBoxProcess();
    ann = await signIn(box.origin, OWNER);
    rob = await signIn(box.origin, MEMBER);
  });
  afterAll(() => box.remove());
  beforeEach(() => {
    round += 1;
    folder = `round ${round}`;
    mkdirSync(disk());
  });

  const finished = async (id: string): Promise<OpTask> => {
    for (;;) {
      const { list } = await ann.tasks.list({ user: OWNER, count: 100, start: 0, type: 'ALL' });
      const task = list.find((entry) => entry.tb_id === id);
      if (task === undefined) throw new Error('the task is gone');
      if (task.tb_state === 1 || task.tb_state === -1) return task;
      await delay(50);
    }
  };
  const run = async (task: Parameters<typeof ann.tasks.add>[0]) => finished((await ann.tasks.add(task)).id);
  const list = async (path: string) =>
    (await ann.files.list({ path, count: 500, hasbaseinfo: 0 })).file_list.map((item) => item.n);

  it('SDK-B01: lists in natural and pinyin order, page after page, hidden names only when asked', async () => {
    for (const name of ['b10.txt', 'b9.txt', 'A1.txt', '贝贝.txt', '.dot', '重庆.txt', '长沙.txt'])
      writeFileSync(disk(name), 'x');
    mkdirSync(disk('zoo'));
    expect(await list(wire())).toEqual(['zoo', 'A1.txt', 'b9.txt', 'b10.txt', '贝贝.txt', '长沙.txt', '重庆.txt']);
    const seen: string[] = [];
    let baseinfo: Cursor | undefined;
    for (;;) {
      const page = await ann.files.list({
        path: wire(),
        count: 3,
        hasbaseinfo: baseinfo === undefined ? 0 : 1,
        withhidden: 1,
        ...(baseinfo === undefined ? {} : { baseinfo }),
      });
      expect(page.sum).toBe(8);
      seen.push(...page.file_list.map((item) => item.n));
      const last = page.file_list.at(-1);
      if (last === undefined || page.file_list.length < 3) break;
      baseinfo = { n: last.n, t: last.t, k: last.k };
    }
    expect(new Set(seen).size).toBe(8);
  });

  it('what changes behind the box’s back is seen', async () => {
    expect(await list(wire())).toEqual([]);
    writeFileSync(disk('from outside.txt'), 'x');
    for (let tries = 0; tries < 100 && (await list(wire())).length === 0; tries++) await delay(50);
    expect(await list(wire())).toEqual(['from outside.txt']);
  });

  it('SDK-B02, SDK-B03: makes folders, says when one was there, renames, never replaces', async () => {
    expect(await ann.files.makeFolder({ path: wire('a/b') })).toMatchObject({ existed: false });
    expect(await ann.files.makeFolder({ path: wire('a/b') })).toEqual({ existed: true });
    writeFileSync(disk('x.txt'), 'x');
    writeFileSync(disk('y.txt'), 'y');
    await ann.files.move({ source: wire('x.txt'), target: wire('z.txt') });
    expect((await refusal(ann.files.move({ source: wire('z.txt'), target: wire('y.txt') }))).code).toBe(11);
    expect((await refusal(ann.files.move({ source: wire('nothing'), target: wire('n') }))).code).toBe(15);
    expect(readFileSync(disk('y.txt'), 'utf8')).toBe('y');
    expect(names()).toEqual(['a', 'y.txt', 'z.txt']);
  });

  it('SDK-B107: renames many at once, also in a circle', async () => {
    for (const name of ['1', '2', '3']) writeFileSync(disk(name), name);
    await ann.files.rename({
      renames: [
        { source: wire('1'), target: wire('2') },
        { source: wire('2'), target: wire('3') },
        { source: wire('3'), target: wire('1') },
      ],
    });
    expect(['1', '2', '3'].map((name) => readFileSync(disk(name), 'utf8'))).toEqual(['3', '1', '2']);
  });

  it('SDK-B04, SDK-B05: trash keeps, remove does not; undo brings back', async () => {
    writeFileSync(disk('keep.txt'), 'keep');
    writeFileSync(disk('gone.txt'), 'gone');
    await ann.trash.put({ paths: [wire('keep.txt')] });
    expect(names()).toEqual(['gone.txt']);
    const { list: trashed } = await ann.trash.list({ offset: 0, count: 10, order: '5', desc: 1 });
    expect(trashed[0]).toMatchObject({ n: 'keep.txt', p: wire() });
    await ann.journal.undo({ id: [] });
    expect(readFileSync(disk('keep.txt'), 'utf8')).toBe('keep');
    await ann.files.remove({ paths: [wire('gone.txt')] });
    expect(names()).toEqual(['keep.txt']);
  });

  it('TRASH-01: restores to the old place, and says so when it is taken', async () => {
    writeFileSync(disk('t.txt'), 'old');
    await ann.trash.put({ paths: [wire('t.txt')] });
    writeFileSync(disk('t.txt'), 'new');
    const { list: trashed } = await ann.trash.list({ offset: 0, count: 1, order: '5', desc: 1 });
    const id = trashed[0]?.id ?? '';
    await refusal(ann.trash.restore({ ids: [id] }));
    expect(readFileSync(disk('t.txt'), 'utf8')).toBe('new');
    await ann.files.move({ source: wire('t.txt'), target: wire('t2.txt') });
    await ann.trash.restore({ ids: [id] });
    expect(readFileSync(disk('t.txt'), 'utf8')).toBe('old');
  });

  it('SDK-B39, SDK-B40: copies and moves trees as tasks, keeping both where a name is taken', async () => {
    mkdirSync(disk('tree/deep'), { recursive: true });
    writeFileSync(disk('tree/deep/file.txt'), 'deep');
    mkdirSync(disk('target'));
    expect(await run(copyTask(OWNER, wire('tree'), wire('target')))).toMatchObject({ tb_state: 1, tb_progress: 100 });
    expect(await run(copyTask(OWNER, wire('tree'), wire('target'), 2))).toMatchObject({ tb_state: 1 });
    expect(readdirSync(disk('target')).toSorted()).toEqual(['tree', 'tree_copy']);
    expect(readFileSync(disk('target/tree_copy/deep/file.txt'), 'utf8')).toBe('deep');
    mkdirSync(disk('elsewhere'));
    expect(await run(moveTask(OWNER, wire('tree'), wire('elsewhere')))).toMatchObject({ tb_state: 1 });
    expect(existsSync(disk('tree'))).toBe(false);
    expect(readFileSync(disk('elsewhere/tree/deep/file.txt'), 'utf8')).toBe('deep');
    await ann.journal.undo({ id: [] });
    for (let tries = 0; tries < 100 && !existsSync(disk('tree/deep/file.txt')); tries++) await delay(50);
    expect(readFileSync(disk('tree/deep/file.txt'), 'utf8')).toBe('deep');
    expect(await run(removeTask(OWNER, wire('target')))).toMatchObject({ tb_state: 1 });
    expect(existsSync(disk('target'))).toBe(false);
  });

  it('ARCHIVE-01, ARCHIVE-05: packs zip, tar and tar.gz, and unpacks each into a folder of its name', async () => {
    mkdirSync(disk('pack'));
    writeFileSync(disk('pack/中文 名.txt'), 'packed');
    for (const suffix of ['zip', 'tar', 'tar.gz']) {
      expect(
        await run(compressTask(OWNER, wire(), ['pack'], { target: wire(), name: 'out', suffix })),
        suffix,
      ).toMatchObject({
        tb_state: 1,
      });
      mkdirSync(disk(`from ${suffix}`));
      expect(await run(extractTask(OWNER, wire(`out.${suffix}`), wire(`from ${suffix}`))), suffix).toMatchObject({
        tb_state: 1,
      });
      expect(readFileSync(disk(`from ${suffix}/out/pack/中文 名.txt`), 'utf8'), suffix).toBe('packed');
    }
  });

  it('SAFE-01, SAFE-06: the safe opens with its password only, and encrypts files that no other key reads', async () => {
    writeFileSync(disk('secret.txt'), 'my secret');
    const safe = `/mnt/usb1/${OWNER}/.safebox`;
    expect((await refusal(ann.files.list({ path: safe, count: 500, hasbaseinfo: 0 }))).code).toBe(13);
    await ann.safe.setUp({ username: OWNER, password: 'safe-123' });
    await ann.safe.unlock({ username: OWNER, password: 'safe-123' });
    expect(await run(encryptTask(OWNER, wire('secret.txt'), safe))).toMatchObject({ tb_state: 1 });
    expect(existsSync(disk('secret.txt'))).toBe(false);
    const hidden = join(box.usb1, OWNER, '.safebox', 'secret.txt.hyencrypt_v3');
    const sealed = readFileSync(hidden);
    expect(sealed.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(sealed.includes('my secret')).toBe(false);
    await ann.safe.lock({ area: 'safe' });
    expect((await refusal(ann.files.list({ path: safe, count: 500, hasbaseinfo: 0 }))).code).toBe(13);
    expect((await refusal(ann.safe.unlock({ username: OWNER, password: 'wrong-1' }))).code).toBe(6);
    await ann.safe.unlock({ username: OWNER, password: 'safe-123' });
    expect(await run(decryptTask(OWNER, `${safe}/secret.txt.hyencrypt_v3`, wire()))).toMatchObject({ tb_state: 1 });
    expect(readFileSync(disk('secret.txt'), 'utf8')).toBe('my secret');
    expect(statSync(join(box.usb1, OWNER, '.safebox')).isDirectory()).toBe(true);
  });

  it('nobody sees or touches what belongs to somebody else', async () => {
    writeFileSync(disk('mine.txt'), 'mine');
    for (const attempt of [
      () => rob.files.list({ path: wire(), count: 500, hasbaseinfo: 0 }),
      () => rob.files.move({ source: wire('mine.txt'), target: `/mnt/usb1/${MEMBER}/mine.txt` }),
      () => rob.trash.put({ paths: [wire('mine.txt')] }),
      () => rob.files.remove({ paths: [wire('mine.txt')] }),
      () => rob.files.measure({ path: wire() }),
      () => rob.tasks.list({ user: OWNER, count: 10, start: 0, type: 'ALL' }),
      () => rob.safe.unlock({ username: OWNER, password: 'safe-123' }),
    ]) {
      const { code } = await refusal(attempt());
      expect([10, 13], String(attempt)).toContain(code);
    }
    expect(readFileSync(disk('mine.txt'), 'utf8')).toBe('mine');
  });

  it('names with every strange character a file system allows stay listable and removable', async () => {
    const odd = [
      'tab\there',
      'new\nline',
      '\u202egnp.exe',
      'a'.repeat(255),
      '%2e%2e',
      '-rf',
      '~',
      'CON',
      '🌳',
      ' lead',
      'trail ',
    ];
    for (const name of odd) writeFileSync(disk(name), name);
    writeFileSync(Buffer.concat([Buffer.from(`${disk()}/`), Buffer.from([0x66, 0xff, 0xfe])]), 'not utf-8');
    const listed = await list(wire());
    expect(listed).toHaveLength(odd.length + 1);
    expect(listed).toEqual(expect.arrayContaining(odd));
    const { failed } = { failed: [], ...(await ann.files.remove({ paths: listed.map((name) => wire(name)) })) };
    expect(failed).toEqual([]);
    expect(names()).toEqual([]);
  });
});
