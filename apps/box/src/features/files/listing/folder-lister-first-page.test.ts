import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileListQuery, FilePage } from '@boxwood/box-sdk';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { callerFor } from '../../../storage/vault/index.ts';
import { type WorkerJobs, BackgroundWorker } from '../background-worker.ts';
import type { TestFiles } from '../file-test-helpers.ts';
import { createTestFiles } from '../file-test-helpers.ts';
import { connectedSignal } from '../../../server/identity/identity-test-helpers.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: TestFiles;
let home = '';
const ann = callerFor('ann');

beforeAll(() => {
  box = createTestFiles();
  home = join(box.root, 'usb1/ann');
  mkdirSync(home, { recursive: true });
});
afterAll(() => box.close());

const list = (query: Partial<FileListQuery> = {}): Promise<FilePage> =>
  box.lister.list(ann, { path: '/mnt/usb1/ann', count: 1000, hasbaseinfo: 0, ...query }, connectedSignal());

describe('the first page of a large folder that nobody remembers', () => {
  const MANY = 4_500;
  const pathOf = (name: string) => `/mnt/usb1/ann/${name}`;
  let calls: Mock<BackgroundWorker<WorkerJobs>['call']>;
  /** Except prefetched names, which depend on the file system. */
  const jobs = () => calls.mock.calls.map(([job]) => job).filter((job) => job !== 'ahead');
  const whole = (path: string) => box.snapshots.open(box.vault.resolve(ann, path, 'read'), connectedSignal());
  const fill = (real: string): void => {
    mkdirSync(real);
    const words = ['照片', 'IMG_', 'a', '.b', '成都 ', 'é'];
    for (let at = 0; at < MANY; at += 1) {
      const name = `${words[at % words.length]}${(at * 7919) % MANY}`;
      if (at % 9 === 0) mkdirSync(join(real, `${name} f`));
      else writeFileSync(join(real, `${name}${at % 2 === 0 ? '.jpg' : '.txt'}`), '');
    }
  };

  beforeAll(() => {
    for (const name of ['large', 'larger']) fill(join(home, name));
  });
  beforeEach(() => {
    calls = vi.spyOn(BackgroundWorker.prototype, 'call');
  });
  afterAll(() => {
    for (const name of ['large', 'larger']) rmSync(join(home, name), { recursive: true });
  });

  it('is the one of the whole folder, whatever is asked for', async () => {
    const path = pathOf('large');
    const flag = fc.constantFrom(0 as const, 1 as const);
    const query = fc.record({
      desc: flag,
      dirfirst: flag,
      withhidden: flag,
      count: fc.integer({ min: 2, max: 1000 }),
      only: fc.constantFrom({}, { folderonly: 1 as const }, { regonly: 1 as const }, { type: 3 as const }),
    });
    await fc.assert(
      fc.asyncProperty(query, async ({ only, ...asked }) => {
        box.snapshots.forget(path);
        calls.mockClear();
        const first = await list({ path, ...asked, ...only });
        // The background read of the previous round may also run once more.
        expect(jobs()).toContain('first');
        await whole(path);
        expect(first).toEqual(await list({ path, ...asked, ...only }));
        expect(jobs().filter((job) => job === 'first')).toHaveLength(1);
      }),
      { numRuns: propertyRuns(15) },
    );
  });

  it('comes while the folder is read whole in a thread of its own, behind which no other folder waits', async () => {
    const path = pathOf('larger');
    const gate = Promise.withResolvers<undefined>();
    const open = box.vault.folder.bind(box.vault);
    const first = await list({ path, count: 10 });
    await vi.waitFor(() => expect(jobs()).toEqual(['first', 'scan']));
    const before = calls.mock.contexts.at(0);
    const behind = calls.mock.contexts.at(-1);
    expect(behind).not.toBe(before);
    await whole(path);
    box.snapshots.forget(path);
    // The background reader has only opened the folder so far.
    const waits = vi.spyOn(box.vault, 'folder').mockImplementation(async (location) => {
      if (jobs().at(-1) === 'first') await gate.promise;
      return open(location);
    });
    calls.mockClear();
    expect(await list({ path, count: 10 })).toEqual(first);
    waits.mockImplementation(open);
    expect(await list({ path, count: 10 })).toEqual(first);
    expect(jobs()).toEqual(['first', 'first']);
    gate.resolve(undefined);
    expect((await whole(path)).sum).toBeNull();
  });
});
