import { describe, expect, it } from 'vitest';
import {
  HOME,
  type TestPage,
  UploadFixture,
  withHandles,
  taskNamed,
  states,
  noticesOf,
} from '../../testing/upload-fixture.ts';
import { testFile } from '../../testing/upload-box.ts';
import type { UploadId } from '../uploads.ts';

const MB = 1024 * 1024;

/** A page that queued a film and a song by their handles, sent part of the film, and was reloaded. */
const reloaded = async (bed: UploadFixture, before: (page: TestPage) => void = () => undefined): Promise<TestPage> => {
  const first = await bed.open();
  bed.box.delay = 1000;
  const sources = [testFile('film', 24 * MB), testFile('song', 5)];
  first.uploads.submit({ location: HOME, chosen: withHandles(...sources), folders: [], conflicts: [] });
  bed.pass(4100);
  before(first);
  first.uploads.close();
  await first.store.close();
  return bed.open();
};

describe('uploads whose files the browser opens again', () => {
  it('G-19: with a permission that stands the queue goes on by itself, from where it stopped', async () => {
    const bed = new UploadFixture();
    bed.handles.permission = 'granted';
    const page = await reloaded(bed);
    bed.box.calls.length = 0;
    bed.pass(100_000);
    expect(states(page)).toEqual({ film: 1, song: 1 });
    expect(bed.box.calls.filter((call) => call === 'put').length).toBeLessThan(4);
    expect(noticesOf(page)).toEqual([]);
    expect([...bed.handles.stored]).toEqual([]);
    expect([...page.uploads.reopenable$.value]).toEqual([]);
  });

  it('G-19: else nothing is asked until a click; a yes goes on, also for all', async () => {
    const bed = new UploadFixture();
    bed.handles.permission = 'prompt';
    const page = await reloaded(bed);
    bed.pass(100_000);
    expect(states(page)).toEqual({ film: 3, song: 3 });
    expect(bed.handles.requestCount).toBe(0);
    expect([...page.uploads.reopenable$.value]).toEqual([taskNamed(page, 'film').id, taskNamed(page, 'song').id]);
    page.uploads.resume(taskNamed(page, 'song').id);
    expect(bed.handles.requestCount).toBe(1);
    bed.pass(100_000);
    expect(states(page)).toEqual({ film: 3, song: 1 });
    page.uploads.resumeAll();
    bed.pass(100_000);
    expect(states(page)).toEqual({ film: 1, song: 1 });
    expect(noticesOf(page)).toEqual([]);
  });

  it('G-19: a no asks for the file itself, and choosing it goes on', async () => {
    const bed = new UploadFixture();
    bed.handles.permission = 'prompt';
    bed.handles.grantsWhenAsked = false;
    const page = await reloaded(bed);
    bed.pass(3000);
    page.uploads.resumeAll();
    expect(noticesOf(page)).toEqual(['upload.chooseAgain']);
    expect(page.uploads.attach([testFile('song', 5)])).toEqual({ matched: 1, refused: [] });
    bed.pass(100_000);
    expect(states(page)).toEqual({ film: 3, song: 1 });
  });

  it('G-19: a file that changed on the computer is refused, one that is gone is asked for', async () => {
    const bed = new UploadFixture();
    bed.handles.permission = 'granted';
    const page = await reloaded(bed, () => {
      for (const handle of bed.handles.stored.values())
        handle.source = handle.name === 'song' ? testFile('song', 6) : null;
    });
    bed.pass(3000);
    expect(states(page)).toEqual({ film: 3, song: 3 });
    expect(noticesOf(page)).toEqual(['upload.wrongFile']);
    page.uploads.resume(taskNamed(page, 'film').id);
    expect(noticesOf(page)).toContain('upload.chooseAgain');
    bed.pass(100_000);
    expect(states(page)).toEqual({ film: 3, song: 3 });
  });

  it('G-19: what a person paused stays paused after a reload, and goes on at their click', async () => {
    const bed = new UploadFixture();
    bed.handles.permission = 'granted';
    const page = await reloaded(bed, (first) => {
      first.uploads.pause(taskNamed(first, 'song').id);
    });
    bed.pass(100_000);
    expect(states(page)).toEqual({ film: 1, song: 3 });
    page.uploads.resume(taskNamed(page, 'song').id);
    bed.pass(100_000);
    expect(states(page)).toEqual({ film: 1, song: 1 });
  });

  it('the page that queued them says which can be opened again, and forgets those that ended', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    const names: (readonly string[])[] = [];
    page.uploads.reopenable$.subscribe((ids) => {
      names.push([...ids].map((id) => page.uploads.task(id)?.name ?? 'not queued yet'));
    });
    bed.box.delay = 1000;
    const sources = [testFile('song', 5), testFile('film', 24 * MB)];
    page.uploads.submit({ location: HOME, chosen: withHandles(...sources), folders: [], conflicts: [] });
    expect(names.at(-1)).toHaveLength(2);
    bed.pass(6000);
    expect(states(page)).toEqual({ song: 1, film: 2 });
    expect(names.at(-1)).toEqual(['film']);
    expect([...bed.handles.stored.keys()]).toEqual([taskNamed(page, 'film').id]);
  });

  it('forgets the handles of uploads that were removed, or that no page knows any more', async () => {
    const bed = new UploadFixture();
    const page = await reloaded(bed, () => {
      for (const handle of [...bed.handles.stored.values()]) bed.handles.stored.set('stranger' as UploadId, handle);
    });
    bed.pass(3000);
    expect([...bed.handles.stored.keys()]).toEqual([taskNamed(page, 'film').id, taskNamed(page, 'song').id]);
    page.uploads.remove(taskNamed(page, 'film').id);
    expect([...bed.handles.stored.keys()]).toEqual([taskNamed(page, 'song').id]);
    page.uploads.clearAll();
    expect([...bed.handles.stored.keys()]).toEqual([]);
  });
});
