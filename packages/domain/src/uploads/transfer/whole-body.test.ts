import { describe, expect, it } from 'vitest';
import { taskNamed, queue, UploadFixture } from '../../testing/upload-fixture.ts';
import { TestWholeFile } from '../../testing/upload-box.ts';

const MB = 1024 * 1024;

describe('UPLOAD-31: a large file of which the box has nothing', () => {
  const MANY = 100 * MB;
  const target = '/mnt/usb1/ann/film';

  it('goes in one body, with progress', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.delay = 4000;
    queue(page, [new TestWholeFile('film', MANY)]);
    bed.pass(4000 + 3000);
    expect(taskNamed(page, 'film')).toMatchObject({ state: 2, completed: MANY / 2 });
    bed.pass(10_000);
    expect(bed.box.calls).toEqual(['prepare', 'putWhole', 'finish']);
    expect(bed.box.files.get(target)?.content).toBe(`film[0,${MANY})`);
    expect(taskNamed(page, 'film')).toMatchObject({ state: 1, progress: 100 });
  });

  it('UPLOAD-10: goes on in chunks from where the box was cut off', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.delay = 1000;
    bed.box.cutAt = 40 * MB;
    queue(page, [new TestWholeFile('film', MANY)]);
    bed.pass(60_000);
    expect(bed.box.calls.slice(0, 4)).toEqual(['prepare', 'putWhole', 'prepare', 'put']);
    expect(bed.box.files.get(target)?.content).toMatch(
      new RegExp(`^film\\[0,${40 * MB}\\)film\\[${40 * MB},${48 * MB}\\)`),
    );
    expect(taskNamed(page, 'film').state).toBe(1);
  });

  it('UPLOAD-15: paused soon, goes on behind what was sent', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.delay = 600;
    queue(page, [new TestWholeFile('film', MANY)]);
    bed.pass(600 + 400);
    page.uploads.pauseAll();
    expect(taskNamed(page, 'film')).toMatchObject({ state: 3, completed: MANY / 2 });
    const part = bed.box.parts.get('uuid-1');
    if (part !== undefined) [part.held, part.content] = [MANY / 2 - 5, `film[0,${MANY / 2 - 5})`];
    page.uploads.resumeAll();
    bed.pass(60_000);
    expect(bed.box.calls.slice(0, 4)).toEqual(['prepare', 'putWhole', 'prepare', 'put']);
    expect(bed.box.files.get(target)?.content.startsWith(`film[0,${MANY / 2 - 5})film[${MANY / 2 - 5},`)).toBe(true);
  });

  it.each([413, 400, 405, 500])('goes in chunks to a box that takes no body so long, and says %i', async (status) => {
    const bed = new UploadFixture();
    const page = await bed.open();
    bed.box.maxBodyBytes = 8 * MB;
    bed.box.tooLongStatus = status;
    queue(page, [new TestWholeFile('film', MANY)]);
    bed.pass(60_000);
    expect(bed.box.calls.slice(0, 3)).toEqual(['prepare', 'putWhole', 'put']);
    expect(bed.box.files.get(target)?.size).toBe(MANY);
    expect(taskNamed(page, 'film').state).toBe(1);
  });
});
