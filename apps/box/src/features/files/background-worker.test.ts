import { afterAll, describe, expect, it, vi } from 'vitest';
import type { FolderJobs } from './folder-worker.ts';
import { PROGRAMS } from '../../runtime/program-registry.ts';
import { workerUrl, BackgroundWorker } from './background-worker.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe.each([
  ['thread', undefined, 20],
  ['process', PROGRAMS.names, 200],
])('a %s', (_, apart, idleMs) => {
  const thread = new BackgroundWorker<FolderJobs>(workerUrl(import.meta.url, 'folder-worker'), {
    idleMs,
    ...(apart === undefined ? {} : { program: apart }),
  });
  afterAll(() => thread.close());

  it('answers calls, also after it went to rest, and passes on what failed with its code', async () => {
    expect(await thread.call('key', 'A10')).toBe('a210');
    await pause(3 * idleMs);
    expect(await Promise.all(['a', '2', '贝'].map((name) => thread.call('key', name)))).toEqual(['a', '12', 'bei ']);
    await expect(thread.call('scan', { path: '/nonexistent', reserved: [], known: null })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('calls that come while it goes to rest are answered, not lost', async () => {
    for (let turn = 0; turn < (apart === undefined ? 30 : 5); turn += 1) {
      expect(await thread.call('key', `n${turn}`)).toMatch(/^n/);
      await pause(idleMs - 5 + (turn % 10));
    }
  });

  it('lets a caller go who has left, answers the others, and ends when nobody waits for what it is busy with', async () => {
    const busy = new BackgroundWorker<FolderJobs>(
      workerUrl(import.meta.url, 'folder-worker'),
      apart === undefined ? {} : { program: apart },
    );
    const gone = new AbortController();
    const sorting = { values: new Float64Array(3_000_000).map(() => Math.random()), desc: false };
    const [left, stayed] = [busy.call('sort', sorting, gone.signal), busy.call('key', 'A10')];
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(await stayed).toBe('a210');
    const again = new AbortController();
    const unwanted = [busy.call('sort', sorting, again.signal), busy.call('sort', sorting, again.signal)];
    again.abort(new Error('gone'));
    for (const each of unwanted) await expect(each).rejects.toThrow('gone');
    await expect.poll(() => busy.isBusy, { timeout: 1000, interval: 10 }).toBe(false);
    expect(await busy.call('key', 'A10')).toBe('a210');
    await busy.close();
  });

  it('rests as soon as it is asked to each time that it has nothing to do', async () => {
    let rest = 60_000;
    const resting = new BackgroundWorker<FolderJobs>(workerUrl(import.meta.url, 'folder-worker'), {
      idleMs: () => rest,
      ...(apart === undefined ? {} : { program: apart }),
    });
    expect(resting.isRunning).toBe(false);
    await resting.call('key', 'A10');
    await pause(2 * idleMs);
    expect(resting.isRunning).toBe(true);
    rest = 0;
    await resting.call('key', 'A10');
    await expect.poll(() => resting.isRunning, { timeout: 5000, interval: 5 }).toBe(false);
    await resting.close();
  });

  it('is closed for good', async () => {
    const closing = new BackgroundWorker<FolderJobs>(
      workerUrl(import.meta.url, 'folder-worker'),
      apart === undefined ? {} : { program: apart },
    );
    const lost = closing.call('key', 'x');
    await closing.close();
    await expect(lost).rejects.toThrow('ended');
    await expect(closing.call('key', 'y')).rejects.toThrow('closed');
  });
});
