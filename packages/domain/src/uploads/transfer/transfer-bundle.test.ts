import { left } from '@boxwood/command-bus';
import type { BoxError } from '@boxwood/command-bus';
import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { UploadEvent } from '../events.ts';
import { HOME, taskNamed, queue, states, tasksOf, UploadFixture } from '../../testing/upload-fixture.ts';
import { testFile } from '../../testing/upload-box.ts';

const MB = 1024 * 1024;
const names = (count: number, first = 0): readonly string[] =>
  Array.from({ length: count }, (_, at) => `f${String(first + at).padStart(3, '0')}`);
const files = (count: number, size = 10) => names(count).map((name) => testFile(name, size));
const onBox = (bed: UploadFixture): readonly string[] =>
  [...bed.box.files.keys()].map((path) => path.split('/').at(-1) ?? '');

describe('small files', () => {
  it('UPLOAD-05, UPLOAD-08, UPLOAD-12, UPLOAD-21: go together in three calls, one shown as active, finished in their order', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    const seen: UploadEvent[] = [];
    page.store.batches$.subscribe((batch) => {
      for (const { event } of batch)
        if (event.type === 'UploadStarted' || event.type === 'UploadFinished') seen.push(event);
    });
    queue(page, files(20));
    for (let ms = 0; ms < 30; ms += 5) {
      bed.pass(5);
      expect(page.uploads.summary$.value.processing).toBeLessThanOrEqual(1);
    }
    expect(bed.box.calls).toEqual(['prepareMany', 'putMany', 'finishMany']);
    expect(bed.box.maxConcurrent).toBe(1);
    expect(onBox(bed)).toEqual(names(20));
    expect(bed.box.files.get('/mnt/usb1/ann/f007')).toEqual({
      size: 10,
      mtime_sec: 1_600_000_000,
      mtime: '1600000000.000',
      content: 'f007[0,10)',
    });
    expect(tasksOf(page).every(({ state, progress }) => state === 1 && progress === 100)).toBe(true);
    // STATE-08: each goes 0, 2, 1, and the next one starts when the previous is done.
    const moves = seen.map(({ type, data }) => [type, 'id' in data ? page.uploads.task(data.id)?.name : '']);
    expect(moves).toEqual(
      names(20).flatMap((name) => [
        ['UploadStarted', name],
        ['UploadFinished', name],
      ]),
    );
  });

  it('UPLOAD-05: the next go over the line while those before them are confirmed, and are told of when they are', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    const finished: (string | undefined)[] = [];
    page.store.batches$.subscribe((batch) => {
      for (const { event } of batch)
        if (event.type === 'UploadFinished') finished.push(page.uploads.task(event.data.id)?.name);
    });
    bed.box.confirmDelay = 35;
    queue(page, files(600));
    for (let ms = 0; ms < 140; ms += 5) {
      bed.pass(5);
      const { processing, finished: done } = page.uploads.summary$.value;
      expect(processing).toBe(ms < 5 || done === 600 ? 0 : 1);
    }
    const three = ['prepareMany', 'putMany', 'finishMany'];
    expect(bed.box.calls).toEqual([...three, ...three, ...three]);
    expect(bed.box.maxConcurrent).toBe(1);
    expect(bed.box.preparedWhileConfirming).toBe(2);
    expect(finished).toEqual(names(600));
  });

  it('UPLOAD-05: what is paused, removed or sent one by one takes those behind it along, and nothing is sent twice', async () => {
    for (const act of ['pause', 'remove', 'apart'] as const) {
      const bed = new UploadFixture();
      const page = await bed.open();
      if (act === 'apart')
        bed.box.fault = (at) => (at === 'finishMany' && bed.box.calls.length < 5 ? 'before' : 'none');
      queue(page, files(300));
      // The first bundle is being confirmed while the next is sent.
      bed.pass(25);
      expect(bed.box.calls).toEqual(['prepareMany', 'putMany', 'finishMany', 'prepareMany']);
      if (act === 'pause') page.uploads.pause(taskNamed(page, 'f290').id);
      if (act === 'remove') page.uploads.remove(taskNamed(page, 'f290').id);
      expect(bed.box.calls.length).toBe(act === 'apart' ? 4 : 5);
      bed.pass(20_000);
      expect(bed.box.maxConcurrent).toBe(1);
      expect(onBox(bed)).toEqual(names(300).filter((name) => act === 'apart' || name !== 'f290'));
      if (act === 'pause') page.uploads.resumeAll();
      bed.pass(100);
      expect(new Set(onBox(bed)).size).toBe(act === 'remove' ? 299 : 300);
      expect([...bed.box.files.values()].every(({ content }) => /^f\d+\[0,10\)$/.test(content))).toBe(true);
      expect(tasksOf(page).every(({ state }) => state === 1)).toBe(true);
    }
  });

  it('UPLOAD-05: while they are under way the first is active and the others wait', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, files(12));
    bed.pass(15);
    expect(taskNamed(page, 'f000').state).toBe(2);
    expect(page.uploads.summary$.value).toMatchObject({ processing: 1, waiting: 11, finished: 0 });
  });

  it('UPLOAD-09: those that the box has already finish without being sent', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    for (const name of names(3, 4))
      bed.box.files.set(`/mnt/usb1/ann/${name}`, { size: 10, mtime_sec: 1_600_000_000, content: 'as it was' });
    queue(page, files(10));
    bed.pass(100);
    expect(bed.box.files.get('/mnt/usb1/ann/f004')?.content).toBe('as it was');
    expect(bed.box.files.get('/mnt/usb1/ann/f007')?.content).toBe('f007[0,10)');
    expect(Object.values(states(page))).toEqual(names(10).map(() => 1));
    bed.box.calls.length = 0;
    queue(page, files(10));
    bed.pass(100);
    expect(bed.box.calls).toEqual(['prepareMany']);
  });

  it('UPLOAD-13: one that is refused fails alone', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.refuses = (target) => (target.endsWith('f003') ? 13 : 0);
    queue(page, files(10));
    bed.pass(100);
    expect(taskNamed(page, 'f003')).toMatchObject({ state: -1, problem: { kind: 'refused', family: 'GEN', code: 13 } });
    expect(onBox(bed)).toEqual(names(10).filter((name) => name !== 'f003'));
    bed.box.refuses = () => 0;
    page.uploads.retryAll();
    bed.pass(100);
    expect(taskNamed(page, 'f003').state).toBe(1);
  });

  it('UPLOAD-15, UPLOAD-16: one that is paused meanwhile stays behind, and the others go without it', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, files(10));
    bed.pass(15);
    page.uploads.pause(taskNamed(page, 'f000').id);
    page.uploads.pause(taskNamed(page, 'f005').id);
    bed.pass(200);
    expect(onBox(bed)).toEqual(names(10).filter((name) => name !== 'f000' && name !== 'f005'));
    expect([taskNamed(page, 'f000').state, taskNamed(page, 'f005').state]).toEqual([3, 3]);
    page.uploads.resumeAll();
    bed.pass(200);
    expect(page.uploads.summary$.value).toMatchObject({ finished: 10, active: false });
  });

  it('UPLOAD-05, UPLOAD-15: the active one stays the active one when another of them is paused', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, files(10));
    bed.pass(15);
    page.uploads.pause(taskNamed(page, 'f005').id);
    expect(page.uploads.summary$.value).toMatchObject({ processing: 1, paused: 1 });
    bed.pass(100);
    expect(onBox(bed)).toEqual(names(10).filter((name) => name !== 'f005'));
    // Too few files are left for a bundle: still in order, still one active.
    queue(page, files(9, 20));
    bed.pass(15);
    for (const name of names(5, 4))
      page.uploads.pause(
        tasksOf(page).find((task) => task.name === name && task.total === 20)?.id ?? taskNamed(page, name).id,
      );
    bed.pass(500);
    expect([...bed.box.files].filter(([, { size }]) => size === 20).map(([path]) => path.slice(-4))).toEqual(names(4));
    expect(page.uploads.summary$.value).toMatchObject({ processing: 0, waiting: 0, paused: 6 });
  });

  it('UPLOAD-19: clearing everything aborts them', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, files(10));
    bed.pass(15);
    page.uploads.clearAll();
    bed.pass(1000);
    expect(onBox(bed)).toEqual([]);
    expect(tasksOf(page)).toEqual([]);
  });

  it.each(['prepareMany', 'putMany', 'finishMany'])(
    'UPLOAD-13: when %s fails they go one by one, and none twice',
    async (call) => {
      for (const fault of ['before', 'after', 'refused', 'forgotten'] as const) {
        const bed = new UploadFixture();
        const page = await bed.open();
        bed.box.fault = (at) => (at === call ? fault : 'none');
        queue(page, files(10));
        bed.pass(2000);
        expect(onBox(bed)).toEqual(names(10));
        expect(Object.values(states(page))).toEqual(names(10).map(() => 1));
        expect([...bed.box.files.values()].every(({ content }) => /^f\d+\[0,10\)$/.test(content))).toBe(true);
        const sent = bed.box.calls.filter((at) => at === 'put').length;
        // What the box has is not sent again: it confirmed before the answer was lost, or forgot the bundle before it
        // was asked.
        const goes = (call === 'finishMany' && fault === 'after') || (call === 'prepareMany' && fault === 'forgotten');
        expect(sent).toBe(goes ? 0 : 10);
      }
    },
  );

  it('UPLOAD-14: cancelled from outside they wait for the person, and nobody is told of a failure', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    const aborted: BoxError = { _tag: 'Aborted' };
    const putMany = bed.box.putMany.bind(bed.box);
    bed.box.putMany = () => of(left(aborted));
    queue(page, files(10));
    bed.pass(100);
    expect(Object.values(states(page))).toEqual(names(10).map(() => 3));
    bed.box.putMany = putMany;
    page.uploads.resumeAll();
    bed.pass(100);
    expect(page.uploads.summary$.value.finished).toBe(10);
  });

  it('UPLOAD-21: a few, or a large one among them, go one by one; the order stays', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, [...files(3), testFile('large', MB), ...names(9, 3).map((name) => testFile(name, 10))]);
    bed.pass(1000);
    expect(onBox(bed)).toEqual([...names(3), 'large', ...names(9, 3)]);
    const one = ['prepare', 'put', 'finish'];
    expect(bed.box.calls).toEqual([...one, ...one, ...one, ...one, 'prepareMany', 'putMany', 'finishMany']);
  });

  it('UPLOAD-22: two with one target never go together', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, [...files(9), testFile('f000', 11), ...names(9, 9).map((name) => testFile(name, 10))]);
    bed.pass(1000);
    expect(bed.box.files.get('/mnt/usb1/ann/f000')?.size).toBe(11);
    expect(bed.box.preparedWhileConfirming).toBe(0);
    expect(page.uploads.summary$.value).toMatchObject({ finished: 19, failed: 0 });
  });

  it('G-18: empty ones need no body', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, files(9, 0));
    bed.pass(100);
    expect(bed.box.calls).toEqual(['prepareMany', 'finishMany']);
    expect(page.uploads.summary$.value.finished).toBe(9);
  });

  it('UPLOAD-11: their speed is what goes over the line', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.delay = 2000;
    queue(page, files(10, 1000));
    bed.pass(2000 + 1001);
    expect(taskNamed(page, 'f000')).toMatchObject({ state: 2, speed: 5000 });
    expect(taskNamed(page, 'f000').completed).toBeLessThanOrEqual(1000);
  });

  it('UPLOAD-02, G-19: after a reload those that were not confirmed go again', async () => {
    const bed = new UploadFixture();
    let page = await bed.open();
    queue(page, files(300));
    bed.pass(45);
    const done = onBox(bed).length;
    expect(done).toBe(256);
    page.uploads.close();
    await page.store.close();
    page = await bed.open();
    bed.pass(3000);
    expect(page.uploads.summary$.value).toMatchObject({ finished: 256, paused: 44 });
    page.uploads.attach(files(300));
    bed.pass(1000);
    expect(page.uploads.summary$.value).toMatchObject({ finished: 300, active: false });
    expect(onBox(bed)).toHaveLength(300);
  });

  it('UPLOAD-23: a plan of many is queued in replace mode and replaces', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.files.set('/mnt/usb1/ann/f001', { size: 3, mtime_sec: 5, content: 'old' });
    page.uploads.submit({
      location: HOME,
      chosen: files(10).map((source) => ({ source, path: source.name })),
      folders: [],
      conflicts: ['f001'],
    });
    bed.pass(100);
    expect(bed.box.files.get('/mnt/usb1/ann/f001')?.content).toBe('f001[0,10)');
  });
});
