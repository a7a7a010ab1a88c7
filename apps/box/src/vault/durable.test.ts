import { linkSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DiskWatch, watchDisk } from './disk-watch.ts';
import { callerFor } from './index.ts';
import { type TestVault, testVault } from './testing.ts';

let box: TestVault;
let disk: DiskWatch;
const ann = callerFor('ann');
const at = (path: string) => box.vault.resolve(ann, `/mnt/usb1/ann/${path}`, 'write');

beforeEach(async () => {
  box = testVault();
  for (const folder of ['from', 'to']) mkdirSync(join(box.root, 'usb1/ann', folder), { recursive: true });
  writeFileSync(join(box.root, 'usb1/ann/from/a'), 'a');
  disk = await watchDisk(box.root);
});
afterEach(() => {
  disk.stop();
  box.remove();
});

describe('names are on the disk when a change is answered', () => {
  it('a move: the folder that gained the name first, then the one that lost it', async () => {
    await box.vault.move(at('from/a'), at('to/b'));
    expect(disk.taken()).toEqual([
      'link usb1/ann/from/a -> usb1/ann/to/b',
      'unlink usb1/ann/from/a',
      'sync usb1/ann/to',
      'sync usb1/ann/from',
    ]);
  });

  it('a rename: its folder', async () => {
    await box.vault.move(at('from'), at('elsewhere'));
    expect([...new Set(disk.taken())]).toEqual(['rename usb1/ann/from -> usb1/ann/elsewhere', 'sync usb1/ann']);
  });

  it('a new folder, with each parent that was made for it', async () => {
    await box.vault.makeFolder(at('new/below'));
    expect(disk.taken()).toEqual(['sync usb1/ann', 'sync usb1/ann/new']);
    await box.vault.makeFolder(at('new/below'));
    expect(disk.taken()).toEqual([]);
  });

  it('a move that was killed between its names: before the intent is forgotten', async () => {
    linkSync(join(box.root, 'usb1/ann/from/a'), join(box.root, 'usb1/ann/to/b'));
    const { ino } = statSync(join(box.root, 'usb1/ann/from/a'), { bigint: true });
    box.database.run(
      'INSERT INTO vault_moves (source, target, ino) VALUES (?, ?, ?)',
      ...[at('from/a').key, at('to/b').key, String(ino)],
    );
    expect(await box.vault.recover()).toBe(1);
    expect(disk.taken()).toEqual(['unlink usb1/ann/from/a', 'sync usb1/ann/from']);
    expect(await box.vault.recover()).toBe(0);
  });
});
