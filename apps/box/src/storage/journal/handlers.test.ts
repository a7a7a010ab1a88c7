/** The Activity screen's view of the journal. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PathRedactor } from '../../features/safe/redact-hidden-paths.ts';
import { callerFor, Refusal } from '../vault/index.ts';
import { journalHandlers } from './handlers.ts';
import { stampAt } from './journal.ts';
import { type JournalTestBox, testBox } from './journal-test-helpers.ts';

let box: JournalTestBox;
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
  const handlers = journalHandlers({ ...box, pathRedactor: new PathRedactor(box.vault, () => true) });
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
      ...known,
      id: moved,
      action: 'move',
      time: 1_700_000_004,
      items: 1,
      reversible: 1,
      path: `${HOME}/a`,
      target: `${HOME}/b`,
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
  const handlers = journalHandlers({ ...box, pathRedactor: new PathRedactor(box.vault, () => true) });
  const context = { caller } as Parameters<typeof handlers.list>[1];
  const stamp = stampAt(home('a'));
  if (stamp === null) throw new Error('no file');
  box.undo.tasks = { start: () => Promise.resolve('t7'), isRunning: () => true };
  box.journal.record({ user: 'ann', action: 'move' }, [{ kind: 'carried', from: `${HOME}/z`, to: `${HOME}/a`, stamp }]);
  expect(await handlers.undo({ id: [] }, context)).toMatchObject({ entry: { state: 'undoing' }, tasks: ['t7'] });
});

it('tells every item of an entry, what its task was asked for, and nothing of a closed area', () => {
  const items = (open: boolean) => {
    const { items: answer } = journalHandlers({ ...box, pathRedactor: new PathRedactor(box.vault, () => open) });
    return (id: number, user = 'ann', start = 0) => {
      const context = { caller: callerFor(user) } as Parameters<typeof answer>[1];
      const refuse = (code: number) => new Refusal(code, 'refused');
      return answer({ id, count: 2, start }, context, { refuse, signal: new AbortController().signal });
    };
  };
  const stamp = stampAt(home('a'));
  if (stamp === null) throw new Error('no file');
  const asked = { cmd: 'COPY', source: `${HOME}/a`, target: `${HOME}/f`, names: [], conflict: 2 } as const;
  const copied = box.journal.record({ user: 'ann', action: 'copy', origin: 'task:t', asked }, [
    { kind: 'created', path: `${HOME}/f/a`, stamp },
  ]);
  expect(items(true)(copied)).toEqual({ total: 1, list: [{ kind: 'created', path: `${HOME}/f/a` }], asked });

  const gone = box.journal.record({ user: 'ann', action: 'remove' }, [
    { kind: 'removed', path: `${HOME}/x`, trash: 't1' },
    { kind: 'removed', path: `${HOME}/y` },
    { kind: 'moved', from: `${HOME}/b`, to: `${HOME}/c`, stamp },
  ]);
  expect(items(true)(gone)).toEqual({
    total: 3,
    list: [
      { kind: 'emptied', path: `${HOME}/x` },
      { kind: 'removed', path: `${HOME}/y` },
    ],
  });
  expect(items(true)(gone, 'ann', 2)).toMatchObject({
    list: [{ kind: 'moved', path: `${HOME}/b`, target: `${HOME}/c` }],
  });

  const safe = '/mnt/usb1/ann/.safebox';
  const hidden = box.journal.record(
    { user: 'ann', action: 'encrypt', asked: { ...asked, cmd: 'EMOVE', target: safe } },
    [{ kind: 'encrypted', from: `${HOME}/a`, to: `${safe}/a.hyencrypt_v3`, stamp }],
  );
  expect(items(true)(hidden)).toMatchObject({ list: [{ kind: 'encrypted' }], asked: { target: safe } });
  expect(JSON.stringify(items(false)(hidden))).toBe(`{"total":1,"list":[{"kind":"veiled","path":"${HOME}"}]}`);

  expect(() => items(true)(copied, 'bob')).toThrow(expect.objectContaining({ code: 13 }));
  expect(() => items(true)(gone + 9)).toThrow(expect.objectContaining({ code: 11 }));
});
