/** Results and refusals of the operations of an open folder. */
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callerFor } from './places.ts';
import { Folder } from './folder.ts';
import { refusalCodeOf } from './refusal.ts';
import { type TestVault, createTestVault } from './vault-test-helpers.ts';

let box: TestVault;
let home: Folder;
const real = (name: string) => join(box.root, 'usb1/ann', name);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (reason: unknown) => (reason instanceof Error && 'code' in reason ? reason.code : reason),
  );
/** Files and folders below the test's root that this process has open. */
const opened = (): number =>
  readdirSync('/proc/self/fd')
    .filter((fd) => lstatSync(`/proc/self/fd/${fd}`, { throwIfNoEntry: false }) !== undefined)
    .filter((fd) => readlinkSync(`/proc/self/fd/${fd}`).startsWith(join(box.root, 'usb1'))).length;

beforeEach(async () => {
  box = createTestVault();
  mkdirSync(real('sub/deep'), { recursive: true });
  writeFileSync(real('file'), 'text');
  symlinkSync('sub', real('link'));
  home = await Folder.open(join(box.root, 'usb1'), ['ann']);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await home.close();
  box.remove();
});

describe('an open folder', () => {
  it('names its entries, and the folders among them alone, text or not', async () => {
    const odd = Buffer.concat([Buffer.from(`${real('.')}/`), Buffer.from([0xff, 0x61])]);
    mkdirSync(odd);
    expect((await home.names()).sort()).toEqual(['file', 'link', 'sub', '\uDCFFa'].sort());
    expect((await home.folderNames()).sort()).toEqual(['sub', '\uDCFFa'].sort());
  });

  it('leads into folders and through no link or file, and leaves none of them open', async () => {
    const before = opened();
    for (const name of ['link', 'file']) expect(await failure(home.folder(name)), name).toBe('ENOTDIR');
    expect(await failure(home.folder('none'))).toBe('ENOENT');
    const root = join(box.root, 'usb1');
    for (const names of [
      ['ann', 'link', 'deep'],
      ['ann', 'file', 'deep'],
      ['ann', 'link'],
    ])
      expect(await failure(Folder.open(root, names)), names.join('/')).toBe('ENOTDIR');
    for (const names of [['ann', 'sub', 'deep'], ['ann', 'sub'], ['ann'], []]) {
      await using folder = await Folder.open(root, names);
      expect((await folder.statExact()).ino, names.join('/')).toBe(
        statSync(join(root, ...names), { bigint: true }).ino,
      );
    }
    expect(opened()).toBe(before);
  });

  it('opens regular files alone, for what is asked, and leaves nothing else open', async () => {
    const before = opened();
    for (const name of ['link', 'sub']) expect(await failure(home.openFile(name)), name).toBe(14);
    expect(await failure(home.openFile('none'))).toBe('ENOENT');
    expect(opened()).toBe(before);
    const file = await home.openFile('file');
    expect(await file.readFile('utf8')).toBe('text');
    await expect(file.write('x')).rejects.toMatchObject({ code: 'EBADF' });
    await file.close();
    await (await home.openFile('made', fs.constants.O_WRONLY | fs.constants.O_CREAT)).close();
    expect(statSync(real('made')).mode & 0o007).toBe(0);
    expect(opened()).toBe(before);
  });

  it('takes names, never paths', async () => {
    for (const name of ['', '.', '..', 'a/b', 'a\0', '../ann', 'x'.repeat(256)])
      expect(await failure(home.lstat(name)), JSON.stringify(name)).toBe(5);
  });

  it('tells what is not there from what cannot be looked at', async () => {
    expect(await home.lstat('none')).toBeUndefined();
    expect(await home.lstatExactName('none')).toBeUndefined();
    expect((await home.lstat('link'))?.isSymbolicLink()).toBe(true);
    const gone = await home.folder('sub');
    await gone.close();
    expect(await failure(gone.names())).toBe('ENOENT');
    expect(await failure(gone.statExact())).toBe('EBADF');
  });

  it('changes names in itself alone', async () => {
    const sub = await home.folder('sub');
    await home.mkdir('made');
    expect(statSync(real('made')).mode & 0o007).toBe(0);
    await home.link('file', sub, 'second');
    expect(statSync(real('file')).nlink).toBe(2);
    expect(await failure(home.link('file', sub, 'second'))).toBe('EEXIST');
    writeFileSync(real('sub/third'), 'third');
    await sub.renameOver('third', home, 'file');
    expect([readFileSync(real('file'), 'utf8'), existsSync(real('sub/third'))]).toEqual(['third', false]);
    await home.symlink('away', 'sub/second');
    expect(await home.readlink('away')).toBe('sub/second');
    await home.utimes('away', 5, 6);
    expect([lstatSync(real('away')).mtimeMs, statSync(real('sub/second')).mtimeMs === 6000]).toEqual([6000, false]);
    await home.unlink('away');
    await home.rmdir('made');
    expect(await failure(home.rmdir('sub'))).toBe('ENOTEMPTY');
    expect(readdirSync(real('')).sort()).toEqual(['file', 'link', 'sub']);
    await sub.close();
  });

  it('says how much room its disk has', async () => {
    const { free, total } = await home.space();
    const { bavail, blocks, bsize } = await fs.statfs(real(''));
    expect(total).toBe(blocks * bsize);
    expect(Math.abs(free - bavail * bsize)).toBeLessThan(total / 2);
  });

  it.each([
    ['EINVAL', 'done'],
    ['ENOTSUP', 'done'],
    ['EBADF', 'done'],
    ['EIO', 'EIO'],
    ['ENOSPC', 'ENOSPC'],
  ])('whose disk answers a sync with %s: %s', async (code, outcome) => {
    const files: unknown = Object.getPrototypeOf(await openedHandle());
    vi.spyOn(files as fs.FileHandle, 'sync').mockRejectedValueOnce(Object.assign(new Error(code), { code }));
    expect(await failure(home.sync())).toBe(outcome);
  });
});

const openedHandle = async (): Promise<fs.FileHandle> => {
  const handle = await fs.open(real(''));
  await handle.close();
  return handle;
};

describe('a glance', () => {
  it('shows what the name leads to now, and nothing where there is nothing', async () => {
    const root = join(box.root, 'usb1');
    expect((await Folder.probe(root, ['ann', 'sub']))?.ino).toBe(statSync(real('sub')).ino);
    expect((await Folder.probe(root, []))?.ino).toBe(statSync(root).ino);
    expect((await Folder.probe(root, ['ann', 'link']))?.isSymbolicLink()).toBe(true);
    expect(await Folder.probe(root, ['none'])).toBeUndefined();
  });
});

describe('acts on places', () => {
  const ann = callerFor('ann');
  const at = (path: string, intent: 'read' | 'write' = 'write') => box.vault.resolve(ann, `/mnt/usb1/${path}`, intent);

  it('leave nothing open, whether they work or not', async () => {
    const before = opened();
    await box.vault.makeFolder(at('ann/new/one'));
    expect(await failure(box.vault.makeFolder(at('ann/file/one')))).toBe(11);
    expect(await failure(box.vault.makeFolder(at('ann/link/one')))).toBe(11);
    expect(await box.vault.lstat(at('ann/none/x'))).toBeUndefined();
    expect(await box.vault.lstat(at('ann/file/x'))).toBeUndefined();
    expect((await box.vault.lstatExactName(at('ann/file')))?.size).toBe(4n);
    expect(await failure(box.vault.openFile(at('ann/sub')))).toBe(14);
    expect(await failure(box.vault.move(at('ann/file'), at('ann/none/x')))).toBe(15);
    await box.vault.move(at('ann/file'), at('ann/sub/file'));
    await box.vault.recover();
    expect(opened()).toBe(before);
    expect(box.events).toEqual(['moved /mnt/usb1/ann/file -> /mnt/usb1/ann/sub/file']);
  });

  it('show at a glance what the long way would, and nothing where nothing is', async () => {
    expect((await box.vault.probe(at('ann/sub')))?.ino).toBe(statSync(real('sub')).ino);
    expect(await box.vault.probe(at('ann/none'))).toBeUndefined();
  });

  it('end the second name of a move and tell nobody of one that did not happen', async () => {
    linkSync(real('file'), real('second'));
    const { ino } = statSync(real('file'), { bigint: true });
    expect(await box.vault.finishMove(at('ann/file'), at('ann/second'), '1')).toBe(false);
    expect(await box.vault.finishMove(at('ann/file'), at('ann/sub/none'), String(ino))).toBe(false);
    expect(await box.vault.finishMove(at('ann/file'), at('ann/second'), String(ino))).toBe(true);
    expect(existsSync(real('file'))).toBe(false);
    expect(refusalCodeOf(await box.vault.move(at('ann/file'), at('ann/x')).catch((reason: unknown) => reason))).toBe(
      15,
    );
    expect(box.events).toEqual([]);
  });

  it('make the box’s own folder where it is missing', async () => {
    const root = box.vault.scratchOfVolume(box.vault.main);
    expect(root.key).toBe('/mnt/usb1/.boxwood');
    expect(await box.vault.lstat(root)).toBeUndefined();
    expect(await box.vault.makeFolder(root)).toBe(true);
    expect((await box.vault.lstat(root))?.isDirectory()).toBe(true);
  });
});
