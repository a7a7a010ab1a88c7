import { describe, expect, it } from 'vitest';
import {
  HOME,
  chosen,
  queue,
  tasksOf,
  UploadFixture,
  taskNamed,
  states,
  noticesOf,
} from '../testing/upload-fixture.ts';
import { testFile } from '../testing/upload-box.ts';

const MB = 1024 * 1024;

describe('uploads', () => {
  it('UPLOAD-08, UPLOAD-10, UPLOAD-12, UPLOAD-36: prepares, sends chunks of 8 MiB in order, confirms, and only then is finished', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, [testFile('film.mp4', 20 * MB, 1_600_000_000_500)]);
    bed.pass(15);
    expect(taskNamed(page, 'film.mp4')).toMatchObject({ state: 2, progress: 0, uuid: 'uuid-1' });
    bed.pass(1000);
    expect(bed.box.calls).toEqual(['prepare', 'put', 'put', 'put', 'finish']);
    expect(bed.box.files.get('/mnt/usb1/ann/film.mp4')).toEqual({
      size: 20 * MB,
      mtime_sec: 1_600_000_000,
      mtime: '1600000000.500',
      content: `film.mp4[0,${8 * MB})film.mp4[${8 * MB},${16 * MB})film.mp4[${16 * MB},${20 * MB})`,
    });
    expect(taskNamed(page, 'film.mp4')).toMatchObject({ state: 1, progress: 100, completed: 20 * MB, speed: 0 });
  });

  it('UPLOAD-09: a target of equal size and time finishes at once and no bytes are sent', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.files.set('/mnt/usb1/ann/a.txt', { size: 5, mtime_sec: 1_600_000_000, content: '' });
    queue(page, [testFile('a.txt', 5, 1_600_000_000_999)]);
    bed.pass(100);
    expect(bed.box.calls).toEqual(['prepare']);
    expect(taskNamed(page, 'a.txt')).toMatchObject({ state: 1, progress: 100 });
  });

  it('G-18: an empty file goes from 0 to 100 without a PUT', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, [testFile('empty.txt', 0)]);
    bed.pass(15);
    expect(taskNamed(page, 'empty.txt').progress).toBe(0);
    bed.pass(100);
    expect(bed.box.calls).toEqual(['prepare', 'finish']);
    expect(taskNamed(page, 'empty.txt')).toMatchObject({ state: 1, progress: 100 });
  });

  it('UPLOAD-05, UPLOAD-21, CONST-27: one at a time, a batch in its order', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, [testFile('a', 10), testFile('b', 10), testFile('c', 10)]);
    expect(page.uploads.list$('waiting').value.at(0)?.name).toBe('a');
    bed.pass(15);
    expect(states(page)).toEqual({ a: 2, b: 0, c: 0 });
    expect(page.uploads.summary$.value).toMatchObject({ processing: 1, waiting: 2, active: true });
    bed.pass(1000);
    expect(bed.box.maxConcurrent).toBe(1);
    expect([...bed.box.files.keys()].map((path) => path.slice(-1))).toEqual(['a', 'b', 'c']);
    expect(page.uploads.summary$.value).toMatchObject({ finished: 3, active: false, bytesTotal: 0, bytesDone: 0 });
  });

  it('UPLOAD-03, UPLOAD-06: the queue, the one that runs, and every state by its number', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    let prepared = 0;
    bed.box.fault = (call) => (call === 'prepare' && (prepared += 1) === 2 ? 'refused' : 'none');
    const names = ['done', 'refused', 'running', 'next', 'held'];
    queue(
      page,
      names.map((name) => testFile(name, 10)),
    );
    page.uploads.pause(taskNamed(page, 'held').id);
    bed.pass(55);
    expect(states(page)).toEqual({ done: 1, refused: -1, running: 2, next: 0, held: 3 });
    expect(page.uploads.summary$.value).toMatchObject({ finished: 1, failed: 1, processing: 1, waiting: 1, paused: 1 });
  });

  it('UPLOAD-20: a single task goes before all waiting ones, never before the active one', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, [testFile('a', 10), testFile('b', 10)]);
    bed.pass(15);
    queue(page, [testFile('urgent', 10)]);
    queue(page, [testFile('c', 10), testFile('d', 10)]);
    bed.pass(1000);
    expect([...bed.box.files.keys()].map((path) => path.split('/').at(-1))).toEqual(['a', 'urgent', 'b', 'c', 'd']);
  });

  it('UPLOAD-22, G-19: what is on its way already is ignored; another size is another task; a finished one may go again', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, [testFile('a', 10), testFile('a', 10), testFile('b', 10)]);
    queue(page, [testFile('a', 10)]);
    expect(tasksOf(page).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(noticesOf(page)).toEqual(['upload.submitted', 'upload.nothing']);
    queue(page, [testFile('a', 11)]);
    expect(tasksOf(page)).toHaveLength(3);
    bed.pass(1000);
    queue(page, [testFile('b', 10)]);
    expect(page.uploads.summary$.value.waiting).toBe(1);
  });

  it('UPLOAD-11, G-18: speed, completed bytes and progress follow the transfer once a second', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.delay = 2000;
    queue(page, [testFile('film', 16 * MB)]);
    bed.pass(2000 + 1001);
    expect(taskNamed(page, 'film')).toMatchObject({ completed: 4 * MB, progress: 25, speed: 4 * MB });
    bed.pass(1000);
    expect(taskNamed(page, 'film')).toMatchObject({ completed: 8 * MB, progress: 50, speed: 4 * MB });
    expect(page.uploads.summary$.value).toMatchObject({ speed: 4 * MB, bytesTotal: 16 * MB, bytesDone: 8 * MB });
  });

  it('UPLOAD-15, UPLOAD-16, STATE-08: pausing aborts the request, resuming goes on from what the box holds', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.delay = 1000;
    queue(page, [testFile('film', 24 * MB)]);
    bed.pass(2600);
    const { id } = taskNamed(page, 'film');
    page.uploads.pause(id);
    expect(taskNamed(page, 'film')).toMatchObject({ state: 3, interrupted: false, speed: 0 });
    bed.pass(60_000);
    expect(bed.box.calls).toEqual(['prepare', 'put', 'put']);
    page.uploads.resume(id);
    expect(taskNamed(page, 'film').state).toBe(0);
    bed.pass(60_000);
    expect(bed.box.calls).toEqual(['prepare', 'put', 'put', 'prepare', 'put', 'put', 'finish']);
    expect(bed.box.files.get('/mnt/usb1/ann/film')?.content).toBe(
      `film[0,${8 * MB})film[${8 * MB},${16 * MB})film[${16 * MB},${24 * MB})`,
    );
    expect(taskNamed(page, 'film').state).toBe(1);
  });

  it('UPLOAD-15: pausing a queued task takes it out of the queue; UPLOAD-17: pause all and resume all', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, [testFile('a', 10), testFile('b', 10), testFile('c', 10)]);
    page.uploads.pause(taskNamed(page, 'b').id);
    bed.pass(5);
    page.uploads.pauseAll();
    expect(states(page)).toEqual({ a: 3, b: 3, c: 3 });
    bed.pass(1000);
    expect(bed.box.files.size).toBe(0);
    page.uploads.resumeAll();
    bed.pass(1000);
    expect([...bed.box.files.keys()].map((path) => path.slice(-1))).toEqual(['a', 'b', 'c']);
  });

  it('UPLOAD-18, UPLOAD-19, G-19: clear failed, clear finished, remove, clear all', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, [testFile('ok', 10)]);
    bed.pass(100);
    bed.box.fault = (call) => (call === 'prepare' ? 'refused' : 'none');
    queue(page, [testFile('bad', 10)]);
    bed.pass(100);
    bed.box.fault = () => 'none';
    queue(page, [testFile('a', 10), testFile('b', 10), testFile('c', 10)]);
    bed.pass(5);
    page.uploads.clearFinished();
    expect(states(page)).toEqual({ bad: -1, a: 0, b: 0, c: 0 });
    page.uploads.clearFailed();
    expect(states(page)).toEqual({ a: 0, b: 0, c: 0 });
    page.uploads.remove(taskNamed(page, 'a').id);
    page.uploads.pause(taskNamed(page, 'c').id);
    bed.pass(5);
    page.uploads.clearAll();
    expect(tasksOf(page)).toEqual([]);
    bed.pass(1000);
    expect([...bed.box.files.keys()]).toEqual(['/mnt/usb1/ann/ok']);
    expect(page.uploads.summary$.value).toMatchObject({ waiting: 0, active: false, bytesTotal: 0 });
  });

  it('UPLOAD-23, UPLOAD-24, UPLOAD-25, UPLOAD-26, G-20: conflicts are found by top name; replace, keep both, leave out; without any no question', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.files.set('/mnt/usb1/ann/a.txt', { size: 1, mtime_sec: 1, content: '' });
    bed.box.files.set('/mnt/usb1/ann/Trip/old.jpg', { size: 1, mtime_sec: 1, content: '' });
    const tree = [
      { source: testFile('a.txt', 10), path: 'a.txt' },
      { source: testFile('b.txt', 10), path: 'b.txt' },
      { source: testFile('x.jpg', 10), path: 'Trip/day1/x.jpg' },
    ];
    const targets = async (choice: 1 | 2 | 3): Promise<readonly string[]> => {
      page.uploads.plan(HOME, tree, ['Trip/empty']).subscribe((result) => {
        if (result._tag === 'Left') throw new Error('plan');
        expect(result.right.conflicts).toEqual(['a.txt', 'Trip']);
        page.uploads.submit(result.right, choice);
      });
      bed.pass(25);
      await Promise.resolve();
      const found = tasksOf(page)
        .map(({ target }) => target.slice('/mnt/usb1/ann/'.length))
        .toSorted();
      page.uploads.clearAll();
      bed.pass(100);
      return found;
    };
    expect(await targets(1)).toEqual(['Trip/day1/x.jpg', 'a.txt', 'b.txt']);
    // The box chooses the file's name when the upload is complete.
    expect(await targets(2)).toEqual(['Trip_copy/day1/x.jpg', 'a.txt', 'b.txt']);
    expect(await targets(3)).toEqual(['b.txt']);
    expect(bed.box.folders).toEqual([
      '/mnt/usb1/ann/Trip/empty',
      '/mnt/usb1/ann/Trip_copy',
      '/mnt/usb1/ann/Trip_copy/empty',
    ]);
    page.uploads.plan(HOME, chosen(testFile('new', 1))).subscribe((result) => {
      expect(result).toMatchObject({ right: { conflicts: [] } });
    });
    page.uploads.plan(HOME, []).subscribe((result) => expect(result).toMatchObject({ right: { conflicts: [] } }));
    bed.pass(100);
  });

  it('UPLOAD-27, UPLOAD-28: says what was queued, or that there is nothing to upload', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    page.uploads.submit({ location: HOME, chosen: chosen(testFile('a', 1)), folders: [], conflicts: ['a'] }, 3);
    expect(page.notifications.list$.value.map(({ messageKey, level }) => [messageKey, level])).toEqual([
      ['upload.nothing', 'info'],
    ]);
    queue(page, [testFile('a', 1), testFile('b', 1)]);
    expect(page.notifications.list$.value.at(-1)).toMatchObject({
      messageKey: 'upload.submitted',
      level: 'success',
      values: { count: 2 },
    });
  });

  it('FILES-26, VALID-41: a drop into the safe is refused with its own words', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    const results: unknown[] = [];
    page.uploads
      .plan({ place: 3, path: '/mnt/usb1/ann/.safebox' }, chosen(testFile('a', 1)), [], true)
      .subscribe((result) => results.push(result._tag));
    expect(results).toEqual(['Left']);
    expect(noticesOf(page)).toEqual(['upload.encryptedArea']);
  });
});
