/** A task that was complete when the box was killed, and is still running in the table at the next start. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveOperations } from '../../storage/archives/archive-operations.ts';
import { downloadOperation } from '../downloads/download-operation.ts';
import { snapshot } from '../../storage/journal/journal-test-helpers.ts';
import { newIdentity, recipientOf } from '../safe/age-keys.ts';
import { callerFor } from '../../storage/vault/index.ts';
import type { TaskRequest } from './task-model.ts';
import { type TaskBox, type TaskBoxOptions, taskBox, createTasks } from './task-test-helpers.ts';

const identity = newIdentity();
const recipient = recipientOf(identity);
const clock = { now: () => Date.now() };
const options: TaskBoxOptions = {
  clock,
  keys: { recipientOf: () => recipient, identityOf: () => Buffer.from(identity) },
  more: (services) => ({
    ...archiveOperations(services),
    DOWN: downloadOperation(services, { clock, allowLan: true, retryDelayMs: 20, stallMs: 400 }),
  }),
};
const MEMORY = '/dev/shm';
const ann = callerFor('ann', ['safe', 'home']);
const HOME = '/mnt/usb1/ann';

let box: TaskBox;
/** A folder on another file system behind `/mnt/usb2`; null if there is none. */
let other: string | null = null;
const real = (path: string) => join(box.root, path);
const write = (path: string, content: string) => {
  mkdirSync(dirname(real(path)), { recursive: true });
  writeFileSync(real(path), content);
};
const staged = (): readonly string[] =>
  ['usb1', 'usb2'].flatMap((volume) => {
    const folder = statSync(real(`${volume}/.boxwood`), { throwIfNoEntry: false });
    return folder === undefined ? [] : readdirSync(real(`${volume}/.boxwood`));
  });
const everything = () => ({ one: snapshot(real('usb1/ann')), two: snapshot(real('usb2/.')) });

beforeEach(() => {
  box = taskBox(options);
  other = null;
  if (statSync(MEMORY, { throwIfNoEntry: false })?.dev !== statSync(real('usb2')).dev) {
    other = mkdtempSync(join(MEMORY, 'boxwood-other-'));
    rmSync(real('usb2'), { recursive: true });
    symlinkSync(other, real('usb2'));
  }
  for (const name of ['usb1/ann/to', 'usb1/ann/.safebox', 'usb2/ann']) mkdirSync(real(name), { recursive: true });
  write('usb1/ann/tree/1', 'one');
  write('usb1/ann/tree/in/2', 'two');
  write('usb1/ann/file', 'a file');
});
afterEach(async () => {
  await box.jobs.close();
  expect(box.faults).toEqual([]);
  if (other !== null) rmSync(other, { recursive: true });
  box.remove();
});

const perform = async (
  request: Omit<TaskRequest, 'params'> & Partial<Pick<TaskRequest, 'params'>>,
): Promise<string> => {
  const id = await box.tasks.add(ann, { params: {}, ...request });
  expect(await box.tasks.whenSettled('ann', id)).toMatchObject({ state: 1 });
  return id;
};
/** Kills the box before the task or its outcome was recorded, and restarts it. */
const killed = async (id: string, recorded: boolean, outcome: object = { state: 1, message: '' }): Promise<void> => {
  await box.jobs.close();
  box.database.exec(`update jobs set state = 'running', code = 2 where id = '${id}'`);
  if (!recorded) box.database.exec(`update journal set state = 'intent' where origin = 'task:${id}'`);
  await box.bins.reconcile();
  await box.undo.recover();
  const { jobs, tasks, faults } = createTasks(box, options);
  await jobs.start();
  expect(await tasks.whenSettled('ann', id)).toMatchObject(outcome);
  expect(faults).toEqual([]);
  await jobs.close();
};

const REQUESTS: Readonly<Record<string, () => Omit<TaskRequest, 'params'> & Partial<Pick<TaskRequest, 'params'>>>> = {
  'a copy that keeps both': () => {
    write('usb1/ann/to/tree/1', 'was there');
    return { cmd: 'COPY', source: `${HOME}/tree`, target: `${HOME}/to`, params: { conflict: 2 } };
  },
  'a move within a volume': () => ({ cmd: 'MOVE', source: `${HOME}/tree`, target: `${HOME}/to` }),
  'a move to another volume': () => ({ cmd: 'MOVE', source: `${HOME}/tree`, target: '/mnt/usb2/ann' }),
  'an encryption': () => ({ cmd: 'EMOVE', source: `${HOME}/file`, target: '/mnt/safebox' }),
};

describe('a task that was finished when the box was killed', { timeout: 60_000 }, () => {
  /** Nothing is done twice, and undo reverts it. */
  const isNotRepeated = async (
    request: Omit<TaskRequest, 'params'> & Partial<Pick<TaskRequest, 'params'>>,
    recorded: boolean,
  ): Promise<void> => {
    const before = everything();
    const id = await perform(request);
    const after = everything();
    await killed(id, recorded);
    expect(everything()).toEqual(after);
    expect(staged()).toEqual([]);
    expect(box.journal.count('ann')).toBe(1);
    const next = createTasks(box, options);
    const { task } = await box.undo.undo(ann, null);
    if (task !== null) expect(await next.tasks.whenSettled('ann', task)).toMatchObject({ state: 1 });
    expect(everything()).toEqual(before);
    await next.jobs.close();
  };

  for (const recorded of [true, false])
    describe(recorded ? 'after its record' : 'before its record', () => {
      it.each(Object.keys(REQUESTS))('%s', async (name) => {
        const request = REQUESTS[name]?.();
        if (request !== undefined) await isNotRepeated(request, recorded);
      });

      it.each(['zip', 'tar.gz'])('packing and unpacking (%s)', async (suffix) => {
        await isNotRepeated(
          { cmd: 'COMPRESS', source: HOME, target: `${HOME}/to/tree.${suffix}`, params: { names: ['tree'] } },
          recorded,
        );
        box.database.exec('delete from journal');
        const packing = createTasks(box, options);
        const packed = await packing.tasks.add(ann, {
          cmd: 'COMPRESS',
          source: HOME,
          target: `${HOME}/tree.${suffix}`,
          params: { names: ['tree'] },
        });
        await packing.tasks.whenSettled('ann', packed);
        await packing.jobs.close();
        box.database.exec('delete from journal');
        box = { ...box, ...createTasks(box, options) };
        await isNotRepeated({ cmd: 'DECOMPRESS', source: `${HOME}/tree.${suffix}`, target: `${HOME}/to` }, recorded);
      });

      it('a download', async () => {
        const web = createServer((_, answer) => answer.end('from the web')).listen(0, '127.0.0.1');
        await once(web, 'listening');
        const address = web.address();
        const port = typeof address === 'object' && address !== null ? address.port : 0;
        await isNotRepeated(
          { cmd: 'DOWN', source: `http://127.0.0.1:${port}/page.txt`, target: `${HOME}/to` },
          recorded,
        );
        web.close();
      });
    });
});

describe('a move within a volume that was finished when the box was killed', { timeout: 60_000 }, () => {
  it('is not repeated with what has its old name by now', async () => {
    const id = await perform({ cmd: 'MOVE', source: `${HOME}/file`, target: `${HOME}/to` });
    write('usb1/ann/file', 'another file');
    await killed(id, true);
    expect(readFileSync(real('usb1/ann/file'), 'utf8')).toBe('another file');
    expect(readFileSync(real('usb1/ann/to/file'), 'utf8')).toBe('a file');
  });

  it('is done although the folder that it came from is gone', async () => {
    write('usb1/ann/nest/egg', 'egg');
    const id = await perform({ cmd: 'MOVE', source: `${HOME}/nest/egg`, target: `${HOME}/to` });
    rmSync(real('usb1/ann/nest'), { recursive: true });
    await killed(id, true);
    expect(readFileSync(real('usb1/ann/to/egg'), 'utf8')).toBe('egg');
  });
});

describe('an encryption that was finished when the box was killed', { timeout: 60_000 }, () => {
  it('takes away its own source alone, not what has that name by now', async () => {
    const id = await perform({ cmd: 'EMOVE', source: `${HOME}/file`, target: '/mnt/safebox' });
    write('usb1/ann/file', 'another file');
    await killed(id, true, { state: -1, message: 'the source changed and was kept' });
    expect(readFileSync(real('usb1/ann/file'), 'utf8')).toBe('another file');
  });
});

describe('an undo by a task that was killed', { timeout: 60_000 }, () => {
  /** Runs the task, then starts its undo with a box that never completes it. */
  const begun = async (request: Omit<TaskRequest, 'params'>): Promise<string> => {
    await perform({ ...request, params: {} });
    await box.jobs.close();
    const { task } = await box.undo.undo(ann, null);
    if (task === null) throw new Error('no task');
    return task;
  };
  const startAgain = async (id: string) => {
    box.database.exec(
      `update jobs set state = 'running', code = 2, boot = (select max(boot) from jobs) where id = '${id}'`,
    );
    await box.undo.recover();
    const { jobs, tasks, faults } = createTasks(box, options);
    await jobs.start();
    const task = await tasks.whenSettled('ann', id);
    await jobs.close();
    expect(faults).toEqual([]);
    return task;
  };

  it('before it did anything keeps its source when somebody else took the target', async () => {
    const id = await begun({ cmd: 'EMOVE', source: `${HOME}/file`, target: '/mnt/safebox' });
    write('usb1/ann/file', 'of somebody else');
    expect(await startAgain(id)).toMatchObject({ state: -1 });
    expect(readdirSync(real('usb1/ann/.safebox'))).toEqual(['file.hyencrypt_v3']);
    expect(readFileSync(real('usb1/ann/file'), 'utf8')).toBe('of somebody else');
    expect(staged()).toEqual([]);
  });

  it('when all was done but the last word is not done again', async () => {
    const id = await begun({ cmd: 'EMOVE', source: `${HOME}/file`, target: '/mnt/safebox' });
    expect(await startAgain(id)).toMatchObject({ state: 1 });
    expect([readdirSync(real('usb1/ann/.safebox')), readFileSync(real('usb1/ann/file'), 'utf8')]).toEqual([
      [],
      'a file',
    ]);
    expect(await startAgain(id)).toMatchObject({ state: 1 });
    expect([readdirSync(real('usb1/ann/.safebox')), readFileSync(real('usb1/ann/file'), 'utf8')]).toEqual([
      [],
      'a file',
    ]);
  });

  it('between the target and the source goes on with the source', async () => {
    const sealed = real('usb1/ann/.safebox/file.hyencrypt_v3');
    const id = await begun({ cmd: 'EMOVE', source: `${HOME}/file`, target: '/mnt/safebox' });
    // State after the kill: the decrypted file is in place, and the staging folder has its marker.
    write('usb1/ann/file', 'a file');
    const { ino } = statSync(real('usb1/ann/file'), { bigint: true });
    write(`usb1/.boxwood/task-${id}/placing.${ino}`, '');
    expect(await startAgain(id)).toMatchObject({ state: 1 });
    expect(statSync(sealed, { throwIfNoEntry: false })).toBeUndefined();
    expect(readFileSync(real('usb1/ann/file'), 'utf8')).toBe('a file');
    expect(staged()).toEqual([]);
  });
});
