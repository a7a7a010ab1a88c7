import type { BoxError } from '@boxwood/command-bus';
import { left } from '@boxwood/command-bus';
import { of, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { offline, refused } from '../testing/port-answers.ts';
import { createFilesFixture, HOME } from '../testing/files-fixture.ts';
import { entry } from '../testing/files-box.ts';

const inTheWay = (info: string): BoxError => ({ _tag: 'Refused', family: 'GEN', code: 15, info, fields: {} });
const change = (id: number, path: string, origin = 'call', state = 'done') => ({ id, path, origin, state });

describe('files', () => {
  it('what the box has not written down is not offered to be taken back, and Ctrl+Z never takes back what was done elsewhere', () => {
    const { files, box, notifications, notices } = createFilesFixture();
    box.journal = [change(4, '/mnt/usb1/ann/of-another-device.txt')];
    files.rename(entry('/mnt/usb1/ann/a.txt'), 'b.txt', 1);
    expect(notifications.list$.value[0]).toMatchObject({
      action: null,
      detail: { messageKey: 'did.renameTo', values: { to: 'b.txt' } },
    });
    files.undo();
    expect([box.undone, notices().at(-1)]).toEqual([[], 'info files.nothingToUndo']);
    box.failures = [offline];
    files.remove([entry('/mnt/usb1/ann/of-another-device.txt')], 1);
    files.undo();
    expect(box.undone).toEqual([]);
  });

  it('a box that reports the journal entry of each action is not searched, and each notice undoes its own action', () => {
    const { files, box, notifications } = createFilesFixture();
    // The newest entries with the same path belong to a script.
    box.journal = [change(90, '/mnt/usb1/ann/a.txt'), change(91, '/mnt/usb1/ann/c.txt')];
    box.reported = { change: 7 };
    files.rename(entry('/mnt/usb1/ann/a.txt'), 'b.txt', 1);
    const offer = notifications.list$.value.at(-1);
    box.reported = { change: 8 };
    files.newFolder(HOME, 'T');
    box.reported = { change: 9 };
    files.remove([entry('/mnt/usb1/ann/c.txt')], 1);
    box.reported = { change: 10 };
    files.batchRename('/mnt/usb1/ann', [{ entry: entry('/mnt/usb1/ann/d.txt'), name: 'e.txt' }], 1);
    expect(box.calls.filter((call) => call.startsWith('changes'))).toEqual([]);
    notifications.runAction(offer?.id ?? '');
    files.undo();
    files.undo();
    files.undo();
    expect(box.undone).toEqual([7, 10, 9, 8]);
  });

  it('Ctrl+Z pressed twice takes two deeds back, also while the first is still on its way', () => {
    const { files, box, notices } = createFilesFixture();
    const line = new Subject<null>();
    box.journal = [change(3, '/mnt/usb1/ann/a.txt')];
    files.rename(entry('/mnt/usb1/ann/a.txt'), 'b.txt', 1);
    box.journal = [change(4, '/mnt/usb1/ann/c.txt'), ...box.journal];
    files.rename(entry('/mnt/usb1/ann/c.txt'), 'd.txt', 1);
    box.gate = line;
    files.undo();
    files.undo();
    files.redo();
    for (let turn = 0; turn < 3; turn += 1) line.next(null);
    expect([box.undone, box.redone]).toEqual([[4, 3], [3]]);
    expect(notices().slice(-2)).toEqual(['success files.undone', 'success files.redone']);
  });

  it('one gesture is one step back, newest first, also in another tab; its tasks are found in the journal once they have ended', () => {
    const { files, box, notices, notifications, local } = createFilesFixture();
    const [a, b] = [entry('/mnt/usb1/ann/a'), entry('/mnt/usb1/ann/b')];
    files.newFolder(HOME, 'T');
    files.move([a, b], '/mnt/usb1/ann/T');
    expect(notifications.list$.value.at(-1)).toMatchObject({
      messageKey: 'transfer.submitted',
      detail: { messageKey: 'did.moveTo', values: { name: 'a', count: 2, to: 'T' } },
      action: 'files.undo',
    });
    files.undo();
    expect([box.undone, notices().at(-1)]).toEqual([[], 'info files.undoLater']);
    box.journal = [
      change(6, a.path, 'task:2'),
      change(5, a.path, 'task:1'),
      change(4, '/x', 'task:9'),
      change(3, '/y'),
    ];
    files.undo();
    expect([box.undone, notices().at(-1)]).toEqual([[6, 5], 'success files.undone']);
    files.redo();
    expect([box.redone, notices().at(-1)]).toEqual([[5, 6], 'success files.redone']);
    files.redo();
    expect(box.redone).toEqual([5, 6]);
    files.undo();
    expect(box.undone).toEqual([6, 5, 6, 5]);

    files.copy([a, b], '/mnt/usb1/ann/T');
    box.journal = [change(10, a.path, 'task:3'), ...box.journal];
    files.undo();
    expect([box.undone.slice(4), notices().at(-1)]).toEqual([[10], 'warning files.undonePartly']);
    box.journal = [change(11, b.path, 'task:4'), ...box.journal];
    expect(local.all['ann_deeds']).toContain('"4"');
    box.failures = [];
    files.undo();
    expect(box.undone.slice(5)).toEqual([11]);
    files.undo();
    expect(notices().at(-1)).toBe('info files.nothingToUndo');
  });

  it('what lies behind a second password is not named in what the browser stores', () => {
    const { files, box, notifications, local } = createFilesFixture();
    box.journal = [change(4, '/mnt/usb1/ann/.safe_home/diary.txt')];
    files.remove([entry('/mnt/usb1/ann/.safe_home/diary.txt')], 5);
    files.move([entry('/mnt/usb1/ann/letter.txt')], '/mnt/usb1/ann/.safe_home');
    expect(local.all['ann_deeds']).toContain('"move"');
    expect(local.all['ann_deeds']).not.toMatch(/diary|letter/);
    expect(notifications.list$.value.map(({ detail }) => detail)).toEqual([null, null]);
  });

  it('a box without a journal takes nothing back, offers nothing of the kind, and says so in plain words', () => {
    const { files, box, notifications, notices } = createFilesFixture();
    const absent: BoxError = { _tag: 'Http', status: 404, body: '' };
    box.failures = [absent];
    files.undo();
    expect(notices()).toEqual(['warning box.noUndo']);
    box.changes = () => of(left(absent));
    files.move([entry('/mnt/usb1/ann/a')], '/mnt/usb1/ann/T');
    expect(notifications.list$.value.at(-1)).toMatchObject({ messageKey: 'transfer.submitted', action: null });
    files.undo();
    expect([box.undone, notices().at(-1)]).toEqual([[], 'warning box.noUndo']);
  });

  it('a step back that the box refuses says so, and is not tried again', () => {
    const { files, box, notices } = createFilesFixture();
    box.journal = [change(3, '/mnt/usb1/ann/a')];
    files.remove([entry('/mnt/usb1/ann/a')], 1);
    box.failures = [refused(15)];
    files.undo();
    expect(notices().at(-1)).toBe('error files.undoFailed');
    files.undo();
    expect(notices().at(-1)).toBe('info files.nothingToUndo');
    files.remove([entry('/mnt/usb1/ann/a')], 1);
    files.undo();
    box.failures = [refused(15)];
    files.redo();
    expect(notices().at(-1)).toBe('error files.redoFailed');
  });

  it('Ctrl+Z means a deed that is still on its way, never the one before', () => {
    const { files, box } = createFilesFixture();
    const line = new Subject<null>();
    box.journal = [change(3, '/mnt/usb1/ann/a.txt')];
    files.rename(entry('/mnt/usb1/ann/a.txt'), 'b.txt', 1);
    box.gate = line;
    box.journal = [change(4, '/mnt/usb1/ann/c.txt'), ...box.journal];
    files.remove([entry('/mnt/usb1/ann/c.txt')], 1);
    files.undo();
    for (let turn = 0; turn < 3; turn += 1) line.next(null);
    expect(box.undone).toEqual([4]);
  });

  it('what stands in the way may go away: the deed stays the next to be taken back, is told once, and nothing older is', () => {
    const { files, box, notices, notifications, local } = createFilesFixture();
    box.journal = [change(3, '/mnt/usb1/ann/old.txt')];
    files.rename(entry('/mnt/usb1/ann/old.txt'), 'older.txt', 1);
    box.journal = [change(4, '/mnt/usb1/ann/a'), ...box.journal];
    files.remove([entry('/mnt/usb1/ann/a')], 1);
    for (const failure of [inTheWay('taken'), inTheWay('notEmpty'), refused(13), offline]) {
      box.failures = [failure];
      files.undo();
      expect([box.undone, notices().filter((one) => one === 'error files.undoFailed')]).toEqual([
        [],
        ['error files.undoFailed'],
      ]);
      expect(notifications.list$.value.at(-1)?.failure).toEqual(failure);
    }
    files.undo();
    expect([box.undone, notices().at(-1)]).toEqual([[4], 'success files.undone']);
    expect(notices()).not.toContain('error files.undoFailed');
    box.failures = [inTheWay('taken')];
    files.redo();
    files.redo();
    expect([box.redone, notices().at(-1)]).toEqual([[4], 'success files.redone']);

    box.failures = [inTheWay('gone')];
    files.undo();
    expect(notices().at(-1)).toBe('error files.undoFailed');
    files.undo();
    expect(box.undone).toEqual([4, 3]);
    expect(local.all['ann_deeds']).toBeUndefined();
  });

  it('what was deleted and whose place is taken can stand beside what took it', () => {
    const { files, box, notices, notifications, local } = createFilesFixture();
    box.fill('/mnt/usb1/ann', ['a.txt']);
    box.journal = [change(4, '/mnt/usb1/ann/a.txt')];
    files.remove([entry('/mnt/usb1/ann/a.txt')], 1);
    box.failures = [inTheWay('taken')];
    files.undo();
    const offer = notifications.list$.value.at(-1);
    expect(offer).toMatchObject({ messageKey: 'files.undoFailed', action: 'files.keepBoth' });
    box.calls.length = 0;
    notifications.runAction(offer?.id ?? '');
    expect(box.calls).toEqual([
      'changes 1',
      'beside 4',
      'taken /mnt/usb1/ann',
      'rename /mnt/usb1/ann/a.txt /mnt/usb1/ann/a_copy2.txt',
      'undo',
      'rename /mnt/usb1/ann/a.txt /mnt/usb1/ann/a_copy.txt',
      'rename /mnt/usb1/ann/a_copy2.txt /mnt/usb1/ann/a.txt',
    ]);
    expect([notices().at(-1), local.all['ann_deeds']]).toEqual(['success files.undone', undefined]);
  });

  it('at a box that puts it there in one step nothing else is moved', () => {
    const { files, box, notices, notifications, local } = createFilesFixture();
    box.journal = [change(4, '/mnt/usb1/ann/a.txt')];
    files.remove([entry('/mnt/usb1/ann/a.txt')], 1);
    box.failures = [inTheWay('taken')];
    files.undo();
    box.calls.length = 0;
    box.restoredPath = '/mnt/usb1/ann/a_copy.txt';
    notifications.runAction(notifications.list$.value.at(-1)?.id ?? '');
    expect(box.calls).toEqual(['changes 1', 'beside 4']);
    expect([notices().at(-1), local.all['ann_deeds']]).toEqual(['success files.undone', undefined]);
  });

  it('of a gesture that is taken back in part the rest stays the next', () => {
    const { files, box, notices } = createFilesFixture();
    const moved = [entry('/mnt/usb1/ann/a'), entry('/mnt/usb1/ann/b')];
    files.move(moved, '/mnt/usb1/ann/T');
    box.journal = [change(6, '/mnt/usb1/ann/b', 'task:2'), change(5, '/mnt/usb1/ann/a', 'task:1')];
    const undo = box.undo.bind(box);
    box.undo = (id) => (id === 6 ? of(left(inTheWay('taken'))) : undo(id));
    files.undo();
    expect([box.undone, notices().at(-1)]).toEqual([[5], 'warning files.undonePartly']);
    box.undo = undo;
    files.redo();
    files.undo();
    files.undo();
    expect([box.redone, box.undone]).toEqual([[5], [5, 5, 6]]);
  });
});
