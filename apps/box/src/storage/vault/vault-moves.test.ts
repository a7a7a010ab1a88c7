/** Moves by hard link, interrupted between link and unlink: how the next start finishes them. */
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { number } from '../../store/row-columns.ts';
import { callerFor } from './places.ts';
import { Folder } from './folder.ts';
import { refusalCodeOf } from './refusal.ts';
import type { TestVault } from './vault-test-helpers.ts';
import { createTestVault } from './vault-test-helpers.ts';

let box: TestVault;
const ann = callerFor('ann');
const at = (name: string) => join(box.root, 'usb1/ann', name);
const location = (name: string) => box.vault.resolve(ann, `/mnt/usb1/ann/${name}`, 'write');
const intents = () => box.database.get((row) => number(row, 'n'), 'select count(*) n from vault_moves');
const inode = (name: string) => String(statSync(at(name), { bigint: true }).ino);
/** The intent of a box that was killed. */
const intend = (source: string, target: string, ino: string) =>
  box.database.run(
    'INSERT INTO vault_moves (source, target, ino) VALUES (?, ?, ?)',
    `/mnt/usb1/ann/${source}`,
    `/mnt/usb1/ann/${target}`,
    ino,
  );
const names = () => readdirSync(at('.')).sort();

beforeEach(() => {
  box = createTestVault();
  mkdirSync(at('to'), { recursive: true });
  writeFileSync(at('a'), 'a');
});
afterEach(() => box.remove());

describe('a move of a file', () => {
  it('is on record while it has two names, is finished by the next start, and then forgotten', async () => {
    const { unlink } = fs;
    const reached = Promise.withResolvers<undefined>();
    const dead = Promise.withResolvers<never>();
    // The box is killed here: nothing runs after it until the test closes its folders.
    fs.unlink = () => {
      reached.resolve(undefined);
      return dead.promise;
    };
    syncBuiltinESMExports();
    const ended = expect(box.vault.move(location('a'), location('to/b'))).rejects.toThrow('killed');
    await reached.promise;
    fs.unlink = unlink;
    syncBuiltinESMExports();
    expect([existsSync(at('a')), existsSync(at('to/b'))]).toEqual([true, true]);
    expect(intents()).toBe(1);

    expect(await box.vault.recover()).toBe(1);
    expect([existsSync(at('a')), readFileSync(at('to/b'), 'utf8')]).toEqual([false, 'a']);
    expect(intents()).toBe(0);
    // The same two names for one file, created on purpose by another program.
    linkSync(at('to/b'), at('a'));
    expect(await box.vault.recover()).toBe(0);
    expect(existsSync(at('a'))).toBe(true);
    dead.reject(new Error('killed'));
    await ended;
  });

  it('leaves no record, whether it worked or not', async () => {
    writeFileSync(at('taken'), 'taken');
    const link = fs.link;
    // Another program is faster by a moment.
    fs.link = async (from, to) => {
      writeFileSync(to, 'of somebody else');
      return link(from, to);
    };
    syncBuiltinESMExports();
    await expect(box.vault.move(location('a'), location('b'))).rejects.toMatchObject({ code: 11 });
    fs.link = link;
    syncBuiltinESMExports();
    expect(readFileSync(at('b'), 'utf8')).toBe('of somebody else');
    expect(intents()).toBe(0);
    await box.vault.move(location('a'), location('c'));
    expect(intents()).toBe(0);
    expect(names()).toEqual(['b', 'c', 'taken', 'to']);
  });
});

it.each([
  ['ENOSPC', 'done'],
  ['EIO', 3],
])(
  'a record that cannot be removed (%s) is met by the next start, which finds the move done',
  async (code, outcome) => {
    const run = box.database.run.bind(box.database);
    vi.spyOn(box.database, 'run').mockImplementation((sql, ...values) => {
      if (sql.startsWith('DELETE FROM vault_moves')) throw Object.assign(new Error(code), { code });
      return run(sql, ...values);
    });
    const moved = box.vault.move(location('a'), location('b')).then(() => 'done', refusalCodeOf);
    expect(await moved).toBe(outcome);
    vi.restoreAllMocks();
    expect([names(), intents()]).toEqual([['b', 'to'], 1]);
    expect(await box.vault.recover()).toBe(0);
    expect([names(), intents()]).toEqual([['b', 'to'], 0]);
  },
);

it('a start leaves no folder open, whatever it finds', async () => {
  const opened = () =>
    readdirSync('/proc/self/fd')
      .filter((fd) => lstatSync(`/proc/self/fd/${fd}`, { throwIfNoEntry: false }) !== undefined)
      .filter((fd) => readlinkSync(`/proc/self/fd/${fd}`).startsWith(join(box.root, 'usb1'))).length;
  const before = opened();
  linkSync(at('a'), at('to/b'));
  intend('a', 'to/b', inode('a'));
  intend('gone/a', 'to/c', '1');
  intend('to/d', 'gone/d', '1');
  expect(await box.vault.recover()).toBe(1);
  expect([opened(), intents()]).toEqual([before, 0]);
});

describe('the next start takes no name', () => {
  const keeps = async (): Promise<void> => {
    expect(await box.vault.recover()).toBe(0);
    expect(readFileSync(at('a'), 'utf8')).toBe('a');
    expect(intents()).toBe(0);
  };

  it('when the target is another file', async () => {
    writeFileSync(at('b'), 'b');
    // The source has an additional hard link, as a moved file would.
    linkSync(at('a'), at('second'));
    intend('a', 'b', inode('a'));
    await keeps();
    expect(readFileSync(at('b'), 'utf8')).toBe('b');
  });

  it('when the names lead to another file than the one that was moved', async () => {
    linkSync(at('a'), at('b'));
    intend('a', 'b', '1');
    await keeps();
    expect(existsSync(at('b'))).toBe(true);
  });

  it('when both are spellings of the only name it has', async () => {
    intend('a', 'a', inode('a'));
    await keeps();
  });

  it('when the target, its folder or its volume is not there', async () => {
    const ino = inode('a');
    intend('a', 'b', ino);
    intend('a', 'gone/b', ino);
    box.database.run(
      'INSERT INTO vault_moves (source, target, ino) VALUES (?, ?, ?)',
      '/mnt/usb9/a',
      '/mnt/usb1/ann/a',
      ino,
    );
    intend('gone/a', 'a', ino);
    await keeps();
  });
});

it('a move that the start has finished is on the disk', async () => {
  linkSync(at('a'), at('to/b'));
  intend('a', 'to/b', inode('a'));
  const synced: string[] = [];
  await using probe = await fs.open(at('.'));
  const handle = Object.getPrototypeOf(probe) as Pick<FileHandle, 'sync' | 'fd'>;
  const { sync } = handle;
  handle.sync = function () {
    synced.push(`${readlinkSync(`/proc/self/fd/${this.fd}`)} ${existsSync(at('a')) ? 'with' : 'without'} a`);
    return sync.call(this);
  };
  try {
    expect(await box.vault.recover()).toBe(1);
  } finally {
    handle.sync = sync;
  }
  expect(synced).toEqual([`${join(box.root, 'usb1/ann')} without a`]);
});

it('what the disk does not let the start finish does not keep the box from starting, and is tried again', async () => {
  linkSync(at('a'), at('b'));
  intend('a', 'b', inode('a'));
  const { unlink } = fs;
  fs.unlink = () => Promise.reject(Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'unlink' }));
  syncBuiltinESMExports();
  expect(await box.vault.recover()).toBe(0);
  fs.unlink = unlink;
  syncBuiltinESMExports();
  expect(intents()).toBe(1);
  expect(await box.vault.recover()).toBe(1);
  expect(names()).toEqual(['b', 'to']);
  rmSync(at('b'));
});

describe('a file that gets its real name', () => {
  const name = async (to: string): Promise<void> => {
    await using source = await box.vault.parent(location('a'));
    await using target = await box.vault.parent(location(to));
    await box.vault.moveNewFileWithLockHeld(location('a'), source.folder, location(to), target.folder, inode('a'));
  };

  for (const links of [true, false])
    it(`${links ? '' : 'where there are no links '}has it, takes none that somebody has, and nobody is told of the one that it left`, async () => {
      if (!links)
        vi.spyOn(Folder.prototype, 'link').mockRejectedValue(Object.assign(new Error('EPERM'), { code: 'EPERM' }));
      writeFileSync(at('to/taken'), 'theirs');
      await expect(name('to/taken')).rejects.toMatchObject({ code: 'EEXIST' });
      expect([readFileSync(at('to/taken'), 'utf8'), readFileSync(at('a'), 'utf8'), intents()]).toEqual([
        'theirs',
        'a',
        0,
      ]);
      await name('to/b');
      expect([readFileSync(at('to/b'), 'utf8'), existsSync(at('a')), intents()]).toEqual(['a', false, 0]);
      expect(box.events).toEqual([]);
    });
});
