/** The Activity screen's view of the journal. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Veil } from '../safe/veil.ts';
import { callerFor } from '../vault/index.ts';
import { journalHandlers } from './handlers.ts';
import { stampAt } from './journal.ts';
import { type TestBox, testBox } from './testing.ts';

let box: TestBox;
let time = 1_700_000_000_000;
const caller = callerFor('ann');
const HOME = '/mnt/usb1/ann';
const home = (name: string) => join(box.root, 'usb1/ann', name);

beforeEach(() => {
  box = testBox(() => (time += 1500));
  mkdirSync(home('f'), { recursive: true });
  writeFileSync(home('a'), 'a');
});
afterEach(() => box.remove());

it('shows operations with their first item, what can be taken back, and what undo and redo come to next', async () => {
  const handlers = journalHandlers({ ...box, veil: new Veil(box.vault, () => true) });
  const context = { caller } as Parameters<typeof handlers.list>[1];
  const stamp = stampAt(home('a'));
  if (stamp === null) throw new Error('no file');
  const start = { user: 'ann', action: 'move' } as const;
  const none = box.journal.record(start, []);
  const gone = box.journal.record({ ...start, action: 'remove', origin: 'task:t' }, [
    { kind: 'removed', path: `${HOME}/x` },
    { kind: 'removed', path: `${HOME}/y` },
  ]);
  renameSync(home('a'), home('b'));
  const moved = box.journal.record(start, [{ kind: 'moved', from: `${HOME}/a`, to: `${HOME}/b`, stamp }]);
  box.journal.record({ ...start, user: 'bob' }, []);

  const page = handlers.list({ count: 9, cursor: 0 }, context);
  const known = { origin: 'call', reason: '', state: 'done', reversible: 0, items: 0 };
  expect(page).toMatchObject({ total: 3, undo: moved, redo: 0 });
  expect(page.list).toEqual([
    {
      ...{ ...known, id: moved, action: 'move', time: 1_700_000_004, items: 1, reversible: 1 },
      ...{ path: `${HOME}/a`, target: `${HOME}/b` },
    },
    { ...known, id: gone, action: 'remove', origin: 'task:t', time: 1_700_000_003, items: 2, path: `${HOME}/x` },
    { ...known, id: none, action: 'move', time: 1_700_000_001, path: '' },
  ]);
  expect(handlers.list({ count: 1, cursor: moved }, context).list.map(({ id }) => id)).toEqual([gone]);

  expect(await handlers.undo({ id: [] }, context)).toMatchObject({ entry: { id: moved, state: 'undone' }, tasks: [] });
  expect(handlers.list({ count: 0, cursor: 0 }, context)).toMatchObject({ undo: 0, redo: moved, list: [] });
  expect(await handlers.redo({ id: [] }, context)).toMatchObject({
    entry: { id: moved, state: 'done' },
    tasks: [],
  });
  await expect(handlers.undo({ id: [gone] }, context)).rejects.toMatchObject({ code: 11, info: 'final' });
});

it('names the task that carries on', async () => {
  const handlers = journalHandlers({ ...box, veil: new Veil(box.vault, () => true) });
  const context = { caller } as Parameters<typeof handlers.list>[1];
  const stamp = stampAt(home('a'));
  if (stamp === null) throw new Error('no file');
  box.undo.carrier = { carry: () => Promise.resolve('t7'), isCarrying: () => true };
  box.journal.record({ user: 'ann', action: 'move' }, [{ kind: 'carried', from: `${HOME}/z`, to: `${HOME}/a`, stamp }]);
  expect(await handlers.undo({ id: [] }, context)).toMatchObject({ entry: { state: 'undoing' }, tasks: ['t7'] });
});
