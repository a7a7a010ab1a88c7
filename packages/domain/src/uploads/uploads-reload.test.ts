import { describe, expect, it } from 'vitest';
import { MemoryChannelHub } from '../testing/memory-channel-hub.ts';
import { HOME, queue, tasksOf, UploadFixture, taskNamed, states, noticesOf } from '../testing/upload-fixture.ts';
import { testFile } from '../testing/upload-box.ts';
import type { UploadId } from './uploads.ts';

const MB = 1024 * 1024;

describe('uploads over reloads and tabs', () => {
  it('UPLOAD-02, G-19: after a reload unfinished tasks wait for their file; the right one continues, another one is refused', async () => {
    const bed = new UploadFixture();
    const before = await bed.open();
    bed.box.delay = 1000;
    queue(before, [testFile('film', 24 * MB), testFile('song', 5)]);
    bed.pass(4100);
    before.uploads.close();
    await before.store.close();
    const after = await bed.open();
    expect(taskNamed(after, 'film').completed).toBeGreaterThan(0);
    bed.pass(2500);
    expect(states(after)).toEqual({ film: 3, song: 3 });
    expect(taskNamed(after, 'film').interrupted).toBe(true);
    after.uploads.resume(taskNamed(after, 'film').id);
    expect(noticesOf(after)).toEqual(['upload.chooseAgain']);
    expect(
      after.uploads.attach([testFile('film', 24 * MB + 1), testFile('song', 5, 99), testFile('stranger', 1)]),
    ).toEqual({
      matched: 0,
      refused: ['film', 'song'],
    });
    expect(after.uploads.attach([testFile('film', 24 * MB)])).toEqual({ matched: 1, refused: [] });
    bed.box.calls.length = 0;
    bed.pass(100_000);
    expect(states(after)).toEqual({ film: 1, song: 3 });
    expect(bed.box.calls.filter((call) => call === 'put').length).toBeLessThan(3);
  });

  it('G-19: files of a folder chosen again go on with the upload of their own folder, whatever else is named like them', async () => {
    const bed = new UploadFixture();
    const before = await bed.open();
    bed.box.delay = 1000;
    const [one, two] = [testFile('index', 5), testFile('index', 5)];
    before.uploads.submit({
      location: HOME,
      chosen: [
        { source: one, path: 'Trip/a/index' },
        { source: two, path: 'Trip/b/index' },
      ],
      folders: [],
      conflicts: [],
    });
    before.uploads.close();
    await before.store.close();
    const after = await bed.open();
    bed.pass(3000);
    const again = (path: string) => Object.assign(testFile('index', 5), { webkitRelativePath: path });
    expect(after.uploads.attach([again('Trip/b/index')])).toEqual({ matched: 1, refused: [] });
    bed.pass(100_000);
    expect(Object.fromEntries(tasksOf(after).map(({ source, state }) => [source, state]))).toEqual({
      'Trip/a/index': 3,
      'Trip/b/index': 1,
    });
  });

  it('another open tab shows the uploads and steers them; the tab with the files runs them', async () => {
    const bed = new UploadFixture();
    const air = new MemoryChannelHub();
    const owner = await bed.open(air.join());
    const other = await bed.open(air.join());
    bed.box.delay = 1000;
    queue(owner, [testFile('film', 40 * MB), testFile('song', 5)]);
    bed.pass(2600);
    expect(states(other)).toEqual({ film: 2, song: 0 });
    other.uploads.pause(taskNamed(other, 'film').id);
    expect(states(owner)).toEqual({ film: 3, song: 0 });
    bed.pass(100_000);
    expect(states(owner)).toEqual({ film: 3, song: 1 });
    other.uploads.resume(taskNamed(other, 'film').id);
    bed.pass(100_000);
    expect(states(other)).toEqual({ film: 1, song: 1 });
    expect(bed.box.maxConcurrent).toBe(1);
  });

  it('UPLOAD-02: what waits for its file takes it in any tab, also in one that knew the tab it was queued in', async () => {
    const bed = new UploadFixture();
    const air = new MemoryChannelHub();
    const owner = await bed.open(air.join());
    const witness = await bed.open(air.join());
    bed.box.delay = 1000;
    queue(owner, [testFile('film', 24 * MB)]);
    bed.pass(3500);
    owner.uploads.close();
    await owner.store.close();
    await bed.open(air.join());
    bed.pass(3000);
    expect(taskNamed(witness, 'film')).toMatchObject({ state: 3, interrupted: true });
    expect(witness.uploads.attach([testFile('film', 24 * MB)])).toEqual({ matched: 1, refused: [] });
    bed.pass(100_000);
    expect(states(witness)).toEqual({ film: 1 });
  });

  it('a tab that is taken for gone while its line stalls takes its uploads back', async () => {
    const bed = new UploadFixture();
    const air = new MemoryChannelHub();
    const owner = await bed.open(air.join());
    queue(owner, [testFile('a', 10)]);
    bed.box.delay = 1_000_000;
    await owner.store.flush();
    bed.pass(10_000);
    const late = await bed.open(air.join());
    bed.pass(10_000);
    expect(taskNamed(late, 'a').interrupted).toBe(false);
    bed.box.delay = 10;
    bed.pass(2_000_000);
    expect(taskNamed(late, 'a').state).toBe(1);
    expect(bed.box.files.size).toBe(1);
  });

  it('UPLOAD-01, UPLOAD-02: local storage keeps a map by user name, written at most once a second, and serves when the log cannot', async () => {
    const bed = new UploadFixture();
    bed.local.set('upload_tasks', JSON.stringify({ bob: [{ tb_id: 'x' }] }));
    const page = await bed.open();
    bed.box.delay = 10_000;
    queue(page, [testFile('a', 10), testFile('b', 10)]);
    expect(JSON.parse(bed.local.get('upload_tasks') ?? '')).not.toHaveProperty('ann');
    bed.pass(1000);
    const stored = JSON.parse(bed.local.get('upload_tasks') ?? '') as Record<
      string,
      readonly Record<string, unknown>[]
    >;
    expect(Object.keys(stored)).toEqual(['bob', 'ann']);
    expect(stored['ann']?.map((task) => task['tb_name'])).toEqual(['a', 'b']);
    // UPLOAD-01: the file object and the abort function are held separately and never stored (G-19).
    const fields = [
      'id',
      'name',
      'source',
      'target',
      'total',
      'ctime',
      'state',
      'progress',
      'completed',
      'speed',
      'uuid',
      'mtime',
    ];
    expect(Object.keys(stored['ann']?.[0] ?? {}).toSorted()).toEqual(fields.map((field) => `tb_${field}`).toSorted());
    page.uploads.close();
    bed.disk.problem = 'gone';
    const poor = await bed.open();
    expect(tasksOf(poor).map(({ name, interrupted }) => [name, interrupted])).toEqual([
      ['a', true],
      ['b', true],
    ]);
    bed.local.set('upload_tasks', '[');
    expect(tasksOf(await bed.open())).toEqual([]);
    bed.local.set('upload_tasks', '{"ann":7}');
    expect(tasksOf(await bed.open())).toEqual([]);
  });

  it('a page that closes writes its list and stops', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, [testFile('a', 10)]);
    page.uploads.close();
    page.uploads.close();
    bed.pass(10_000);
    expect(bed.box.files.size).toBe(0);
    expect(bed.local.get('upload_tasks')).toContain('"tb_name":"a"');
    expect(page.uploads.task('none' as UploadId)).toBeUndefined();
  });

  it('after a sign-out nothing is stored of what is finished, whichever tab closes last; what is not goes on later', async () => {
    const bed = new UploadFixture();
    const air = new MemoryChannelHub();
    const [owner, other] = [await bed.open(air.join()), await bed.open(air.join())];
    queue(owner, [testFile('letter', 5), testFile('film', 24 * MB)]);
    queue(other, [testFile('song', 5)]);
    bed.pass(5000);
    bed.box.delay = 1_000_000;
    queue(owner, [testFile('poem', 7), testFile('diary', 9)]);
    bed.pass(1000);
    expect(states(owner)).toEqual({ letter: 1, film: 1, song: 1, poem: 0, diary: 0 });
    owner.store.forget();
    for (const { uploads, store } of [owner, other]) {
      uploads.close();
      await store.close();
    }
    const stored = JSON.stringify(bed.disk.content);
    for (const name of ['letter', 'film', 'song']) expect(stored).not.toContain(name);
    const after = await bed.open();
    bed.pass(3000);
    expect(states(after)).toEqual({ poem: 3, diary: 3 });
    after.uploads.clearAll();
    after.store.forget();
    after.uploads.close();
    await after.store.close();
    expect([bed.disk.content.snapshots, bed.disk.content.tail]).toEqual([{}, []]);
  });

  it('without a sign-out a page that closes leaves all of it', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, [testFile('letter', 5)]);
    bed.pass(5000);
    page.uploads.close();
    await page.store.close();
    expect(states(await bed.open())).toEqual({ letter: 1 });
  });
});
