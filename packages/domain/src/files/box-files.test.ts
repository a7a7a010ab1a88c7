import type { BoxError } from '@boxwood/command-bus';
import { left } from '@boxwood/command-bus';
import { of, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { BoxTask } from '../tasks/tasks.ts';
import { offline, refused } from '../testing/port-answers.ts';
import { createFilesFixture, HOME } from '../testing/files-fixture.ts';
import { entry } from '../testing/files-box.ts';
import { MemoryChannelHub } from '../testing/memory-channel-hub.ts';

const taskOf = (id: string, state: BoxTask['state']): BoxTask => ({
  id,
  operation: 'MOVE',
  fileType: 1,
  name: id,
  total: 1,
  completed: 0,
  progress: 0,
  speed: 0,
  ctime: 1,
  source: '/s',
  target: '/t',
  user: 'ann',
  message: '',
  state,
  code: state === -1 ? 11 : 2,
});

const inTheWay = (info: string): BoxError => ({ _tag: 'Refused', family: 'GEN', code: 15, info, fields: {} });
const change = (id: number, path: string, origin = 'call', state = 'done') => ({ id, path, origin, state });

describe('files', () => {
  it('RENAME-01, VALID-10, FILES-52, FILES-62: checks that the name is free, moves by the shell, tells, and offers undo', () => {
    const { files, box, notices, notifications, results, keep } = createFilesFixture();
    const file = entry('/mnt/usb1/ann/a.txt');
    box.journal = [
      change(9, '/mnt/usb1/ann/else.txt'),
      change(8, '/mnt/usb1/ann/a.txt', 'task:4'),
      change(7, '/mnt/usb1/ann/a.txt'),
      change(5, '/mnt/usb1/ann/a.txt'),
    ];
    files.rename(file, 'b.txt', 1).subscribe(keep);
    expect(box.calls).toEqual([
      'exists /mnt/usb1/ann/b.txt',
      'rename /mnt/usb1/ann/a.txt /mnt/usb1/ann/b.txt',
      'changes 21',
    ]);
    expect(results).toEqual([{ _tag: 'Right', right: '/mnt/usb1/ann/b.txt' }]);
    expect(notices()).toEqual(['success file.renamed']);
    expect(notifications.list$.value[0]?.action).toBe('files.undo');
    files.undo();
    expect(box.undone).toEqual([7]);
    expect(notices()).toEqual(['success files.undone']);
  });

  it('RENAME-01, RENAME-02: a taken name, a failed check and a lost line each say so; nothing is renamed', () => {
    const { files, box, notices } = createFilesFixture();
    box.fill('/mnt/usb1/ann', ['b.txt']);
    const file = entry('/mnt/usb1/ann/a.txt');
    files.rename(file, 'b.txt', 1);
    box.failures = [refused(3)];
    files.rename(file, 'c.txt', 1);
    expect(notices()).toEqual(['warning rename.targetExists', 'warning rename.checkFailed']);
    const lost = createFilesFixture();
    lost.box.failures = [offline];
    lost.files.rename(file, 'd.txt', 1);
    expect(lost.notices()).toEqual(['warning rename.checkFailed']);
    expect(lost.box.calls.some((call) => call.startsWith('rename'))).toBe(false);
    expect(box.calls.some((call) => call.startsWith('rename'))).toBe(false);
  });

  it('G-56, VALID-02, VALID-04, SAFE-07: an unchanged name does nothing; a bad one is refused before any call; the safe takes 240 bytes', () => {
    const { files, box, results, keep } = createFilesFixture();
    const file = entry('/mnt/usb1/ann/.safe_home/a.txt');
    files.rename(file, 'a.txt', 1).subscribe(keep);
    files.rename(file, 'a?.txt', 1).subscribe(keep);
    files.rename(file, `${'x'.repeat(130)}.txt`, 1).subscribe(keep);
    files.rename(entry('/mnt/usb1/ann/Folder', { type: 5 }), 'x'.repeat(65), 1).subscribe(keep);
    files.rename(file, `${'x'.repeat(130)}.txt`, 8).subscribe(keep);
    expect(results).toMatchObject([
      { right: '/mnt/usb1/ann/.safe_home/a.txt' },
      { left: { messageKey: 'name.format' } },
      { left: { messageKey: 'name.tooLong', values: { max: 128 } } },
      { left: { messageKey: 'name.folderTooLong' } },
      { _tag: 'Right' },
    ]);
    expect(box.calls).toHaveLength(3);
  });

  it('what is begun is told before the box has answered, and no question is', () => {
    const { files, box } = createFilesFixture();
    const begun: unknown[] = [];
    files.actionStarted$.subscribe((what) => begun.push(what));
    files.checkExists('/mnt/usb1/ann');
    expect(begun).toEqual([]);
    files.rename(entry('/mnt/usb1/ann/a.txt'), 'b.txt', 1);
    files.move([entry('/mnt/usb1/ann/c.txt')], '/mnt/usb1/ann/Other');
    box.gate = new Subject();
    files.remove([entry('/mnt/usb1/ann/b.txt')], 1);
    expect(begun).toMatchObject([{ action: 'rename' }, { action: 'move' }, { action: 'trash' }]);
  });

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

  it('RENAME-12, RENAME-13, VALID-22, G-51: a batch with a folder, a taken or a double name is refused whole', () => {
    const { files, box, results, keep } = createFilesFixture();
    box.fill('/mnt/usb1/ann', ['1.jpg', '2.jpg', 'taken.jpg']);
    const [one, two] = [entry('/mnt/usb1/ann/1.jpg'), entry('/mnt/usb1/ann/2.jpg')];
    files
      .batchRename('/mnt/usb1/ann', [{ entry: entry('/mnt/usb1/ann/F', { type: 5 }), name: 'x' }], 1)
      .subscribe(keep);
    files
      .batchRename(
        '/mnt/usb1/ann',
        [
          { entry: one, name: 'x.jpg' },
          { entry: two, name: 'x.jpg' },
        ],
        1,
      )
      .subscribe(keep);
    files.batchRename('/mnt/usb1/ann', [{ entry: one, name: '?.jpg' }], 1).subscribe(keep);
    files.batchRename('/mnt/usb1/ann', [{ entry: one, name: 'taken.jpg' }], 1).subscribe(keep);
    expect(results.map((result) => (result as { left: { messageKey: string } }).left.messageKey)).toEqual([
      'rename.onlyFiles',
      'files.batchNameExists',
      'name.format',
      'files.batchNameExists',
    ]);
    expect(
      results.map(
        (result) => (result as { left: { values?: Readonly<Record<string, unknown>> } }).left.values?.['name'],
      ),
    ).toEqual([undefined, 'x.jpg', undefined, 'taken.jpg']);
    expect(box.calls).toEqual(['taken /mnt/usb1/ann']);
    files
      .batchRename(
        '/mnt/usb1/ann',
        [
          { entry: one, name: '2.jpg' },
          { entry: two, name: '1.jpg' },
        ],
        1,
      )
      .subscribe(keep);
    expect(box.calls.slice(1)).toEqual(['renameMany 2', 'changes 22']);
  });

  it('RENAME-14, RENAME-15, RENAME-16: all, none and some succeeded have their own words and levels', () => {
    const { files, box, notices } = createFilesFixture();
    const pairs = [1, 2, 3].map((n) => ({ entry: entry(`/mnt/usb1/ann/${n}.jpg`), name: `new${n}.jpg` }));
    files.batchRename('/mnt/usb1/ann', pairs, 1);
    box.failedCount = 1;
    files.batchRename('/mnt/usb1/ann', pairs, 1);
    box.failedCount = 3;
    files.batchRename('/mnt/usb1/ann', pairs, 1);
    box.failures = [offline];
    files.batchRename('/mnt/usb1/ann', pairs, 1);
    expect(notices()).toEqual([
      'success file.renamed',
      'warning file.renameMixed',
      'error file.renameFailed',
      'error Network',
    ]);
  });

  it('FILES-52, FILES-64: copy and move are one box task per item, and the counts are told', () => {
    const { files, box, notices, notifications } = createFilesFixture();
    const entries = [entry('/mnt/usb1/ann/a'), entry('/mnt/usb1/ann/b')];
    files.copy(entries, '/mnt/usb1/ann/t', 2);
    expect(box.tasks).toEqual([
      { user: 'ann', type: 'COPY', source: '/mnt/usb1/ann/a', target: '/mnt/usb1/ann/t', conflict: 2 },
      { user: 'ann', type: 'COPY', source: '/mnt/usb1/ann/b', target: '/mnt/usb1/ann/t', conflict: 2 },
    ]);
    box.failures = [refused(7, 'TSK')];
    files.move(entries, '/mnt/usb1/ann/t');
    box.failures = [offline, offline];
    files.move(entries, '/mnt/usb1/ann/t');
    expect(notices()).toEqual(['success transfer.submitted', 'warning transfer.mixed', 'error transfer.failed']);
    expect(notifications.list$.value[1]?.values).toMatchObject({ done: 1, failed: 1 });
    expect(box.tasks[2]).toMatchObject({ type: 'MOVE', source: '/mnt/usb1/ann/b', conflict: 1 });
  });

  it('a folder that is gone says so and refreshes what shows it; a box that cannot tell counts as yes', () => {
    const { files, box, notices, results, keep } = createFilesFixture();
    files.checkExists('/mnt/usb1/ann/gone').subscribe(keep);
    box.fill('/mnt/usb1/ann', ['here']);
    files.checkExists('/mnt/usb1/ann/here').subscribe(keep);
    box.failures = [offline];
    files.checkExists('/mnt/usb1/ann/here').subscribe(keep);
    expect(results.map((result) => (result as { right: boolean }).right)).toEqual([false, true, true]);
    expect(notices()).toEqual(['info files.folderGone']);
  });

  it('P-14: a find asks whole places for plain text, by name; a cut line is no answer', () => {
    const { files, box, results, keep } = createFilesFixture();
    box.fill('', ['a(1).txt', 'b(1).txt', 'a1.txt', 'c(1).txt']);
    files.find(' (1)', [2, 1], 2).subscribe(keep);
    expect(box.requests.at(-1)).toMatchObject({ wide: { places: [2, 1] }, pattern: String.raw`\(1\)`, limit: 2 });
    box.failures = [offline];
    files.find('x', [1], 2).subscribe(keep);
    expect(results).toMatchObject([
      { _tag: 'Right', right: { total: 3, entries: [{ name: 'a(1).txt' }, { name: 'b(1).txt' }] } },
      { _tag: 'Left' },
    ]);
  });

  it('the first pictures of a folder are one question, and what is no picture is not among them', () => {
    const { files, box, results, keep } = createFilesFixture();
    box.fill('/mnt/usb1/ann/Trip', ['d.jpg', 'a.txt', 'b.jpg', 'c.jpg', 'e.jpg'], (name) => ({
      type: name.endsWith('.jpg') ? 3 : 4,
    }));
    files.listPictures({ place: 1, path: '/mnt/usb1/ann/Trip' }, 3).subscribe(keep);
    expect(results).toMatchObject([{ right: [{ name: 'b.jpg' }, { name: 'c.jpg' }, { name: 'd.jpg' }] }]);
    expect(box.requests).toHaveLength(1);
  });

  it('everything of a type is fetched page by page, until nothing is left', () => {
    const { files, box, results, keep } = createFilesFixture();
    box.fill(
      '',
      Array.from({ length: 1001 }, (_, at) => `${String(at).padStart(4, '0')}.jpg`),
    );
    files.listAllOfType(3, [1, 2]).subscribe(keep);
    expect(box.requests).toHaveLength(3);
    expect(box.requests.at(-1)).toMatchObject({ type: 3, wide: { places: [1, 2] } });
    expect((results[0] as { right: readonly unknown[] }).right).toHaveLength(1001);
    box.failures = [offline];
    files.listAllOfType(3, [1]).subscribe(keep);
    expect(results[1]).toMatchObject({ _tag: 'Left' });
  });

  it('nothing is moved into itself or to where it is', () => {
    const { files, box, notices, results, keep } = createFilesFixture();
    const folder = entry('/mnt/usb1/ann/F', { type: 5 });
    files.copy([folder], '/mnt/usb1/ann/F/sub').subscribe(keep);
    files.move([folder], '/mnt/usb1/ann').subscribe(keep);
    expect(notices()).toEqual(['warning files.intoItself']);
    expect(results[1]).toEqual({ _tag: 'Right', right: { ok: 0, failed: 0 } });
    expect(box.tasks).toEqual([]);
  });

  it('FILES-53, VALID-27: encrypting takes plain files, decrypting encrypted ones, neither takes folders', () => {
    const { files, box, notices } = createFilesFixture();
    const [plain, sealed, folder] = [
      entry('/mnt/usb1/ann/a'),
      entry('/mnt/usb1/ann/a.hyencrypt_v3'),
      entry('/mnt/usb1/ann/F', { type: 5 }),
    ];
    files.encrypt([plain], '/mnt/usb1/ann/.safebox');
    files.decrypt([sealed], '/mnt/usb1/ann');
    expect(box.tasks.map(({ type }) => type)).toEqual(['EMOVE', 'DMOVE']);
    files.encrypt([plain, folder], '/t');
    files.encrypt([sealed], '/t');
    files.decrypt([plain], '/t');
    expect(box.tasks).toHaveLength(2);
    expect(notices().slice(2)).toEqual(['warning crypt.folder', 'warning crypt.already', 'warning crypt.notEncrypted']);
  });

  it('FILES-51, G-54: delete goes to the trash in personal and public space with undo, and for ever elsewhere', () => {
    const { files, box, notices, notifications } = createFilesFixture();
    box.journal = [change(3, '/mnt/usb1/ann/a')];
    files.remove([entry('/mnt/usb1/ann/a')], 1);
    expect(box.calls).toEqual(['trash 1', 'changes 21']);
    expect(notifications.list$.value[0]).toMatchObject({ messageKey: 'files.trashed', action: 'files.undo' });
    files.remove([entry('/mnt/extdev/stick/a')], 5);
    expect(box.calls.at(-1)).toBe('remove 1');
    expect([1, 2, 3, 4, 5, 8, 9].map((place) => files.hasTrash(place as 1))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    box.failedCount = 1;
    files.remove([entry('/mnt/usb1/ann/a'), entry('/mnt/usb1/ann/b')], 2);
    files.removePermanently(['/a', '/b']);
    expect(notices().slice(1)).toEqual(['success files.removed', 'warning files.partly', 'warning files.partly']);
  });

  it('G-67: more than 500 paths go in several calls; a failure beside a success counts as failed', () => {
    const { files, box, notifications, results, keep } = createFilesFixture();
    const many = Array.from({ length: 1100 }, (_, index) => entry(`/mnt/usb1/ann/${index}`));
    box.failures = [];
    files.remove(many, 1).subscribe(keep);
    expect(box.calls.slice(0, 3)).toEqual(['trash 500', 'trash 500', 'trash 100']);
    const paths = many.map(({ path }) => path);
    box.failures = [offline];
    files.removePermanently(paths.slice(0, 3)).subscribe(keep);
    expect(results).toEqual([
      { _tag: 'Right', right: { ok: 1100, failed: 0 } },
      { _tag: 'Left', left: offline },
    ]);
    box.calls.length = 0;
    files.remove([], 1).subscribe(keep);
    expect(box.calls).toEqual([]);
    box.failures = [offline];
    files.remove(many.slice(0, 2), 1).subscribe(keep);
    expect(results.at(-1)).toEqual({ _tag: 'Left', left: offline });
    // A failed call stays recorded after a successful one, whose changes can be undone.
    box.failures = [offline];
    box.journal = [change(7, many[500]?.path ?? '')];
    files.remove(many.slice(0, 700), 1).subscribe(keep);
    expect(results.at(-1)).toEqual({ _tag: 'Right', right: { ok: 200, failed: 500 } });
    expect(notifications.list$.value.at(-1)).toMatchObject({
      messageKey: 'files.partly',
      values: { ok: 200, failed: 500 },
      action: 'files.undo',
    });
  });

  it('FILES-71, VALID-11, VALID-12, ERR-118: a new folder is checked, made, and its failure has advice', () => {
    const { files, box, notices, results, keep } = createFilesFixture();
    files.newFolder(HOME, '').subscribe(keep);
    files.newFolder(HOME, 'Trips').subscribe(keep);
    expect(box.calls).toEqual(['exists /mnt/usb1/ann/Trips', 'makeFolder /mnt/usb1/ann/Trips', 'changes 21']);
    box.fill('/mnt/usb1/ann', ['Trips']);
    files.newFolder(HOME, 'Trips').subscribe(keep);
    files.newFolder(HOME, 'Broken').subscribe(keep);
    box.failures = [refused(16)];
    files.newFolder(HOME, 'Full').subscribe(keep);
    box.failures = [refused(3)];
    files.newFolder(HOME, 'Io').subscribe(keep);
    expect(results.slice(0, 2)).toMatchObject([
      { left: { messageKey: 'name.empty' } },
      { right: '/mnt/usb1/ann/Trips' },
    ]);
    expect(notices()).toEqual(['warning rename.targetExists', 'error Refused', 'error folder.addFailed']);
  });

  it('a new folder whose answer was lost, so that the call was repeated, is a new folder', () => {
    const { files, box, notices, results, keep } = createFilesFixture();
    box.existed = true;
    files.newFolder(HOME, 'Trips').subscribe(keep);
    expect(results).toEqual([{ _tag: 'Right', right: '/mnt/usb1/ann/Trips' }]);
    expect(notices()).toEqual([]);
  });

  it('a name that is there after the answer was lost was made: a new folder, a rename', () => {
    const { files, box, notices, results, keep } = createFilesFixture();
    box.lost = 'makeFolder';
    files.newFolder(HOME, 'Trips').subscribe(keep);
    box.lost = 'rename';
    files.rename(entry('/mnt/usb1/ann/a.txt'), 'b.txt', 1).subscribe(keep);
    expect(results).toMatchObject([{ right: '/mnt/usb1/ann/Trips' }, { right: '/mnt/usb1/ann/b.txt' }]);
    expect(notices()).toEqual(['success file.renamed']);
  });

  it.each([
    ['trash', 'trash', ['/mnt/usb1/ann']],
    ['remove', 'remove', ['/mnt/usb1/ann']],
    ['renameMany', 'batchRename', ['/mnt/usb1/ann']],
    ['addTask', 'copy', ['/mnt/usb1/ann', '/mnt/usb1/ann/t']],
    ['addTask', 'move', ['/mnt/usb1/ann', '/mnt/usb1/ann/t']],
    ['undo', 'undo', ['/mnt/usb1/ann/open']],
  ] as const)('where the answer to %s was lost, the folders of %s are looked at', (call, gesture, looked) => {
    const { files, box, store } = createFilesFixture();
    files.view({ place: 1, path: '/mnt/usb1/ann/open' });
    const file = entry('/mnt/usb1/ann/a.txt');
    box.journal = [change(7, file.path)];
    if (gesture === 'undo') files.rename(file, 'b.txt', 1);
    const folders = new Set<string>();
    let sent = 0;
    store.batches$.subscribe((batch) => {
      for (const { event } of batch) {
        if (event.type === 'FolderChanged') for (const folder of event.data.folders) folders.add(folder);
        if (event.type === 'TasksSent') sent += 1;
      }
    });
    box.lost = call;
    const acts = {
      trash: () => files.remove([file], 1),
      remove: () => files.removePermanently([file.path]),
      batchRename: () => files.batchRename('/mnt/usb1/ann', [{ entry: file, name: 'n.txt' }], 1),
      copy: () => files.copy([file], '/mnt/usb1/ann/t'),
      move: () => files.move([file], '/mnt/usb1/ann/t'),
      undo: () => files.undo(),
    };
    acts[gesture]();
    expect([...folders]).toEqual(looked);
    // A task that the box accepted despite the failure is found.
    expect(sent).toBe(call === 'addTask' ? 1 : 0);
  });

  it('the clipboard copies again and again, cuts once', () => {
    const { files, box, notices } = createFilesFixture();
    files.paste('/t');
    expect(notices()).toEqual(['warning files.nothingToPaste']);
    files.copyToClipboard([entry('/mnt/usb1/ann/a')]);
    files.paste('/t1');
    files.paste('/t2');
    files.cutToClipboard([entry('/mnt/usb1/ann/a')]);
    expect(files.clipboard$.value?.mode).toBe('cut');
    files.paste('/t3');
    expect(box.tasks.map(({ type }) => type)).toEqual(['COPY', 'COPY', 'MOVE']);
    expect(files.clipboard$.value).toBeNull();
    files.copyToClipboard([]);
    files.cutToClipboard([]);
    expect(files.clipboard$.value).toBeNull();
  });

  it('a cut that the box refuses stays cut, entry by entry, and can be pasted again', () => {
    const { files, box } = createFilesFixture();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => entry(`/mnt/usb1/ann/${name}`));
    if (a === undefined || b === undefined || c === undefined) throw new Error('three entries');
    files.cutToClipboard([a, b, c]);
    box.failures = [refused(9, 'TSK'), refused(9, 'TSK'), refused(9, 'TSK')];
    files.paste('/t');
    expect(files.clipboard$.value).toEqual({ mode: 'cut', entries: [a, b, c] });
    box.failures = [refused(9, 'TSK')];
    files.paste('/t');
    expect(files.clipboard$.value).toEqual({ mode: 'cut', entries: [a] });
    files.paste('/t');
    expect(files.clipboard$.value).toBeNull();
    files.cutToClipboard([a]);
    files.paste('/mnt/usb1/ann');
    expect(files.clipboard$.value).toBeNull();
  });

  it('a cut whose task fails later is cut again; what was moved, or replaced by another cut, is not', () => {
    const { files, box, store } = createFilesFixture();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => entry(`/mnt/usb1/ann/${name}`));
    if (a === undefined || b === undefined || c === undefined) throw new Error('three entries');
    const seen = (id: string, state: BoxTask['state']): void =>
      void store.append([{ type: 'TasksObserved', data: { tasks: [taskOf(id, state)] } }], 'box');
    files.cutToClipboard([a, b, c]);
    files.paste('/t');
    expect(files.clipboard$.value).toBeNull();
    seen('1', 2);
    expect(files.clipboard$.value).toBeNull();
    seen('1', -1);
    seen('2', 1);
    seen('3', -1);
    expect(files.clipboard$.value).toEqual({ mode: 'cut', entries: [a, c] });
    files.paste('/t');
    files.copyToClipboard([b]);
    seen('4', -1);
    expect(files.clipboard$.value).toEqual({ mode: 'copy', entries: [b] });
    files.close();
    files.copyToClipboard([]);
    seen('5', -1);
    expect(files.clipboard$.value).toBeNull();
    expect(box.tasks).toHaveLength(5);
  });

  it('a choice that was asked for pastes what was on the clipboard then, and takes a task that had failed already back', () => {
    const { files, store } = createFilesFixture();
    const [a, b] = [entry('/mnt/usb1/ann/a'), entry('/mnt/usb1/ann/b')];
    files.cutToClipboard([a]);
    const then = files.clipboard$.value;
    if (then === null) throw new Error('cut');
    files.cutToClipboard([b]);
    files.paste('/t', 2, then);
    expect(files.clipboard$.value).toEqual({ mode: 'cut', entries: [b] });
    store.append([{ type: 'TasksObserved', data: { tasks: [taskOf('2', -1)] } }], 'box');
    files.paste('/t');
    expect(files.clipboard$.value).toEqual({ mode: 'cut', entries: [b] });
  });

  it('what was cut or copied in one tab is pasted in another; a cut that left there has left here, and comes back to both', async () => {
    const air = new MemoryChannelHub();
    const [one, two] = [createFilesFixture(air.join()), createFilesFixture(air.join())];
    await Promise.all([one.store.ready, two.store.ready]);
    const [a, b] = [entry('/mnt/usb1/ann/a'), entry('/mnt/usb1/ann/b')];
    one.files.copyToClipboard([a]);
    two.files.paste('/t');
    expect(two.box.tasks).toMatchObject([{ type: 'COPY' }]);
    expect(one.files.clipboard$.value).toEqual({ mode: 'copy', entries: [a] });
    one.files.cutToClipboard([a, b]);
    two.files.paste('/t');
    expect([one, two].map(({ files }) => files.clipboard$.value)).toEqual([null, null]);
    two.store.append([{ type: 'TasksObserved', data: { tasks: [taskOf('2', -1)] } }], 'box');
    expect([one, two].map(({ files }) => files.clipboard$.value?.entries)).toEqual([[a], [a]]);
    one.files.paste('/t');
    expect(one.box.tasks).toMatchObject([{ type: 'MOVE' }]);
    expect(two.files.clipboard$.value).toBeNull();
  });

  it('G-20: conflicts are the names that are taken in the target', () => {
    const { files, box, results, keep } = createFilesFixture();
    box.fill('/t', ['a', 'c']);
    files.findConflicts([{ name: 'a' }, { name: 'b' }, { name: 'c' }], '/t').subscribe(keep);
    box.failures = [offline];
    files.findConflicts([{ name: 'a' }], '/t').subscribe(keep);
    expect(results).toEqual([
      { _tag: 'Right', right: ['a', 'c'] },
      { _tag: 'Left', left: offline },
    ]);
  });
});
