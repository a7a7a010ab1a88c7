/** Retaining replaced files, and reconciling with the disk at the start. */
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordDiskCalls } from '../../storage/vault/disk-call-recorder.ts';
import { callerFor, Folder } from '../../storage/vault/index.ts';
import { type TestVault, createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { TrashBins } from './trash-bins.ts';
import { TrashTable, trashMigrations } from './trash-table.ts';

let box: TestVault;
let bins: TrashBins;
const ann = callerFor('ann');
const real = (path: string) => join(box.root, 'usb1/ann', path);
const at = (path: string) => box.vault.resolve(ann, `/mnt/usb1/ann/${path}`, 'write');
const inBin = () => readdirSync(real('.Trash')).sort();

beforeEach(() => {
  box = createTestVault(trashMigrations);
  bins = new TrashBins({ vault: box.vault, table: new TrashTable(box.database), now: () => 1_000_000 });
  mkdirSync(real('.'), { recursive: true });
  writeFileSync(real('a.txt'), 'old');
});
afterEach(() => {
  vi.restoreAllMocks();
  box.remove();
});

/** Retains `a.txt` as `kept`, then calls `then` with its folder. */
const keep = async (then: (folder: Folder) => unknown = () => undefined): Promise<void> => {
  await using entry = await box.vault.parent(at('a.txt'));
  const stat = await entry.folder.lstatExactName('a.txt');
  if (stat === undefined) throw new Error('nothing to keep');
  await bins.linkIntoTrash(ann, at('a.txt'), stat, 'kept', entry.folder);
  await then(entry.folder);
};
const onlyOneName = () =>
  vi.spyOn(Folder.prototype, 'link').mockRejectedValue(Object.assign(new Error('EPERM'), { code: 'EPERM' }));

describe('keeping what another file replaces', () => {
  it('puts the record on the disk before the second name, and the name before it answers; the first stays', async () => {
    mkdirSync(real('.Trash'));
    const disk = await recordDiskCalls(box.root);
    try {
      await keep();
      expect(disk.takeCalls()).toEqual([
        'sync usb1/ann/.Trash/kept.info',
        'link usb1/ann/a.txt -> usb1/ann/.Trash/kept',
        'sync usb1/ann/.Trash',
      ]);
    } finally {
      disk.stop();
    }
    expect(statSync(real('.Trash/kept')).ino).toBe(statSync(real('a.txt')).ino);
    expect(bins.table.get('kept')).toMatchObject({ name: 'a.txt', parent: '/mnt/usb1/ann', size: 3, by: 'ann' });
  });

  it('is taken back without a trace when nothing replaced it', async () => {
    await keep((folder) => bins.undoLinkIntoTrash('kept', at('a.txt'), folder));
    expect(inBin()).toEqual([]);
    expect(bins.table.get('kept')).toBeUndefined();
    expect(statSync(real('a.txt')).nlink).toBe(1);
  });

  it('moves it where a file has one name only, and moves it back', async () => {
    onlyOneName();
    await keep(async (folder) => {
      expect(readFileSync(real('.Trash/kept'), 'utf8')).toBe('old');
      expect(readdirSync(real('.'))).toEqual(['.Trash']);
      await bins.undoLinkIntoTrash('kept', at('a.txt'), folder);
    });
    expect(readFileSync(real('a.txt'), 'utf8')).toBe('old');
    expect(inBin()).toEqual([]);
    expect(bins.table.get('kept')).toBeUndefined();
  });
});

describe('the start', () => {
  it('drops what was kept for a file that never came, and nothing else of it', async () => {
    await keep();
    await bins.reconcile();
    expect(inBin()).toEqual([]);
    expect(bins.table.get('kept')).toBeUndefined();
    expect(readFileSync(real('a.txt'), 'utf8')).toBe('old');
  });

  it('leaves what was replaced where it is, whatever other names it has', async () => {
    linkSync(real('a.txt'), real('another name'));
    await keep();
    writeFileSync(real('new'), 'new');
    renameSync(real('new'), real('a.txt'));
    await bins.reconcile();
    expect(inBin()).toEqual(['kept', 'kept.info']);
    expect(bins.table.get('kept')).toMatchObject({ name: 'a.txt' });
  });

  it('leaves a folder and a file with one name where they are', async () => {
    mkdirSync(real('folder'));
    await bins.put(ann, at('folder'), 'one');
    await bins.put(ann, at('a.txt'), 'two');
    await bins.reconcile();
    expect(inBin()).toEqual(['one', 'one.info', 'two', 'two.info']);
    expect(
      bins.table
        .inBin('/mnt/usb1/ann/.Trash')
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['a.txt', 'folder']);
  });

  it('lists what has no record under its id, with its size and time, as deleted now', async () => {
    mkdirSync(real('.Trash/folder'), { recursive: true });
    writeFileSync(real('.Trash/file'), '1234');
    const mtime = Math.floor(statSync(real('.Trash/file')).mtimeMs / 1000);
    await bins.reconcile();
    const known = { owner: 'ann', by: 'ann', parent: '/mnt/usb1/ann', bin: '/mnt/usb1/ann/.Trash', deleted: 1000 };
    expect(bins.table.get('file')).toEqual({ id: 'file', name: 'file', ...known, folder: false, size: 4, mtime });
    expect(bins.table.get('folder')).toMatchObject({ ...known, name: 'folder', folder: true, size: 0 });
  });

  it('reports a disk that cannot be read, instead of taking it for one without a bin', async () => {
    vi.spyOn(box.vault, 'lstat').mockRejectedValue(Object.assign(new Error('EIO'), { code: 'EIO' }));
    await expect(bins.reconcile()).rejects.toMatchObject({ code: 'EIO' });
  });

  it('has nothing to do with folders of that name on sticks, and on disks that are only read', async () => {
    for (const place of ['usb3/ann', 'extdev/ann', 'netdev/ann']) {
      mkdirSync(join(box.root, place, '.Trash'), { recursive: true });
      writeFileSync(join(box.root, place, '.Trash/x.info'), '');
      writeFileSync(join(box.root, place, '.Trash/theirs'), '');
    }
    await bins.reconcile();
    for (const place of ['usb3/ann', 'extdev/ann', 'netdev/ann'])
      expect(readdirSync(join(box.root, place, '.Trash')).sort(), place).toEqual(['theirs', 'x.info']);
    expect(bins.table.get('theirs')).toBeUndefined();
  });
});
