import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { offline, refused } from '../testing/port-answers.ts';
import { createFilesFixture, HOME } from '../testing/files-fixture.ts';
import { entry } from '../testing/files-box.ts';

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
    expect(box.requests.at(-1)).toMatchObject({
      placeSearch: { places: [2, 1] },
      pattern: String.raw`\(1\)`,
      limit: 2,
    });
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
    expect(box.requests.at(-1)).toMatchObject({ type: 3, placeSearch: { places: [1, 2] } });
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
