/**
 * Recovery of an operation that was interrupted by a kill: the disk decides, and nothing counts as done that is not.
 */
import { linkSync, mkdirSync, renameSync, rmSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callerFor } from '../vault/index.ts';
import { type JournalChange, stampAt } from './journal.ts';
import { findCompletedChanges } from './journal-recovery.ts';
import { snapshot, type JournalTestBox, testBox } from './journal-test-helpers.ts';

let box: JournalTestBox;
let time = 1_000_000;
const ann = callerFor('ann');
const HOME = '/mnt/usb1/ann';
const real = (path: string) => join(box.root, path.replace('/mnt/', ''));
const home = (name: string) => real(`${HOME}/${name}`);
const tree = () => snapshot(real(HOME));
const stamp = (name: string) => {
  const found = stampAt(home(name));
  if (found === null) throw new Error(`nothing at ${name}`);
  return found;
};
const decided = (...planned: readonly JournalChange[]) => findCompletedChanges(box, ann, planned);
/** Another file gets the name. The first one still exists, so that its inode number is not reused. */
const swapped = (name: string): void => {
  linkSync(home(name), home(`${name}-kept`));
  rmSync(home(name));
  writeFileSync(home(name), 'of somebody else');
};

beforeEach(() => {
  box = testBox(() => (time += 1000));
  mkdirSync(home('folder'), { recursive: true });
  writeFileSync(home('a'), 'a');
});
afterEach(() => box.remove());

describe('an intent', () => {
  it('to move has happened when the thing stands under its new name, and no other thing does', async () => {
    const change: JournalChange = { kind: 'moved', from: `${HOME}/a`, to: `${HOME}/b`, stamp: stamp('a') };
    expect(await decided(change)).toEqual([]);
    renameSync(home('a'), home('b'));
    expect(await decided(change)).toEqual([change]);
    swapped('b');
    expect(await decided(change)).toEqual([]);
  });

  it.each(['carried', 'encrypted', 'decrypted'] as const)(
    'that is %s has happened when it stands there',
    async (kind) => {
      const change: JournalChange = { kind, from: `${HOME}/else`, to: `${HOME}/a`, stamp: stamp('a') };
      expect(await decided(change)).toEqual([change]);
      swapped('a');
      expect(await decided(change)).toEqual([]);
      rmSync(home('a'));
      expect(await decided(change)).toEqual([]);
    },
  );

  it('to make a file has happened when it stands there, to make a folder when one does', async () => {
    const file: JournalChange = { kind: 'created', path: `${HOME}/a`, stamp: stamp('a') };
    const folder: JournalChange = { kind: 'made-folder', path: `${HOME}/folder`, stamp: null };
    const wrong: JournalChange = { kind: 'made-folder', path: `${HOME}/a`, stamp: null };
    const none: JournalChange = { kind: 'made-folder', path: `${HOME}/none`, stamp: null };
    expect(await decided(file, folder, wrong, none)).toEqual([file, { ...folder, stamp: stamp('folder') }]);
    swapped('a');
    expect(await decided(file)).toEqual([]);
  });

  it('to delete or to leave a folder has happened when nothing stands there', async () => {
    const gone = (name: string): JournalChange[] => [
      { kind: 'removed', path: `${HOME}/${name}` },
      { kind: 'left-folder', path: `${HOME}/${name}`, stamp: null },
    ];
    expect(await decided(...gone('a'))).toEqual([]);
    expect(await decided(...gone('none'))).toEqual(gone('none'));
  });

  it('to put into the bin has happened when the bin has a record and the thing', async () => {
    const change: JournalChange = { kind: 'trashed', path: `${HOME}/a`, trash: 'item', stamp: stamp('a') };
    expect(await decided(change)).toEqual([]);
    await box.bins.put(ann, box.vault.resolve(ann, change.path, 'write'), 'item');
    expect(await decided(change)).toEqual([change]);
    rmSync(home('.Trash/item'));
    expect(await decided(change)).toEqual([]);
  });

  it('to restore has happened when the thing stands at its place again; the record goes then', async () => {
    const change: JournalChange = { kind: 'restored', path: `${HOME}/a`, trash: 'item', stamp: stamp('a') };
    await box.bins.put(ann, box.vault.resolve(ann, change.path, 'write'), 'item');
    expect(await decided(change)).toEqual([]);
    expect(box.bins.table.get('item')).toBeDefined();
    renameSync(home('.Trash/item'), home('a'));
    expect(await decided(change)).toEqual([change]);
    expect(box.bins.table.get('item')).toBeUndefined();
    expect(await decided(change)).toEqual([change]);
  });

  it('to replace has happened when the one that replaces is there', async () => {
    const replaced: JournalChange = { kind: 'replaced', path: `${HOME}/a` };
    const created: JournalChange = { kind: 'created', path: `${HOME}/a`, stamp: stamp('a') };
    expect(await decided(replaced, created)).toEqual([replaced, created]);
    swapped('a');
    expect(await decided(replaced, created)).toEqual([]);
  });

  it('in a place that is closed meanwhile has not happened, and does not keep the box from starting', async () => {
    const change: JournalChange = { kind: 'moved', from: `${HOME}/a`, to: '/mnt/usb1/bob/a', stamp: stamp('a') };
    expect(await decided(change)).toEqual([]);
  });
});

describe('an undo or redo that was interrupted', () => {
  /** One operation of each kind, as its service records it, with its undo. */
  const kinds: Record<string, () => unknown> = {
    moved: () => {
      const change: JournalChange = { kind: 'moved', from: `${HOME}/a`, to: `${HOME}/b`, stamp: stamp('a') };
      renameSync(home('a'), home('b'));
      box.journal.record({ user: 'ann', action: 'move' }, [change]);
    },
    created: () => {
      box.journal.record({ user: 'ann', action: 'upload' }, [
        { kind: 'created', path: `${HOME}/a`, stamp: stamp('a') },
      ]);
    },
    trashed: () => box.trash.put(ann, [`${HOME}/a`]),
    'made-folder': () => {
      box.journal.record({ user: 'ann', action: 'new-folder' }, [
        { kind: 'made-folder', path: `${HOME}/folder`, stamp: stamp('folder') },
      ]);
    },
    'left-folder': () => {
      rmdirSync(home('folder'));
      box.journal.record({ user: 'ann', action: 'move' }, [
        { kind: 'left-folder', path: `${HOME}/folder`, stamp: null },
      ]);
    },
  };

  it.each(Object.entries(kinds))('of what was %s is finished, whether or not it had come so far', async (_, act) => {
    await act();
    const done = tree();
    const { operation } = await box.undo.undo(ann, null);
    const undone = tree();
    expect(undone).not.toEqual(done);
    const interrupted = async (state: 'undoing' | 'redoing') => {
      box.journal.setState(operation.id, state, box.journal.get(operation.id)?.changes ?? []);
      await box.undo.recover();
      return [tree(), box.journal.get(operation.id)?.state, box.journal.listOpen()];
    };
    expect(await interrupted('undoing')).toEqual([undone, 'undone', []]);
    expect(await interrupted('redoing')).toEqual([done, 'done', []]);
    expect(await interrupted('redoing')).toEqual([done, 'done', []]);
    expect(await interrupted('undoing')).toEqual([undone, 'undone', []]);
  });

  it.each(['.safebox', '.safe_home'])('in %s is finished although nobody has opened it since', async (area) => {
    mkdirSync(home(area));
    writeFileSync(home(`${area}/b`), 'b');
    const change: JournalChange = {
      kind: 'moved',
      from: `${HOME}/${area}/a`,
      to: `${HOME}/${area}/b`,
      stamp: stamp(`${area}/b`),
    };
    const begun = box.journal.begin({ user: 'ann', action: 'move' }, [change]);
    await box.undo.recover();
    expect(box.journal.get(begun.id)?.state).toBe('done');
    box.journal.setState(begun.id, 'undoing', [change]);
    await box.undo.recover();
    expect(Object.keys(snapshot(home(area)))).toEqual(['a']);
    expect(box.journal.get(begun.id)?.state).toBe('undone');
  });

  it('and cannot be finished is blocked with its reason, and the next ones are finished', async () => {
    writeFileSync(home('c'), 'c');
    await kinds['moved']?.();
    const change: JournalChange = { kind: 'moved', from: `${HOME}/c`, to: `${HOME}/d`, stamp: stamp('c') };
    renameSync(home('c'), home('d'));
    const second = box.journal.record({ user: 'ann', action: 'move' }, [change]);
    const first = second - 1;
    for (const id of [first, second]) box.journal.setState(id, 'undoing', box.journal.get(id)?.changes ?? []);
    writeFileSync(home('a'), 'of somebody else');
    await box.undo.recover();
    expect(box.journal.get(first)).toMatchObject({ state: 'blocked', reason: 'EEXIST' });
    expect(box.journal.get(second)?.state).toBe('undone');
    expect(Object.keys(tree())).toEqual(['a', 'b', 'c', 'folder']);
  });
});
