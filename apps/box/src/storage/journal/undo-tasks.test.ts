/** Undo and redo of changes that move file contents: a task runs them, and the journal records the outcome. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callerFor, Refusal } from '../vault/index.ts';
import { type JournalChange, stampAt } from './journal.ts';
import { type JournalTestBox, testBox } from './journal-test-helpers.ts';

let box: JournalTestBox;
let time = 1_000_000;
let id = 0;
const ann = callerFor('ann');
const HOME = '/mnt/usb1/ann';
const AWAY = '/mnt/usb2/ann';
const real = (path: string) => join(box.root, path.replace('/mnt/', ''));
const stamp = (path: string) => {
  const found = stampAt(real(path));
  if (found === null) throw new Error(`nothing at ${path}`);
  return found;
};
const state = () => {
  const { state: is = 'gone', reason = '' } = box.journal.get(id) ?? {};
  return [is, reason];
};
/** A task service that starts one task per request; the test finishes it. */
const carrier = (work: () => Promise<string> = () => Promise.resolve('task-1'), carrying = false) => {
  const asked: unknown[] = [];
  box.undo.tasks = {
    start: (caller, operation, direction) => {
      asked.push([caller.user, operation.id, operation.state, direction]);
      return work();
    },
    isRunning: () => carrying,
  };
  return asked;
};

beforeEach(() => {
  box = testBox(() => (time += 1000));
  for (const place of [HOME, AWAY]) mkdirSync(real(place), { recursive: true });
  writeFileSync(real(`${AWAY}/a`), 'a');
  const change: JournalChange = { kind: 'carried', from: `${HOME}/a`, to: `${AWAY}/a`, stamp: stamp(`${AWAY}/a`) };
  id = box.journal.record({ user: 'ann', action: 'move', origin: 'task:t' }, [change]);
});
afterEach(() => box.remove());

describe('an undo that moves bytes', () => {
  it('is a task: under way until it has ended, then undone with what stands there now', async () => {
    const asked = carrier();
    expect(await box.undo.undo(ann, null)).toMatchObject({ task: 'task-1', operation: { id, state: 'undoing' } });
    expect(asked).toEqual([['ann', id, 'undoing', 'undo']]);
    renameSync(real(`${AWAY}/a`), real(`${HOME}/a`));
    const now: JournalChange = { kind: 'carried', from: `${HOME}/a`, to: `${AWAY}/a`, stamp: stamp(`${HOME}/a`) };
    await box.undo.finishTask(id, 'undo', [now]);
    expect(box.journal.get(id)).toMatchObject({ state: 'undone', changes: [now] });

    expect(await box.undo.redo(ann, null)).toMatchObject({ task: 'task-1', operation: { state: 'redoing' } });
    renameSync(real(`${HOME}/a`), real(`${AWAY}/a`));
    await box.undo.finishTask(id, 'redo', [now]);
    expect(box.journal.get(id)).toMatchObject({ state: 'done', changes: [now] });
  });

  it('whose task failed is done as before, and says so; a redo is undone as before', async () => {
    carrier();
    await box.undo.undo(ann, null);
    await box.undo.finishTask(id, 'undo', null);
    expect(state()).toEqual(['done', 'failed']);
    box.journal.setState(id, 'undone', box.journal.get(id)?.changes ?? []);
    await box.undo.redo(ann, null);
    await box.undo.finishTask(id, 'redo', null);
    expect(state()).toEqual(['undone', 'failed']);
  });

  it('whose task cannot be started is as it was', async () => {
    box.journal.setState(id, 'blocked', box.journal.get(id)?.changes ?? [], 'taken');
    carrier(() => Promise.reject(new Refusal(7, 'queue')));
    await expect(box.undo.undo(ann, id)).rejects.toMatchObject({ code: 7 });
    expect(state()).toEqual(['blocked', 'taken']);
  });

  it('is refused where nothing carries, and is not left half way', async () => {
    await expect(box.undo.undo(ann, null)).rejects.toMatchObject({ code: 3, info: 'tasks' });
    expect(state()).toEqual(['done', '']);
  });

  it('of an operation that is forgotten meanwhile ends without a word', async () => {
    box.journal.forget(id);
    await box.undo.finishTask(id, 'undo', null);
    expect(box.journal.get(id)).toBeNull();
  });

  it('brings back what the move had replaced when its bytes have left', async () => {
    // The move put the old file with that name into the recycle bin.
    rmSync(real(`${AWAY}/a`));
    writeFileSync(real(`${AWAY}/a`), 'old');
    const old = stamp(`${AWAY}/a`);
    await box.bins.put(ann, box.vault.resolve(ann, `${AWAY}/a`, 'write'), 'item');
    writeFileSync(real(`${AWAY}/a`), 'new');
    const carried: JournalChange = { kind: 'carried', from: `${HOME}/a`, to: `${AWAY}/a`, stamp: stamp(`${AWAY}/a`) };
    const trashed: JournalChange = { kind: 'trashed', path: `${AWAY}/a`, trash: 'item', stamp: old };
    id = box.journal.record({ user: 'ann', action: 'move', origin: 'task:t' }, [trashed, carried]);
    carrier();
    await box.undo.undo(ann, null);
    renameSync(real(`${AWAY}/a`), real(`${HOME}/a`));
    await box.undo.finishTask(id, 'undo', [trashed, { ...carried, stamp: stamp(`${HOME}/a`) }]);
    expect(state()).toEqual(['undone', '']);
    expect(stamp(`${AWAY}/a`).size).toBe(3);
    expect(box.bins.table.get('item')).toBeUndefined();
  });
});

describe('a start in the middle of it', () => {
  it('leaves it to the task that goes on', async () => {
    carrier(undefined, true);
    await box.undo.undo(ann, null);
    await box.undo.recover();
    expect(state()).toEqual(['undoing', '']);
  });

  it.each([
    ['undoing', 'done'],
    ['redoing', 'undone'],
  ] as const)('that finds no task any more takes what was %s for %s', async (under, after) => {
    carrier();
    box.journal.setState(id, under, box.journal.get(id)?.changes ?? []);
    await box.undo.recover();
    expect(state()).toEqual([after, 'failed']);
  });
});
