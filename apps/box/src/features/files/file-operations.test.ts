import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import type { Journal } from '../../storage/journal/journal.ts';
import { createJournal, journalMigrations } from '../../storage/journal/journal.ts';
import { callerFor, refusalCodeOf, Folder } from '../../storage/vault/index.ts';
import type { TestVault } from '../../storage/vault/vault-test-helpers.ts';
import { createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { FileOperations } from './file-operations.ts';
import { planRenames, renameMigrations, BatchRenames } from './batch-renames.ts';
import { connectedSignal } from '../../server/identity/identity-test-helpers.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: TestVault;
let journal: Journal;
let operations: FileOperations;
let renames: BatchRenames;
const ann = callerFor('ann');
const at = (name: string) => `/mnt/usb1/ann/${name}`;
const real = (name: string) => join(box.root, 'usb1/ann', name);

beforeEach(() => {
  box = createTestVault([...journalMigrations, ...renameMigrations]);
  journal = createJournal(box.database, () => 1);
  operations = new FileOperations({ vault: box.vault, journal });
  renames = new BatchRenames(box.database, box.vault, journal);
  mkdirSync(real('docs/deep'), { recursive: true });
  for (const name of ['a', 'b', 'c']) writeFileSync(real(name), name.toUpperCase());
});
afterEach(() => box.remove());

describe('new folder', () => {
  it('MKDIR makes parents, says when it was there, and is one step of the journal', async () => {
    expect(await operations.makeFolder(ann, at('x/y/z'))).toMatchObject({ existed: false });
    expect(await operations.makeFolder(ann, at('x/y/z'))).toEqual({ existed: true });
    expect(statSync(real('x/y/z')).isDirectory()).toBe(true);
    const [step] = journal.list('ann', 0, 9);
    expect(step).toMatchObject({ action: 'new-folder', state: 'done', reversible: true });
    expect(step?.changes.map((change) => change.kind === 'made-folder' && change.path)).toEqual([
      at('x'),
      at('x/y'),
      at('x/y/z'),
    ]);
    await expect(operations.makeFolder(ann, at('a/in'))).rejects.toMatchObject({ code: 11 });
    await expect(operations.makeFolder(ann, '/mnt/usb1/bob/x')).rejects.toMatchObject({ code: 13 });
    await expect(operations.makeFolder(ann, at(`deep${'/d'.repeat(64)}`))).rejects.toMatchObject({ code: 15 });
    expect(existsSync(real('deep'))).toBe(false);
    expect(journal.count('ann')).toBe(1);
  });

  it('makes the root of a place that nobody has used', async () => {
    expect(await operations.makeFolder(callerFor('eve'), '/mnt/usb1/eve')).toEqual({ existed: false });
    expect(await operations.makeFolder(callerFor('eve'), '/mnt/usb1/eve')).toEqual({ existed: true });
  });
});

describe('move', () => {
  it('FILES-52, RENAME-01: moves and renames, never onto something, and is recorded with its inverse', async () => {
    await operations.move(ann, at('a'), at('docs/a'));
    await operations.move(ann, at('docs'), at('papers'));
    expect(readFileSync(real('papers/a'), 'utf8')).toBe('A');
    await expect(operations.move(ann, at('b'), at('c'))).rejects.toMatchObject({ code: 11 });
    await expect(operations.move(ann, at('none'), at('d'))).rejects.toMatchObject({ code: 15 });
    await expect(operations.move(ann, at('b'), at('none/b'))).rejects.toMatchObject({ code: 15 });
    await expect(operations.move(ann, at('b'), at('_b?'))).rejects.toMatchObject({ code: 5, info: 'name' });
    await expect(operations.move(ann, at('papers'), at('papers/deep/in'))).rejects.toMatchObject({ code: 5 });
    expect(journal.list('ann', 0, 9).map(({ action }) => action)).toEqual(['rename', 'move']);
    expect(journal.listOpen()).toEqual([]);
  });

  it('a plain file does not enter the safe', async () => {
    const open = callerFor('ann', ['safe']);
    mkdirSync(real('.safebox'));
    await expect(operations.move(open, at('a'), '/mnt/usb1/ann/.safebox/a')).rejects.toMatchObject({ code: 13 });
    writeFileSync(real('e.hyencrypt_v3'), 'age-encryption.org/v1\n…');
    await operations.move(open, at('e.hyencrypt_v3'), '/mnt/safebox/e.hyencrypt_v3');
    expect(readdirSync(real('.safebox'))).toEqual(['e.hyencrypt_v3']);
  });
});

describe('remove', () => {
  it('TRASH-03, G-67: removes trees, files and links for good, and says what failed', async () => {
    writeFileSync(real('docs/deep/x'), '');
    writeFileSync(join(box.root, 'canary'), 'CANARY');
    symlinkSync(join(box.root, 'canary'), real('docs/link'));
    const { failed } = await operations.remove(ann, [
      at('docs'),
      at('none'),
      at('a'),
      '/mnt/usb1/ann',
      '/mnt/usb1/bob/x',
      '/mnt/usb1/ann/../x',
    ]);
    expect(failed).toEqual([
      { path: at('none'), error: 15 },
      { path: '/mnt/usb1/ann', error: 13 },
      { path: '/mnt/usb1/bob/x', error: 13 },
      { path: '/mnt/usb1/ann/../x', error: 5 },
    ]);
    expect(readdirSync(real('')).sort()).toEqual(['b', 'c']);
    expect(existsSync(join(box.root, 'canary'))).toBe(true);
    expect(journal.list('ann', 0, 9)[0]).toMatchObject({ action: 'remove', reversible: false });
    await expect(operations.remove(ann, [at('none')])).rejects.toMatchObject({ code: 15 });
  });

  it('syncs each folder once for all that went from it, and says of each when the disk does not take that', async () => {
    for (const name of ['x', 'y', 'z']) writeFileSync(real(`docs/${name}`), name);
    const sync = vi.spyOn(Folder.prototype, 'sync');
    await operations.remove(ann, [at('docs/x'), at('docs/deep'), at('docs/y'), at('a')]);
    expect(sync).toHaveBeenCalledTimes(2);
    const failure = Object.assign(new Error('EIO'), { code: 'EIO' });
    sync.mockRejectedValue(failure);
    const error = refusalCodeOf(failure);
    expect(await operations.remove(ann, [at('docs/z'), at('b')])).toEqual({
      failed: [
        { path: at('docs/z'), error },
        { path: at('b'), error },
      ],
    });
    await expect(operations.remove(ann, [at('c')])).rejects.toMatchObject({ code: error });
    sync.mockRestore();
    // The names are removed all the same, and the journal records it.
    expect(journal.list('ann', 0, 9).map(({ changes }) => changes.length)).toEqual([1, 2, 4]);
  });
});

describe('measure', () => {
  it('DU counts bytes, files and folders below', async () => {
    writeFileSync(real('docs/x'), 'x'.repeat(1000));
    symlinkSync('/', real('docs/root'));
    expect(await operations.measure(ann, at('docs'), connectedSignal())).toEqual({ size: 1000, count: 2, dirs: 1 });
    expect(await operations.measure(ann, at('a'), connectedSignal())).toEqual({ size: 1, count: 1, dirs: 0 });
    await expect(operations.measure(ann, at('none'), connectedSignal())).rejects.toMatchObject({ code: 15 });
  });

  it('gives up when the time is over', async () => {
    for (let index = 0; index < 200; index += 1) mkdirSync(real(`docs/${index}/${index}`), { recursive: true });
    const hasty = new FileOperations({ vault: box.vault, journal, measureTimeoutMs: 0 });
    await expect(hasty.measure(ann, at('docs'), connectedSignal())).rejects.toMatchObject({ code: 7 });
  });
});

describe('measure entries', () => {
  it('DUEACH tells what takes the room, the largest first; hidden entries count and are not named', async () => {
    mkdirSync(real('docs/deep/deeper'), { recursive: true });
    writeFileSync(real('docs/deep/deeper/film'), 'f'.repeat(3000));
    writeFileSync(real('docs/song'), 's'.repeat(1000));
    writeFileSync(real('docs/.hidden'), 'h'.repeat(500));
    symlinkSync('/', real('docs/root'));
    const all = await operations.measureEntries(ann, at('docs'), 500, connectedSignal());
    expect(all).toEqual({
      size: 4500,
      count: 4,
      dirs: 2,
      complete: 1,
      list: [
        { name: 'deep', size: 3000, count: 1, dir: 1 },
        { name: 'song', size: 1000, count: 1, dir: 0 },
        { name: 'root', size: 0, count: 1, dir: 0 },
      ],
    });
    const { size, count, dirs } = await operations.measure(ann, at('docs'), connectedSignal());
    expect({ size, count, dirs }).toEqual({ size: all.size, count: all.count, dirs: all.dirs });
    expect((await operations.measureEntries(ann, at('docs'), 1, connectedSignal())).list).toEqual(all.list.slice(0, 1));
  });

  it('answers with what it has when the time is over, and refuses what is no folder', async () => {
    mkdirSync(real('docs/folder'));
    const hasty = new FileOperations({ vault: box.vault, journal, measureTimeoutMs: 0 });
    // The timeout has a precision of one ms: at the first entry no time may have passed.
    await expect.poll(async () => (await hasty.measureEntries(ann, at('docs'), 9, connectedSignal())).complete).toBe(0);
    await expect(operations.measureEntries(ann, at('a'), 9, connectedSignal())).rejects.toMatchObject({ code: 15 });
    await expect(operations.measureEntries(ann, at('none'), 9, connectedSignal())).rejects.toMatchObject({ code: 15 });
    await expect(operations.measureEntries(ann, '/mnt/usb1/bob', 9, connectedSignal())).rejects.toMatchObject({
      code: 13,
    });
  });
});

describe('batch rename', () => {
  const rename = (...pairs: [string, string][]) =>
    renames.rename(
      ann,
      pairs.map(([source, target]) => ({ source: at(source), target: at(target) })),
    );
  const contents = () =>
    Object.fromEntries(
      readdirSync(real(''))
        .filter((name) => name !== 'docs')
        .map((name) => [name, readFileSync(real(name), 'utf8')]),
    );

  it('RENAME-16, G-51: swaps and chains inside the batch go through, and are one step of undo', async () => {
    expect(await rename(['a', 'b'], ['b', 'c'], ['c', 'a'])).toMatchObject({ ok: 3, failed: [] });
    expect(contents()).toEqual({ a: 'C', b: 'A', c: 'B' });
    expect(journal.lastDone('ann')).toMatchObject({ action: 'batch-rename', reversible: true });
    expect(journal.lastDone('ann')?.changes).toHaveLength(3);
    expect(box.database.all((row) => row, 'SELECT * FROM renames_aside')).toEqual([]);
  });

  it('RENAME-12, RENAME-13: per pair 11 for a name that stays taken, 15 for an absent file, 14 for a folder', async () => {
    writeFileSync(real('taken'), 'T');
    expect(await rename(['a', 'taken'], ['none', 'x'], ['docs', 'y'], ['b', 'z'], ['c', 'a'])).toMatchObject({
      ok: 1,
      failed: [
        { path: at('docs'), error: 14 },
        { path: at('none'), error: 15 },
        { path: at('a'), error: 11 },
        { path: at('c'), error: 11 },
      ],
    });
    expect(contents()).toEqual({ a: 'A', c: 'C', taken: 'T', z: 'B' });
  });

  it('pairs of two folders, and the roots of places, are refused whole', async () => {
    await expect(rename(['a', 'docs/a'])).rejects.toMatchObject({ code: 4 });
    await expect(renames.rename(ann, [{ source: '/mnt/usb1/ann', target: '/mnt/usb1/bob' }])).rejects.toMatchObject({
      code: 13,
    });
  });

  it('what a killed box left aside gets its name at the next start', async () => {
    writeFileSync(real('.boxwood-rename-1'), 'B');
    writeFileSync(real('.boxwood-rename-2'), 'second');
    const insert = 'INSERT INTO renames_aside (folder, aside, source, target) VALUES (?, ?, ?, ?)';
    box.database.run(insert, '/mnt/usb1/ann', '.boxwood-rename-1', 'b', 'new');
    box.database.run(insert, '/mnt/usb1/ann', '.boxwood-rename-2', 'a', 'c');
    expect(await renames.recover()).toBe(2);
    expect(contents()).toEqual({ a: 'A', a_copy: 'second', b: 'B', c: 'C', new: 'B' });
  });

  it("a name that another program takes right after it was looked at stays that program's", async () => {
    const wanted = new Set(['x', 'y']);
    /** Another program creates the name between the check and the next step. */
    const overtaken = (name: string, found: unknown): void => {
      if (found === undefined && wanted.delete(name)) writeFileSync(real(name), `theirs ${name}`, { flag: 'wx' });
    };
    vi.spyOn(Folder.prototype, 'lstat').mockImplementation(async function (this: Folder, name) {
      const found = lstatSync(this.entryPath(name), { throwIfNoEntry: false });
      overtaken(name, found);
      return Promise.resolve(found);
    });
    vi.spyOn(Folder.prototype, 'lstatExactName').mockImplementation(async function (this: Folder, name) {
      const found = lstatSync(this.entryPath(name), { throwIfNoEntry: false, bigint: true });
      overtaken(name, found);
      return Promise.resolve(found);
    });
    // The second pair first moves the file at `b` to a temporary name.
    const result = await rename(['a', 'x'], ['c', 'b'], ['b', 'y']).finally(() => vi.restoreAllMocks());
    expect(result).toMatchObject({
      ok: 1,
      failed: [
        { path: at('a'), error: 11 },
        { path: at('b'), error: 11 },
      ],
    });
    expect(contents()).toEqual({ a: 'A', b: 'C', b_copy: 'B', x: 'theirs x', y: 'theirs y' });
    // Nothing is left for the next start.
    expect(box.database.all((row) => row, 'SELECT * FROM renames_aside')).toEqual([]);
  });

  it('any batch: the doable pairs end with every content exactly where it was sent', async () => {
    const name = fc.constantFrom('n1', 'n2', 'n3', 'n4', 'n5', 'n6');
    const batch = fc.array(fc.tuple(name, name), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(batch, fc.subarray(['n1', 'n2', 'n3', 'n4', 'n5', 'n6']), async (pairs, present) => {
        for (const old of readdirSync(real('docs'))) await operations.remove(ann, [at(`docs/${old}`)]);
        for (const file of present) writeFileSync(real(`docs/${file}`), file);
        const result = await renames.rename(
          ann,
          pairs.map(([from, to]) => ({ source: at(`docs/${from}`), target: at(`docs/${to}`) })),
        );
        const expected = new Map(present.map((file) => [file, file]));
        const plan = planRenames(
          pairs.map(([from, to]) => ({ from, to, rename: { source: from, target: to } })),
          (file) => present.includes(file),
        );
        for (const { from } of plan.executable) expected.delete(from);
        for (const { from, to } of plan.executable) expected.set(to, from);
        const found = readdirSync(real('docs')).map((file) => [file, readFileSync(real(`docs/${file}`), 'utf8')]);
        expect(new Map(found.map(([file = '', text = '']) => [file, text]))).toEqual(expected);
        expect(result.ok + result.failed.length).toBe(pairs.length);
        expect(expected.size).toBe(present.length);
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});
