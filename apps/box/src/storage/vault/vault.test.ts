import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestVault } from './vault-test-helpers.ts';
import { createTestVault } from './vault-test-helpers.ts';
import { callerFor } from './places.ts';
import { refusalCodeOf } from './refusal.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: TestVault;
beforeEach(() => {
  box = createTestVault();
});
afterEach(() => box.remove());

const ann = callerFor('ann');
const bob = callerFor('bob');
const openAnn = callerFor('ann', ['safe', 'home']);
const refusal = (path: string, caller = ann, intent: 'read' | 'write' = 'read') => {
  try {
    return box.vault.resolve(caller, path, intent).key;
  } catch (failure) {
    return refusalCodeOf(failure);
  }
};

describe('places and their owners (G-15)', () => {
  it('FILES-69, FILES-70, CONST-62, CONST-67, CONST-68: own, public, external and network places are open, everything else is 13', () => {
    expect(refusal('/mnt/usb1/ann')).toBe('/mnt/usb1/ann');
    expect(refusal('/mnt/usb1/ann/a/b')).toBe('/mnt/usb1/ann/a/b');
    expect(refusal('/mnt/usb1/shared-files/x', bob, 'write')).toBe('/mnt/usb1/shared-files/x');
    expect(refusal('/mnt/usb2/ann/x', ann, 'write')).toBe('/mnt/usb2/ann/x');
    expect(refusal('/mnt/extdev/STICK/x')).toBe('/mnt/extdev/STICK/x');
    expect(refusal('/mnt/netdev/nas/x')).toBe('/mnt/netdev/nas/x');
    for (const path of ['/', '/mnt', '/mnt/usb1', '/mnt/usb1/bob', '/mnt/usb1/bob/x', '/etc/passwd', '/mnt/usb12/ann'])
      expect(refusal(path), path).toBe(13);
    expect(refusal('/mnt/clouddrive/x')).toBe(13);
    expect(refusal('/mnt/usb1/bob', { ...callerFor('root1'), admin: true })).toBe(13);
  });

  it('SAFE-01, SAFE-08, CONST-64, CONST-65, CONST-69: safe and private paths need their area unlocked, by their owner', () => {
    for (const path of ['/mnt/usb1/ann/.safebox/x', '/mnt/usb1/ann/.safe_home', '/mnt/safebox/x']) {
      expect(refusal(path), path).toBe(13);
      expect(refusal(path, callerFor('bob', ['safe', 'home'])), path).toBe(
        path.startsWith('/mnt/safebox') ? '/mnt/usb1/bob/.safebox/x' : 13,
      );
    }
    expect(refusal('/mnt/safebox/x', openAnn, 'write')).toBe('/mnt/usb1/ann/.safebox/x');
    expect(refusal('/mnt/usb1/ann/.safebox/x', callerFor('ann', ['home']))).toBe(13);
    expect(refusal('/mnt/usb1/ann/.SAFEBOX/x', openAnn)).toBe(13);
  });

  it('TRASH-01, CONST-63: a trash is read by its owner and written by nobody over the wire', () => {
    expect(refusal('/mnt/usb1/ann/.Trash/1')).toBe('/mnt/usb1/ann/.Trash/1');
    expect(refusal('/mnt/usb1/ann/.Trash/1', ann, 'write')).toBe(13);
    expect(refusal('/mnt/usb1/bob/.Trash/1')).toBe(13);
    expect(refusal('/mnt/usb1/shared-files/.Trash')).toBe('/mnt/usb1/shared-files/.Trash');
    const { vault } = box;
    expect(vault.trashOf(vault.resolve(ann, '/mnt/usb2/ann/x', 'write'))?.wire).toBe('/mnt/usb2/ann/.Trash');
    expect(vault.trashOf(vault.resolve(ann, '/mnt/extdev/STICK/x', 'write'))).toBeNull();
    expect(vault.trashOf(vault.resolve(openAnn, '/mnt/usb1/ann/.safe_home/x', 'write'))).toBeNull();
  });

  it("the box's own names are nobody's, at any depth and in any case", () => {
    for (const path of [
      '/mnt/usb1/ann/.boxwood',
      '/mnt/usb1/ann/a/.boxwood-tmp',
      '/mnt/extdev/STICK/.BoxWood/parts/x',
      '/mnt/extdev/.boxwood/x',
    ])
      expect(refusal(path), path).toBe(13);
    const { vault } = box;
    expect(vault.scratchOf(vault.resolve(ann, '/mnt/usb2/ann/x', 'write')).key).toBe('/mnt/usb2/.boxwood');
    expect(vault.scratchOf(vault.resolve(ann, '/mnt/extdev/STICK/a/x', 'write')).key).toBe(
      '/mnt/extdev/STICK/.boxwood',
    );
  });

  it('CONST-66: a granted folder is entered by the name the friend sees, and is gone the moment it is revoked', () => {
    const path = '/mnt/usb1/ann/.share2me/bob/Trip/day 1';
    expect(refusal(path)).toBe(13);
    box.grants.push({ to: 'ann', sharer: 'bob', name: 'Trip', path: '/mnt/usb1/bob/my-shares/Trip' });
    expect(refusal(path, ann, 'write')).toBe('/mnt/usb1/bob/my-shares/Trip/day 1');
    expect(refusal('/mnt/usb1/bob/my-shares/Trip')).toBe(13);
    expect(refusal(path, bob)).toBe(13);
    box.grants.length = 0;
    expect(refusal(path)).toBe(13);
  });

  it("a grant never opens a whole home, somebody else's folder or a dot folder", () => {
    for (const shared of [
      '/mnt/usb1/bob',
      '/mnt/usb1/eve/x',
      '/mnt/usb1/bob/.safebox/x',
      '/mnt/usb1/bob/.Trash/x',
      '/mnt/usb1/shared-files',
    ]) {
      box.grants.splice(0, 1, { to: 'ann', sharer: 'bob', name: 'X', path: shared });
      expect(refusal('/mnt/usb1/ann/.share2me/bob/X/a'), shared).toBe(13);
    }
  });

  it('a read-only volume is read', () => {
    expect(refusal('/mnt/netdev/nas/x', ann, 'write')).toBe('/mnt/netdev/nas/x');
    expect(refusal('/mnt/usb3/ann/x')).toBe('/mnt/usb3/ann/x');
    expect(refusal('/mnt/usb3/ann/x', ann, 'write')).toBe(13);
  });

  it('folders that exist on the wire only list mounts, devices, sharers and shares', async () => {
    mkdirSync(join(box.root, 'extdev', 'STICK'), { recursive: true });
    symlinkSync('/etc', join(box.root, 'extdev', 'link'));
    mkdirSync(join(box.root, 'usb1/bob/my-shares/Trip'), { recursive: true });
    box.grants.push({ to: 'ann', sharer: 'bob', name: 'Not there', path: '/mnt/usb1/bob/my-shares/other' });
    box.grants.push({ to: 'ann', sharer: 'bob', name: 'Trip', path: '/mnt/usb1/bob/my-shares/Trip' });
    const names = async (path: string) =>
      (await box.vault.virtual(ann, path))?.entries.map(({ name, type }) => `${name} ${type}`);
    expect(await names('/')).toEqual(['mnt 5']);
    expect(await names('/mnt')).toEqual(['usb1 777', 'usb2 777', 'usb3 777', 'extdev 777', 'netdev 777']);
    expect(await names('/mnt/usb1')).toEqual(['ann 5', 'shared-files 5']);
    expect(await names('/mnt/extdev')).toEqual(['STICK 777']);
    expect(await names('/mnt/usb1/ann/.share2me')).toEqual(['bob 5']);
    expect(await names('/mnt/usb1/ann/.share2me/bob')).toEqual(['Trip 5']);
    expect(await names('/mnt/usb1/bob/.share2me')).toBeUndefined();
    expect(await names('/mnt/usb1/ann')).toBeUndefined();
  });
});

describe('a folder that a friend opened', () => {
  const there = '/mnt/usb1/ann/.share2me/bob/Trip';
  const opened = (is: boolean): string => {
    box.grants.length = 0;
    box.grants.push({ to: 'ann', sharer: 'bob', name: 'Trip', path: '/mnt/usb1/bob/Trip', is: () => is });
    return join(box.root, 'usb1/bob/Trip');
  };
  const code = (run: Promise<unknown>) => run.then(() => 0, refusalCodeOf);
  const at = (path: string, intent: 'read' | 'write' = 'read') => box.vault.resolve(ann, path, intent);

  it('is nothing while another one has its name, and is not made when it is missing', async () => {
    const real = opened(false);
    const make = () => code(box.vault.makeFolder(at(`${there}/a/b`, 'write')));
    expect(await make()).toBe(15);
    expect(existsSync(real)).toBe(false);
    mkdirSync(real, { recursive: true });
    writeFileSync(join(real, 'secret.txt'), 'secret');
    expect(await make()).toBe(15);
    expect(readdirSync(real)).toEqual(['secret.txt']);
    expect(await box.vault.lstat(at(there))).toBeUndefined();
    expect(await box.vault.lstat(at(`${there}/secret.txt`))).toBeUndefined();
    expect(await code(box.vault.probe(at(there)))).toBe(15);
    expect(await code(box.vault.folder(at(there)))).toBe(15);
    expect(await code(box.vault.openFile(at(`${there}/secret.txt`)))).toBe(15);
    opened(true);
    expect(await box.vault.makeFolder(at(`${there}/a/b`, 'write'))).toBe(true);
    expect((await box.vault.probe(at(`${there}/a`)))?.isDirectory()).toBe(true);
    expect((await box.vault.lstat(at(`${there}/secret.txt`)))?.size).toBe(6);
  });
});

it('nobody is at home in a folder of the box or under a name that is an option', () => {
  for (const user of ['.boxwood', '-rf', '--help', 'constructor', '__proto__', 'Ann', 'a/b', '..', ''])
    for (const path of [`/mnt/usb1/${user}/.safe_home`, `/mnt/usb1/${user}/.safebox/x`])
      expect([5, 13], path).toContain(refusal(path, { ...openAnn, user }));
  expect(refusal('/mnt/usb1/ann/.safe_home', openAnn)).toBe('/mnt/usb1/ann/.safe_home');
});

describe('acting', () => {
  it('makes folders with their parents, says when one was there, and refuses a file in the way', async () => {
    const deep = box.vault.resolve(ann, '/mnt/usb1/ann/a/b/c', 'write');
    expect(await box.vault.makeFolder(deep)).toBe(true);
    expect(await box.vault.makeFolder(deep)).toBe(false);
    writeFileSync(join(box.root, 'usb1/ann/a/file'), '');
    const blocked = box.vault.resolve(ann, '/mnt/usb1/ann/a/file/x', 'write');
    await expect(box.vault.makeFolder(blocked)).rejects.toMatchObject({ code: 11 });
    const unplugged = box.vault.resolve(ann, '/mnt/extdev/GONE/x', 'write');
    await expect(box.vault.makeFolder(unplugged)).rejects.toMatchObject({ code: 15 });
  });

  it('a child process works inside an open folder', async () => {
    const home = box.vault.resolve(ann, '/mnt/usb1/ann/work', 'write');
    await box.vault.makeFolder(home);
    await using folder = await box.vault.folder(home);
    execFileSync('touch', ['--', './made'], { cwd: folder.path });
    expect(await folder.names()).toEqual(['made']);
  });

  it('names that are no text are listed, moved and removed', async () => {
    const home = box.vault.resolve(ann, '/mnt/usb1/ann', 'write');
    await box.vault.makeFolder(home);
    const odd = Buffer.from([0x61, 0xff, 0xe4, 0xb8, 0x62]);
    writeFileSync(Buffer.concat([Buffer.from(`${box.root}/usb1/ann/`), odd]), 'odd');
    await using folder = await box.vault.folder(home);
    const [name = ''] = await folder.names();
    expect(JSON.parse(JSON.stringify(name))).toBe(name);
    const there = box.vault.resolve(ann, `/mnt/usb1/ann/${name}`, 'write');
    expect((await box.vault.lstat(there))?.size).toBe(3);
    await box.vault.move(there, box.vault.resolve(ann, '/mnt/usb1/ann/plain', 'write'));
    expect(await folder.names()).toEqual(['plain']);
  });

  it('pipes, links and folders are no files, and opening a pipe does not wait', async () => {
    const home = join(box.root, 'usb1/ann');
    mkdirSync(home, { recursive: true });
    execFileSync('mkfifo', [join(home, 'pipe')]);
    symlinkSync('/etc/passwd', join(home, 'link'));
    mkdirSync(join(home, 'folder'));
    for (const name of ['pipe', 'link', 'folder'])
      await expect(box.vault.openFile(box.vault.resolve(ann, `/mnt/usb1/ann/${name}`, 'read'))).rejects.toMatchObject({
        code: 14,
      });
    await expect(box.vault.openFile(box.vault.resolve(ann, '/mnt/usb1/ann/none', 'read'))).rejects.toMatchObject({
      code: 15,
    });
  });
});

describe('move', () => {
  const at = (name: string) => box.vault.resolve(ann, `/mnt/usb1/ann/${name}`, 'write');
  const real = (name: string) => join(box.root, 'usb1/ann', name);
  beforeEach(() => mkdirSync(real('sub'), { recursive: true }));

  it('moves files, folders and links without replacing anything', async () => {
    writeFileSync(real('a'), 'A');
    writeFileSync(real('b'), 'B');
    symlinkSync('nowhere', real('l'));
    await expect(box.vault.move(at('a'), at('b'))).rejects.toMatchObject({ code: 11 });
    await expect(box.vault.move(at('a'), at('sub'))).rejects.toMatchObject({ code: 11 });
    await expect(box.vault.move(at('a'), at('a'))).rejects.toMatchObject({ code: 11 });
    await expect(box.vault.move(at('none'), at('c'))).rejects.toMatchObject({ code: 15 });
    for (const name of ['sub', 'a'])
      await expect(box.vault.move(at(name), at(`${name}/in`))).rejects.toMatchObject({ code: 5 });
    await box.vault.move(at('a'), at('sub/a'));
    await box.vault.move(at('l'), at('sub/l'));
    await box.vault.move(at('sub'), at('moved'));
    expect(readFileSync(real('moved/a'), 'utf8')).toBe('A');
    expect(readFileSync(real('b'), 'utf8')).toBe('B');
    expect(statSync(real('moved/a')).nlink).toBe(1);
  });

  it('never replaces an empty folder, and never moves the root of a place', async () => {
    mkdirSync(real('other'));
    await expect(box.vault.move(at('sub'), at('other'))).rejects.toMatchObject({ code: 11 });
    const root = box.vault.resolve(ann, '/mnt/usb1/ann', 'write');
    await expect(box.vault.move(root, at('x'))).rejects.toMatchObject({ code: 13 });
  });

  it('a hundred movers racing for one name leave one winner and lose nothing', async () => {
    const names = Array.from({ length: 50 }, (_, index) => `f${index}`);
    for (const name of names) writeFileSync(real(name), name);
    for (const name of names) mkdirSync(real(`d${name}`));
    const results = await Promise.allSettled(
      [...names, ...names.map((name) => `d${name}`)].map((name) => box.vault.move(at(name), at('prize'))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await using folder = await box.vault.folder(box.vault.resolve(ann, '/mnt/usb1/ann', 'read'));
    expect(await folder.names()).toHaveLength(101);
  });

  it('a move that was killed between its two names is finished at the next start', async () => {
    writeFileSync(real('a'), 'A');
    await using folder = await box.vault.folder(box.vault.resolve(ann, '/mnt/usb1/ann', 'read'));
    const { ino } = statSync(real('a'));
    box.database.run(
      'INSERT INTO vault_moves (source, target, ino) VALUES (?, ?, ?)',
      at('a').key,
      at('z').key,
      String(ino),
    );
    await folder.link('a', folder, 'z');
    expect(await box.vault.recover()).toBe(1);
    expect((await folder.names()).sort()).toEqual(['sub', 'z']);
    expect(await box.vault.recover()).toBe(0);
  });
});
