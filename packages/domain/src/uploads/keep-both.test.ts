import { describe, expect, it } from 'vitest';
import type { ConflictChoice } from '../files/files.ts';
import { HOME, taskNamed, type TestPage, queue, states, tasksOf, UploadFixture } from '../testing/upload-fixture.ts';
import { testFile } from '../testing/upload-box.ts';
import { readStored, writeStored } from './stored-uploads.ts';
import { uploadsProjection } from './projection.ts';
import type { ChosenFile } from './uploads.ts';

const MB = 1024 * 1024;
const IN = '/mnt/usb1/ann/';
const of = (...paths: readonly string[]): readonly ChosenFile[] =>
  paths.map((path) => ({ source: testFile(path.slice(path.lastIndexOf('/') + 1), 10), path }));
/** Content of the box by paths below the user's folder; earlier files contain `old`. */
const onBox = (bed: UploadFixture): Record<string, string> =>
  Object.fromEntries([...bed.box.files].map(([path, { content }]) => [path.slice(IN.length), content]));
const put = (bed: UploadFixture, ...paths: readonly string[]): void => {
  for (const path of paths) bed.box.files.set(IN + path, { size: 1, mtime_sec: 1, content: 'old' });
};
/** Plans an upload and makes the dialog's choice. */
const send = (
  page: TestPage,
  chosen: readonly ChosenFile[],
  folders: readonly string[] = [],
  choice: ConflictChoice = 2,
) => {
  page.uploads.plan(HOME, chosen, folders).subscribe((plan) => {
    if (plan._tag === 'Right') page.uploads.submit(plan.right, choice);
  });
};

describe('UPLOAD-24, G-20: keep both', () => {
  it('replaces nothing, also where the first free name is not the next one; a folder goes into no other', async () => {
    for (const knows of [true, false]) {
      const bed = new UploadFixture();
      const page = await bed.open();
      bed.box.supportsVersions = knows;
      put(bed, 'a.txt', 'a_copy.txt', 'Trip/x.jpg', 'Trip_copy/x.jpg');
      send(page, of('a.txt', 'b.txt', 'Trip/x.jpg'), ['Trip/hollow']);
      bed.pass(10_000);
      expect(onBox(bed), `knows ${knows}`).toEqual({
        'a.txt': 'old',
        'a_copy.txt': 'old',
        'Trip/x.jpg': 'old',
        'Trip_copy/x.jpg': 'old',
        'a_copy2.txt': 'a.txt[0,10)',
        'b.txt': 'b.txt[0,10)',
        'Trip_copy2/x.jpg': 'x.jpg[0,10)',
      });
      expect(bed.box.folders).toEqual([`${IN}Trip_copy2`, `${IN}Trip_copy2/hollow`]);
      expect(tasksOf(page).every(({ state }) => state === 1)).toBe(true);
    }
  });

  it('what somebody takes between the question and the answer is kept, too', async () => {
    for (const knows of [true, false]) {
      const bed = new UploadFixture();
      const page = await bed.open();
      bed.box.supportsVersions = knows;
      put(bed, 'a.txt', 'Trip/x.jpg');
      page.uploads.plan(HOME, of('a.txt', 'new.txt', 'Trip/x.jpg')).subscribe((plan) => {
        put(bed, 'a_copy.txt', 'new.txt', 'Trip_copy/x.jpg');
        bed.box.files.set(`${IN}Trip_copy2`, { size: 1, mtime_sec: 1, content: 'old' });
        if (plan._tag === 'Right') page.uploads.submit(plan.right, 2);
      });
      bed.pass(10_000);
      const all = onBox(bed);
      expect(Object.values(all).filter((content) => content === 'old')).toHaveLength(6);
      expect([all['a_copy2.txt'], all['new_copy.txt'], all['Trip_copy3/x.jpg']]).toEqual([
        'a.txt[0,10)',
        'new.txt[0,10)',
        'x.jpg[0,10)',
      ]);
    }
  });

  it('a folder takes no name that another one of the batch has', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    put(bed, 'Trip/x.jpg');
    send(page, of('Trip/x.jpg', 'Trip_copy/y.jpg'));
    bed.pass(10_000);
    expect(onBox(bed)).toEqual({
      'Trip/x.jpg': 'old',
      'Trip_copy2/x.jpg': 'x.jpg[0,10)',
      'Trip_copy/y.jpg': 'y.jpg[0,10)',
    });
  });

  it('a lost answer makes no second copy, of one file or of many', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    const names = Array.from({ length: 12 }, (_, at) => `f${at}`);
    put(bed, 'a.txt', ...names);
    let lost = 2;
    bed.box.fault = (call) => (call.startsWith('finish') && (lost -= 1) >= 0 ? 'after' : 'none');
    send(page, of('a.txt'));
    bed.pass(10_000);
    send(page, of(...names));
    bed.pass(60_000);
    expect(lost).toBe(0);
    expect(Object.keys(onBox(bed)).toSorted()).toEqual(
      ['a.txt', 'a_copy.txt', ...names, ...names.map((name) => `${name}_copy`)].toSorted(),
    );
    expect(tasksOf(page).every(({ state }) => state === 1)).toBe(true);
  });

  it('small files go one by one to a box that does not know it', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    const names = Array.from({ length: 10 }, (_, at) => `f${at}`);
    bed.box.supportsVersions = false;
    put(bed, ...names);
    send(page, of(...names));
    bed.pass(60_000);
    expect(Object.values(onBox(bed)).filter((content) => content === 'old')).toHaveLength(10);
    expect(bed.box.calls).not.toContain('finishMany');
  });

  it('a box on which every name is taken is not written to', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.supportsVersions = false;
    put(bed, 'a', 'a_copy', ...Array.from({ length: 101 }, (_, at) => `a_copy${at + 2}`));
    send(page, of('a'));
    bed.pass(60_000);
    expect(Object.values(onBox(bed)).every((content) => content === 'old')).toBe(true);
    expect(taskNamed(page, 'a')).toMatchObject({ state: -1, problem: { kind: 'refused', code: 11 } });
  });

  it('a folder that cannot be made is the result of the action, and nothing is queued', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    put(bed, 'Trip/x.jpg');
    const results: string[] = [];
    bed.box.fault = () => 'refused';
    page.uploads
      .submit({ location: HOME, chosen: of('Trip/x.jpg'), folders: [], conflicts: ['Trip'] }, 2)
      .subscribe(({ _tag }) => results.push(_tag));
    bed.pass(1000);
    expect([results, tasksOf(page)]).toEqual([['Left'], []]);
  });

  it('UPLOAD-02: an upload keeps both over a reload and in what is stored', async () => {
    const bed = new UploadFixture();
    let page = await bed.open();
    put(bed, 'film', 'film_copy');
    bed.box.delay = 1000;
    const film = testFile('film', 24 * MB);
    page.uploads.plan(HOME, [{ source: film, path: 'film' }]).subscribe((plan) => {
      if (plan._tag === 'Right') page.uploads.submit(plan.right, 2);
    });
    bed.pass(3500);
    const { board } = page.store.state(uploadsProjection).value;
    expect(readStored(writeStored(null, 'ann', board), 'ann')).toMatchObject([{ name: 'film', keep: true }]);
    page.uploads.close();
    await page.store.close();
    page = await bed.open();
    bed.pass(3000);
    page.uploads.attach([film]);
    bed.pass(60_000);
    expect(states(page)).toEqual({ film: 1 });
    expect([...bed.box.files.keys()].map((path) => path.slice(IN.length))).toEqual(['film', 'film_copy', 'film_copy2']);
  });
});

describe('UPLOAD-10: an upload goes on with the same version of its file only', () => {
  it('a file that was changed in place, with the same size and within the same second, begins anew', async () => {
    for (const knows of [true, false]) {
      const bed = new UploadFixture();
      let page = await bed.open();
      bed.box.supportsVersions = knows;
      bed.box.delay = 1000;
      queue(page, [testFile('film', 24 * MB, 1_600_000_000_100)]);
      bed.pass(3500);
      page.uploads.close();
      await page.store.close();
      page = await bed.open();
      bed.pass(3000);
      const changed = testFile('film', 24 * MB, 1_600_000_000_900);
      page.uploads.attach([{ ...changed, slice: (start, end) => testFile('new', 24 * MB).slice(start, end) }]);
      bed.pass(60_000);
      const content = [0, 8, 16].map((at) => `new[${at * MB},${(at + 8) * MB})`).join('');
      expect(bed.box.files.get(`${IN}film`)?.content, `knows ${knows}`).toBe(content);
    }
  });
});
