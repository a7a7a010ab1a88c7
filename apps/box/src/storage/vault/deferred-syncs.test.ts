/** Folders that are synced once for many names. */
import { mkdirSync, readdirSync, readlinkSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DiskCallRecorder, recordDiskCalls } from './disk-call-recorder.ts';
import { Folder } from './folder.ts';
import { DeferredSyncs } from './deferred-syncs.ts';
import { type TestVault, createTestVault } from './vault-test-helpers.ts';

let box: TestVault;
let disk: DiskCallRecorder;
let folders: Folder[] = [];
const open = async (name: string): Promise<Folder> => {
  const folder = await Folder.open(join(box.root, 'usb1'), [name]);
  folders.push(folder);
  return folder;
};
/** Folders of the test that this process has open, without those the test opened itself. */
const kept = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(join(box.root, 'usb1/'));
    } catch {
      return false;
    }
  }).length - folders.length;

beforeEach(async () => {
  box = createTestVault();
  for (let at = 0; at < 40; at += 1) mkdirSync(join(box.root, 'usb1', `f${at}`), { recursive: true });
  disk = await recordDiskCalls(box.root);
});
afterEach(async () => {
  vi.restoreAllMocks();
  disk.stop();
  for (const folder of folders) await folder.close();
  folders = [];
  box.remove();
});

describe('folders that one answer waits for', () => {
  it('are synced once each when all is done: first those that gained a name, whatever they lost', async () => {
    await using late = new DeferredSyncs();
    const [a, b, c] = [await open('f0'), await open('f1'), await open('f2')];
    for (let each = 0; each < 5; each += 1) {
      await late.moved(a, b);
      await late.moved(c, c);
      await late.removed(a);
    }
    // In parallel, and the same folder through another handle.
    await Promise.all([late.moved(await open('f0'), b), late.moved(a, await open('f1'))]);
    expect(disk.takeCalls()).toEqual([]);
    await late.settle();
    expect(disk.takeCalls()).toEqual(['sync usb1/f1', 'sync usb1/f2', 'sync usb1/f0']);
    await late.settle();
    expect(disk.takeCalls()).toEqual([]);
    expect(kept()).toBe(0);
  });

  it('are known by what they are: one that got another name is synced as well', async () => {
    await using late = new DeferredSyncs();
    await late.removed(await open('f0'));
    renameSync(join(box.root, 'usb1/f0'), join(box.root, 'usb1/elsewhere'));
    mkdirSync(join(box.root, 'usb1/f0'));
    await late.removed(await open('f0'));
    disk.takeCalls();
    await late.settle();
    expect(disk.takeCalls()).toEqual(['sync usb1/elsewhere', 'sync usb1/f0']);
  });

  it('are not kept open by the hundred, and none when nobody settles', async () => {
    {
      await using late = new DeferredSyncs();
      for (let at = 0; at < 40; at += 1) {
        await using folder = await Folder.open(join(box.root, 'usb1'), [`f${at}`]);
        await late.moved(folder, folder);
        expect(kept()).toBeLessThanOrEqual(18);
      }
      expect(kept()).toBeGreaterThan(0);
    }
    expect(kept()).toBe(0);
  });

  it('whose disk does not take one: that is said when it is settled, also of those that were synced before, and no folder stays open', async () => {
    const sync = vi.spyOn(Folder.prototype, 'sync');
    sync.mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
    await using late = new DeferredSyncs();
    for (let at = 0; at < 20; at += 1) await late.removed(await open(`f${at}`));
    expect(sync).toHaveBeenCalled();
    await expect(late.settle()).rejects.toMatchObject({ code: 'EIO' });
    expect(kept()).toBe(0);
  });
});
