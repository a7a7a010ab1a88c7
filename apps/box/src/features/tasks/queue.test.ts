/** The queue, with an operation controlled by the test. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Progress, StoppedError } from '../../runtime/progress.ts';
import { OperationFailed, OPS } from '../../storage/copy/operation-codes.ts';
import { PathRedactor } from '../safe/redact-hidden-paths.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { taskHandlers } from './handlers.ts';
import { runHeavy } from './heavy.ts';
import type { OperationRun } from './operation.ts';
import { type TaskBox, taskBox, createTasks } from './task-test-helpers.ts';
import { call } from '../../server/identity/identity-test-helpers.ts';

const ann = callerFor('ann');
const clock = { now: () => Date.now() };
let box: TaskBox;
let work: (run: OperationRun) => Promise<void>;

const more = () => {
  const told = {
    check: () => Promise.resolve({ name: 'x', type: 0, total: 0 }),
    run: (run: OperationRun) => work(run),
  };
  return { DOWN: told, COPY: told };
};
/** Runs until it is stopped. */
const endless = (run: OperationRun): Promise<void> =>
  new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(new StoppedError())));
const add = () => box.tasks.add(ann, { cmd: 'DOWN', source: 'x', target: '/mnt/usb1/ann', params: {} });
const listed = () => {
  const context = { caller: ann, session: '', remote: '', headers: {} };
  return taskHandlers({ ...box, pathRedactor: new PathRedactor(box.vault, () => true), model: 'N3' }).list(
    { user: 'ann', count: 9, start: 0, type: 'ALL' },
    context,
  ).list;
};

beforeEach(() => {
  box = taskBox({ clock, more });
  work = endless;
  mkdirSync(join(box.root, 'usb1/ann/docs'), { recursive: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await box.jobs.close();
  box.remove();
});

describe('a task under way', { timeout: 60_000 }, () => {
  it('is stopped by a box that leaves, and goes on at the next start', async () => {
    const id = await add();
    await box.jobs.close();
    expect(box.tasks.get('ann', id)).toMatchObject({ state: 2 });
    work = () => Promise.resolve();
    const next = createTasks(box, { clock, more });
    await next.jobs.start();
    expect(await next.tasks.whenSettled('ann', id)).toMatchObject({ state: 1, code: OPS.done });
    await next.jobs.close();
  });

  it('shows how far it is in percent, and 100 only at its end; one that failed shows none', async () => {
    let gauge: Progress | undefined;
    const gate = Promise.withResolvers<undefined>();
    work = async (run) => {
      ({ progress: gauge } = run);
      await gate.promise;
      throw new OperationFailed(OPS.damaged, 'half');
    };
    const id = await add();
    expect(listed()).toMatchObject([{ tb_state: 2, tb_progress: 0 }]);
    gauge?.setTotal(2000);
    gauge?.setDone(999);
    expect(listed()).toMatchObject([{ tb_progress: 49, tb_total: 2000, tb_completed: 999 }]);
    gauge?.setDone(2000);
    expect(listed()).toMatchObject([{ tb_progress: 99 }]);
    gate.resolve(undefined);
    await box.tasks.whenSettled('ann', id);
    expect(listed()).toMatchObject([{ tb_state: -1, tb_code: OPS.damaged, tb_msg: 'half', tb_progress: 0 }]);
    expect(box.faults).toEqual([]);
  });

  it('that fails for a reason that nobody foresaw is told of, and of what cannot be tidied up after it', async () => {
    work = () => {
      vi.spyOn(box.vault, 'lstat').mockRejectedValueOnce(new TypeError('a second mistake'));
      return Promise.reject(new TypeError('a mistake'));
    };
    expect(await box.tasks.whenSettled('ann', await add())).toMatchObject({
      state: -1,
      code: OPS.readWrite,
      message: '',
    });
    expect(box.faults).toEqual([new TypeError('a mistake'), new TypeError('a second mistake')]);
  });

  it('of somebody who is no user any more, when the disk fails meanwhile, is not taken for one that came to its end', async () => {
    const id = await add();
    vi.spyOn(box.vault, 'lstat').mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
    await expect(box.jobs.endAll('ann')).rejects.toThrow('EIO');
    // Its leftovers are deleted at the next start.
    const next = createTasks(box, { clock, more });
    await next.jobs.start();
    expect(next.tasks.get('ann', id)).toBeUndefined();
    await next.jobs.close();
  });
});

describe('a worker thread', { timeout: 60_000 }, () => {
  it('does one job after another, and keeps no listener of those before', async () => {
    // An idle worker of an earlier test may be reused.
    const posted = vi.spyOn(Worker.prototype, 'postMessage');
    await using folder = await box.vault.folder(box.vault.resolve(ann, '/mnt/usb1/ann', 'read'));
    const job = { kind: 'measure', from: folder.path, name: Buffer.from('docs') } as const;
    for (const _ of [1, 2, 3]) await runHeavy(job, new Progress(), new AbortController().signal);
    const threads = [...new Set<unknown>(posted.mock.contexts)];
    expect(threads.map((one) => one instanceof Worker && one.listenerCount('message'))).toEqual([0]);
  });
});

describe('a task by a right that ends', { timeout: 60_000 }, () => {
  const SHARE = '/mnt/usb1/ann/.share2me/bob/Trip';
  const HERE = '/mnt/usb1/ann/docs';
  const add = (cmd: 'COPY' | 'DOWN', source: string, target: string) =>
    box.tasks.add(ann, { cmd, source, target, params: {} });
  const staged = () => readdirSync(join(box.root, 'usb1/.boxwood')).filter((name) => name.startsWith('task-'));
  /** Runs until it is stopped, with a staged file. */
  const staging = async (run: OperationRun): Promise<void> => {
    mkdirSync(join(box.root, `usb1/.boxwood/task-${run.task.id}`), { recursive: true });
    run.reportWorking();
    return endless(run);
  };
  beforeEach(() => {
    mkdirSync(join(box.root, 'usb1/bob/Trip'), { recursive: true });
    box.grants.push({ to: 'ann', sharer: 'bob', name: 'Trip', path: '/mnt/usb1/bob/Trip' });
    work = staging;
  });

  it.each([
    ['out of a share', 'COPY', `${SHARE}/film.mp4`, HERE],
    ['into a share', 'COPY', `${HERE}/film.mp4`, SHARE],
    ['from the web into a share', 'DOWN', 'http://x.example/y', SHARE],
  ] as const)('%s: is stopped and failed, with nothing left of it', async (_, cmd, source, target) => {
    const id = await add(cmd, source, target);
    await vi.waitFor(() => expect(box.tasks.get('ann', id)).toMatchObject({ code: OPS.working }));
    box.jobs.recheck();
    expect(box.tasks.get('ann', id)).toMatchObject({ state: 2 });
    box.grants.length = 0;
    box.jobs.recheck();
    expect(await box.tasks.whenSettled('ann', id)).toMatchObject({ state: -1, code: OPS.unsafePath, message: 'path' });
    expect(staged()).toEqual([]);
    expect(box.faults).toEqual([]);
  });

  it('two of somebody who is no user any more stop together, and none that waits takes their place', async () => {
    const ids = [];
    for (let i = 0; i < 4; i++) ids.push(await add('COPY', `${HERE}/a`, HERE));
    await vi.waitFor(() => expect(staged()).toHaveLength(2));
    await box.jobs.endAll('ann');
    expect(ids.map((id) => box.tasks.get('ann', id))).toEqual([undefined, undefined, undefined, undefined]);
    expect(staged()).toEqual([]);
  });
});

it('ROLE-12: an N2 packs and unpacks nothing, whoever asks; it copies', async () => {
  const context = { caller: ann, session: '', remote: '', headers: {} };
  const n2 = taskHandlers({ ...box, pathRedactor: new PathRedactor(box.vault, () => true), model: 'N2' });
  const task = { user: 'ann', source: '/mnt/usb1/ann/a.zip', target: '/mnt/usb1/ann' } as const;
  for (const refused of [
    { ...task, type: 'DECOMPRESS' },
    { ...task, type: 'COMPRESS', names: ['a.txt'], target: '/mnt/usb1/ann/b.zip' },
  ] as const)
    await expect(n2.add(refused, context, call), refused.type).rejects.toMatchObject({ code: 3, info: 'model' });
  work = () => Promise.resolve();
  const { id } = await n2.add({ ...task, type: 'COPY', conflict: 1 }, context, call);
  expect(await box.tasks.whenSettled('ann', id)).toMatchObject({ cmd: 'COPY', state: 1 });
});
