/** Moves a staged entry to its name: existing entries are never lost, and the journal records exactly what happened. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalChange } from '../journal/journal.ts';
import { type JournalTestBox, testBox } from '../journal/journal-test-helpers.ts';
import { recordDiskCalls } from '../vault/disk-call-recorder.ts';
import { callerFor, refusalCodeOf, type Location } from '../vault/index.ts';
import { OperationFailed } from './operation-codes.ts';
import { EntryPlacer, type PlaceRequest } from './entry-placer.ts';

// Busy machines need a generous timeout.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let box: JournalTestBox;
let time = 1_000_000;
const ann = callerFor('ann');
const real = (path: string) => join(box.root, path);
const write = (path: string, text = path) => {
  mkdirSync(join(real(path), '..'), { recursive: true });
  writeFileSync(real(path), text);
};
const at = (path: string) => box.vault.resolve(ann, `/mnt/${path}`, 'write');
/** Files below a folder with their contents, without bins and the box's own folders. */
const held = (path: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(real(path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\/\.(Trash|boxwood)/.test(entry.parentPath))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(real(path).length + 1), readFileSync(file, 'utf8')]),
  );
const binned = () =>
  box.trash
    .list(ann)
    .map(({ id, name, parent }) => [`${parent}/${name}`.slice(5), existsSync(real(`usb1/ann/.Trash/${id}`))]);
const placeOf = (change: JournalChange) =>
  ('path' in change ? change.path : `${change.from} -> ${change.to}`).replaceAll('/mnt/', '');
const recorded = () =>
  box.journal.list('ann', 0, 9).map(({ changes }) => changes.map((change) => `${change.kind} ${placeOf(change)}`));

beforeEach(() => {
  box = testBox(() => (time += 1000));
  mkdirSync(real('usb1/ann'), { recursive: true });
  mkdirSync(real('extdev/STICK'), { recursive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(box.journal.listOpen()).toEqual([]);
  box.remove();
});

/** Moves a staged entry to `to`, as a copy does. */
const place = (to: string, more: Partial<PlaceRequest> = {}) =>
  new EntryPlacer(box).place({
    caller: ann,
    to: at(to),
    conflict: 1,
    action: 'copy',
    task: { origin: 'task:1' },
    journal: box.journal,
    from: box.vault.inside(box.vault.scratchOf(at(to)), 'item'),
    change: (path, stamp, _, tree) => ({ kind: 'created', path, stamp, ...(tree === undefined ? {} : { tree }) }),
    leftFolderPath: null,
    ...more,
  });
/** Moves an entry that already has a name. */
const moving = (from: string): Partial<PlaceRequest> => ({
  from: at(from),
  action: 'move',
  change: (to, stamp, below) => ({ kind: 'moved', from: [`/mnt/${from}`, ...below].join('/'), to, stamp }),
  leftFolderPath: (below) => [`/mnt/${from}`, ...below].join('/'),
});
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (failure: unknown) => (failure instanceof OperationFailed ? `OPS ${failure.code}` : refusalCodeOf(failure)),
  );
/** Another program acts before the box's move with this number. */
const beforeMove = (number: number, act: (from: Location, to: Location) => void): void => {
  const move = box.vault.move.bind(box.vault);
  let count = 0;
  box.vault.move = (from, to) => {
    count += 1;
    if (count === number) act(from, to);
    return move(from, to);
  };
};

describe('a free name', () => {
  it('is taken by what is staged, on record before it happens', async () => {
    write('usb1/.boxwood/item', 'new');
    const open: number[] = [];
    beforeMove(1, () => open.push(box.journal.listOpen().length));
    const { to } = await place('usb1/ann/a.txt');
    expect(to?.wire).toBe('/mnt/usb1/ann/a.txt');
    expect(open).toEqual([1]);
    expect(held('usb1')).toEqual({ 'ann/a.txt': 'new' });
    expect(box.journal.ofTask('1')).toMatchObject({ action: 'copy', user: 'ann', state: 'done' });
    expect(recorded()).toEqual([['created usb1/ann/a.txt']]);
  });

  it('that cannot be taken leaves nothing on record', async () => {
    expect(await refusal(place('usb1/ann/a.txt'))).toBe(15);
    write('usb1/.boxwood/item', 'new');
    expect(await refusal(place('usb1/ann/none/a.txt'))).toBe(15);
    expect(recorded()).toEqual([]);
    expect(readFileSync(real('usb1/.boxwood/item'), 'utf8')).toBe('new');
  });

  it('of a folder: undo takes it back while it is as it was placed, and not after somebody worked in it', async () => {
    write('usb1/.boxwood/item/inner/a', 'a');
    await place('usb1/ann/album');
    write('usb1/ann/album/inner/a', 'edited');
    await expect(box.undo.undo(ann, null)).rejects.toMatchObject({ code: 15, info: 'changed' });
    expect(held('usb1/ann')).toEqual({ 'album/inner/a': 'edited' });
  });
});

describe('a name that is taken', () => {
  beforeEach(() => {
    write('usb1/.boxwood/item', 'new');
    write('usb1/ann/a.txt', 'old');
  });

  it('is refused where nobody was asked, and left alone where one is to skip', async () => {
    expect(await refusal(place('usb1/ann/a.txt', { conflict: null }))).toBe('OPS 7');
    expect(await place('usb1/ann/a.txt', { conflict: 3 })).toEqual({ to: null });
    expect(held('usb1/ann')).toEqual({ 'a.txt': 'old' });
    expect(readFileSync(real('usb1/.boxwood/item'), 'utf8')).toBe('new');
    expect(recorded()).toEqual([]);
  });

  it('is replaced: the old one goes to the bin, and undo changes them back', async () => {
    await place('usb1/ann/a.txt');
    expect(held('usb1/ann')).toEqual({ 'a.txt': 'new' });
    expect(binned()).toEqual([['usb1/ann/a.txt', true]]);
    expect(recorded()).toEqual([['trashed usb1/ann/a.txt', 'created usb1/ann/a.txt']]);
    await box.undo.undo(ann, null);
    expect(held('usb1/ann')).toEqual({ 'a.txt': 'old' });
  });

  it('comes back when the new one cannot be put there', async () => {
    beforeMove(2, () => {
      rmSync(real('usb1/.boxwood/item'));
    });
    expect(await refusal(place('usb1/ann/a.txt'))).toBe(15);
    expect(held('usb1/ann')).toEqual({ 'a.txt': 'old' });
    expect(binned()).toEqual([]);
    expect(recorded()).toEqual([]);
  });

  it('keeps both under the first name that is free, also when somebody takes one in that moment', async () => {
    write('usb1/ann/a_copy.txt', 'older');
    beforeMove(1, (_, { name }) => {
      write(`usb1/ann/${name}`, 'of somebody else');
    });
    const { to } = await place('usb1/ann/a.txt', { conflict: 2 });
    expect(to?.name).toBe('a_copy3.txt');
    expect(held('usb1/ann')).toEqual({
      'a.txt': 'old',
      'a_copy.txt': 'older',
      'a_copy2.txt': 'of somebody else',
      'a_copy3.txt': 'new',
    });
    expect(recorded()).toEqual([['created usb1/ann/a_copy3.txt']]);
  });

  it.each([
    [1, 'done', { 'a.txt': 'new' }, [['usb1/ann/a.txt', true]]],
    [2, 'done', { 'a.txt': 'of somebody else', 'a_copy.txt': 'new' }, []],
    [3, 'done', { 'a.txt': 'of somebody else' }, []],
    [null, 11, { 'a.txt': 'of somebody else' }, []],
  ] as const)('only after one has looked, with choice %s: nothing is lost', async (conflict, outcome, files, bin) => {
    rmSync(real('usb1/ann/a.txt'));
    beforeMove(1, () => {
      write('usb1/ann/a.txt', 'of somebody else');
    });
    expect(await refusal(place('usb1/ann/a.txt', { conflict }))).toBe(outcome);
    expect(held('usb1/ann')).toEqual(files);
    expect(binned()).toEqual(bin);
  });

  it('and cannot be freed is refused in the end, with nothing changed', async () => {
    write('usb1/ann/.Trash', 'a file where the bin should be');
    expect(await refusal(place('usb1/ann/a.txt'))).toBe(11);
    expect(held('usb1/ann')).toMatchObject({ 'a.txt': 'old' });
    expect(recorded()).toEqual([]);
  });

  it('by a folder: a file gives way to one and the other way round, as wholes', async () => {
    mkdirSync(real('usb1/ann/folder'));
    write('usb1/ann/folder/in', 'in');
    await place('usb1/ann/folder');
    write('usb1/.boxwood/item/below', 'below');
    await place('usb1/ann/a.txt');
    expect(held('usb1/ann')).toEqual({ 'a.txt/below': 'below', folder: 'new' });
    expect(binned().toSorted()).toEqual([
      ['usb1/ann/a.txt', true],
      ['usb1/ann/folder', true],
    ]);
  });
});

describe('a place without a bin', () => {
  it('a file takes the place of a file in one act, on the disk when it is answered; undo knows that it cannot', async () => {
    write('extdev/STICK/.boxwood/item', 'new');
    write('extdev/STICK/a.txt', 'old');
    const disk = await recordDiskCalls(box.root);
    try {
      await place('extdev/STICK/a.txt');
      expect(disk.takeCalls().filter((act) => act.includes('extdev'))).toEqual([
        'rename extdev/STICK/.boxwood/item -> extdev/STICK/a.txt',
        'sync extdev/STICK',
      ]);
    } finally {
      disk.stop();
    }
    expect(held('extdev/STICK')).toEqual({ 'a.txt': 'new' });
    expect(recorded()).toEqual([['replaced extdev/STICK/a.txt', 'created extdev/STICK/a.txt']]);
    expect(box.journal.lastDone('ann')).toBeNull();
  });

  it('a safe has none: what is in it does not give way to a plain file', async () => {
    const unlocked = callerFor('ann', ['safe']);
    const name = 'a.txt.hyencrypt_v3';
    write(`usb1/ann/.safebox/${name}`, 'sealed');
    write('usb1/.boxwood/item', 'plain');
    const to = box.vault.resolve(unlocked, `/mnt/safebox/${name}`, 'write');
    expect(
      await refusal(
        place('usb1/ann/x', { caller: unlocked, to, from: box.vault.inside(box.vault.scratchOf(to), 'item') }),
      ),
    ).toBe(13);
    expect(readFileSync(real(`usb1/ann/.safebox/${name}`), 'utf8')).toBe('sealed');
    expect(recorded()).toEqual([]);
  });

  it('folders and files take the place of each other', async () => {
    write('extdev/STICK/.boxwood/item', 'new');
    write('extdev/STICK/folder/in', 'in');
    await place('extdev/STICK/folder');
    write('extdev/STICK/.boxwood/item/below', 'below');
    await place('extdev/STICK/folder');
    expect(held('extdev/STICK')).toEqual({ 'folder/below': 'below' });
  });

  it('one that went meanwhile needs no removal', async () => {
    write('extdev/STICK/.boxwood/item/below', 'below');
    write('extdev/STICK/a.txt', 'old');
    const locked = box.vault.withLocks.bind(box.vault);
    vi.spyOn(box.vault, 'withLocks').mockImplementationOnce((names, work) => {
      rmSync(real('extdev/STICK/a.txt'));
      return locked(names, work);
    });
    await place('extdev/STICK/a.txt');
    expect(held('extdev/STICK')).toEqual({ 'a.txt/below': 'below' });
  });
});

describe('folders of one name', () => {
  const NEW = { 'a.txt': 'new a', 'b.txt': 'new b', 'deep/c.txt': 'new c', 'deep/d.txt': 'new d' };
  const OLD = { 'a.txt': 'old a', 'deep/c.txt': 'old c', 'own.txt': 'own' };
  const MERGED = { ...NEW, 'own.txt': 'own' };
  const plant = (root: string, files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) write(`${root}/${name}`, text);
  };

  it('are merged: what is replaced goes to the bin, the rest stays, and undo takes all of it back', async () => {
    plant('usb1/.boxwood/item', NEW);
    plant('usb1/ann/album', OLD);
    await place('usb1/ann/album');
    expect(held('usb1/ann/album')).toEqual(MERGED);
    expect(existsSync(real('usb1/.boxwood/item'))).toBe(false);
    expect(box.journal.ofTask('1')).toMatchObject({ action: 'copy', user: 'ann' });
    expect(recorded().flat().toSorted()).toEqual([
      'created usb1/ann/album/a.txt',
      'created usb1/ann/album/b.txt',
      'created usb1/ann/album/deep/c.txt',
      'created usb1/ann/album/deep/d.txt',
      'trashed usb1/ann/album/a.txt',
      'trashed usb1/ann/album/deep/c.txt',
    ]);
    await box.undo.undo(ann, null);
    expect(held('usb1/ann/album')).toEqual(OLD);
  });

  it('that are moved leave no empty ones: those are off the disk when it is answered, and come back with an undo', async () => {
    plant('usb1/ann/from/album', NEW);
    plant('usb1/ann/album', OLD);
    const disk = await recordDiskCalls(box.root);
    try {
      await place('usb1/ann/album', moving('usb1/ann/from/album'));
      const acts = disk.takeCalls();
      const emptied = ['usb1/ann/from/album/deep', 'usb1/ann/from/album', 'usb1/ann/from'];
      expect(acts.slice(acts.indexOf(`rmdir ${emptied[0]}`))).toEqual([
        `rmdir ${emptied[0]}`,
        `sync ${emptied[1]}`,
        `rmdir ${emptied[1]}`,
        `sync ${emptied[2]}`,
      ]);
    } finally {
      disk.stop();
    }
    expect(held('usb1/ann/album')).toEqual(MERGED);
    expect(readdirSync(real('usb1/ann/from'))).toEqual([]);
    expect(box.events.filter((told) => told.startsWith('removed'))).toEqual([
      'removed /mnt/usb1/ann/from/album/deep',
      'removed /mnt/usb1/ann/from/album',
    ]);
    expect(recorded().flat()).toContain('left-folder usb1/ann/from/album/deep');
    await box.undo.undo(ann, null);
    expect(held('usb1/ann/album')).toEqual(OLD);
    expect(held('usb1/ann/from/album')).toEqual(NEW);
  });

  it('of which one entry cannot go: what was merged stays merged and is exactly what the record says', async () => {
    plant('usb1/.boxwood/item', NEW);
    plant('usb1/ann/album', { 'own.txt': 'own' });
    beforeMove(3, (from) => {
      rmSync(join(real('usb1'), ...from.below), { recursive: true });
    });
    expect(await refusal(place('usb1/ann/album'))).toBe(15);
    const merged = Object.keys(held('usb1/ann/album')).filter((name) => name !== 'own.txt');
    expect(merged).toHaveLength(2);
    expect(recorded().flat().toSorted()).toEqual(merged.map((name) => `created usb1/ann/album/${name}`).toSorted());
    await box.undo.undo(ann, null);
    expect(held('usb1/ann/album')).toEqual({ 'own.txt': 'own' });
  });

  it('of which nothing can go leave nothing on record', async () => {
    write('usb1/.boxwood/item/a.txt', 'new');
    mkdirSync(real('usb1/ann/album'));
    beforeMove(1, () => {
      rmSync(real('usb1/.boxwood/item/a.txt'));
    });
    expect(await refusal(place('usb1/ann/album'))).toBe(15);
    expect(recorded()).toEqual([]);
  });

  it('without a bin: what is replaced is gone, and the record says so', async () => {
    plant('extdev/STICK/.boxwood/item', NEW);
    plant('extdev/STICK/album', OLD);
    await place('extdev/STICK/album');
    expect(held('extdev/STICK/album')).toEqual(MERGED);
    expect(recorded().flat()).toContain('replaced extdev/STICK/album/a.txt');
    expect(box.journal.lastDone('ann')).toBeNull();
  });
});
