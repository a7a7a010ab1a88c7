import { linkSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DiskCallRecorder, recordDiskCalls } from './disk-call-recorder.ts';
import { callerFor, Folder } from './index.ts';
import { type TestVault, createTestVault } from './vault-test-helpers.ts';

let box: TestVault;
let disk: DiskCallRecorder;
const ann = callerFor('ann');
const at = (path: string) => box.vault.resolve(ann, `/mnt/usb1/ann/${path}`, 'write');

beforeEach(async () => {
  box = createTestVault();
  for (const folder of ['from', 'to']) mkdirSync(join(box.root, 'usb1/ann', folder), { recursive: true });
  writeFileSync(join(box.root, 'usb1/ann/from/a'), 'a');
  disk = await recordDiskCalls(box.root);
});
afterEach(() => {
  disk.stop();
  box.remove();
});

describe('names are on the disk when a change is answered', () => {
  it('a move: the folder that gained the name first, then the one that lost it', async () => {
    await box.vault.move(at('from/a'), at('to/b'));
    expect(disk.takeCalls()).toEqual([
      'link usb1/ann/from/a -> usb1/ann/to/b',
      'unlink usb1/ann/from/a',
      'sync usb1/ann/to',
      'sync usb1/ann/from',
    ]);
  });

  it('a rename: its folder', async () => {
    await box.vault.move(at('from'), at('elsewhere'));
    expect([...new Set(disk.takeCalls())]).toEqual(['rename usb1/ann/from -> usb1/ann/elsewhere', 'sync usb1/ann']);
  });

  it('a new folder, with each parent that was made for it', async () => {
    await box.vault.makeFolder(at('new/below'));
    expect(disk.takeCalls()).toEqual(['sync usb1/ann', 'sync usb1/ann/new']);
    await box.vault.makeFolder(at('new/below'));
    expect(disk.takeCalls()).toEqual([]);
  });

  it('a folder that two make at once: for both', async () => {
    const gate = Promise.withResolvers<undefined>();
    const sync = Reflect.get(Folder.prototype, 'sync');
    const syncs = vi.spyOn(Folder.prototype, 'sync').mockImplementation(async function (this: Folder) {
      await gate.promise;
      await sync.call(this);
    });
    let ended = 0;
    const both = [at('new'), at('new')].map(async (location) => {
      await box.vault.makeFolder(location);
      ended += 1;
    });
    await vi.waitFor(() => expect(syncs).toHaveBeenCalledTimes(1));
    // Existing folders are found meanwhile, as the new one would be.
    for (let other = 0; other < 5; other += 1) await box.vault.makeFolder(at('from'));
    expect(ended).toBe(0);
    gate.resolve(undefined);
    await Promise.all(both);
  });

  it('a move that was killed between its names: before the intent is forgotten', async () => {
    linkSync(join(box.root, 'usb1/ann/from/a'), join(box.root, 'usb1/ann/to/b'));
    const { ino } = statSync(join(box.root, 'usb1/ann/from/a'), { bigint: true });
    box.database.run(
      'INSERT INTO vault_moves (source, target, ino) VALUES (?, ?, ?)',
      at('from/a').key,
      at('to/b').key,
      String(ino),
    );
    expect(await box.vault.recover()).toBe(1);
    expect(disk.takeCalls()).toEqual(['unlink usb1/ann/from/a', 'sync usb1/ann/from']);
    expect(await box.vault.recover()).toBe(0);
  });
});
