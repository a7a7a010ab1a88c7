/** A second thread prefetches the names of a large folder while the first one reads it. */
import { mkdirSync, readdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { callerFor } from '../../../storage/vault/index.ts';
import { createTestVault } from '../../../storage/vault/vault-test-helpers.ts';
import { type FolderPrefetchRequest, prefetchFolder } from './prefetch-folder.ts';
import { FolderSnapshotCache } from '../folder-snapshot-cache.ts';
import { fileHashMigrations } from '../file-hash-tables.ts';
import { BackgroundWorker } from '../background-worker.ts';
import { connectedSignal } from '../../../server/identity/identity-test-helpers.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MANY = 8000;
const box = createTestVault(fileHashMigrations);
const snapshots = new FolderSnapshotCache({ vault: box.vault, now: () => Date.now() });
const real = (name: string) => join(box.root, 'usb1/ann', name);
const firstOf = (name: string) =>
  snapshots.openFirstPage(
    box.vault.resolve(callerFor('ann'), `/mnt/usb1/ann/${name}`, 'read'),
    { filter: { folderonly: false, regonly: false, withhidden: true }, desc: false, dirfirst: true, count: 500 },
    connectedSignal(),
  );
/** Requests to the prefetching thread. */
const asked = (calls: readonly (readonly unknown[])[]): readonly FolderPrefetchRequest[] =>
  calls.flatMap(([job, request]) => (job === 'ahead' ? [request as FolderPrefetchRequest] : []));
const opened = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(real(''));
    } catch {
      return false;
    }
  }).length;

beforeAll(() => {
  for (const [name, count] of [
    ['large', MANY],
    ['small', 20],
  ] as const) {
    mkdirSync(real(name), { recursive: true });
    for (let at = 0; at < count; at += 1) writeFileSync(real(`${name}/a photo of that day ${at}.jpg`), '');
  }
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await snapshots.close();
  box.remove();
});

describe('a folder that is read for the first time', () => {
  it('is fetched by a second thread when its list of names is long, until its first page is there; nothing stays open', async () => {
    const call = vi.spyOn(BackgroundWorker.prototype, 'call');
    const { sum, snapshot } = await firstOf('large');
    expect([sum, snapshot.count]).toEqual([MANY, 500]);
    expect(asked(call.mock.calls)).toMatchObject([{ bytes: statSync(real('large')).size }]);
    expect(Atomics.load(asked(call.mock.calls)[0]?.done ?? new Int32Array(1), 0)).toBe(1);
    await vi.waitFor(() => expect(opened()).toBe(0), { timeout: 20_000 });
  });

  it('is read by one alone when it is short', async () => {
    const call = vi.spyOn(BackgroundWorker.prototype, 'call');
    await firstOf('small');
    expect(asked(call.mock.calls)).toEqual([]);
  });

  it('is fetched no further when that is over, and one that went meanwhile is no failure', () => {
    const over = new Int32Array(new SharedArrayBuffer(4));
    expect(() => prefetchFolder({ path: real('gone'), bytes: 40_960, done: over })).not.toThrow();
    Atomics.store(over, 0, 1);
    const load = vi.spyOn(Atomics, 'load');
    prefetchFolder({ path: real('large'), bytes: 1e12, done: over });
    expect(load).toHaveBeenCalledOnce();
  });
});
