import { describe, expect, it } from 'vitest';
import { queue, UploadFixture } from '../testing/upload-fixture.ts';
import { testFile } from '../testing/upload-box.ts';
import { type FollowedRun, followRun, NO_RUN } from './upload-run.ts';
import type { UploadSummary } from './uploads.ts';

const idle: UploadSummary = {
  waiting: 0,
  processing: 0,
  paused: 0,
  failed: 0,
  finished: 0,
  speed: 0,
  active: false,
  bytesTotal: 0,
  bytesDone: 0,
  bytesFinished: 0,
};

/** One second per step. */
const follow = (...steps: readonly Partial<UploadSummary>[]): FollowedRun =>
  steps.reduce<FollowedRun>(
    (before, step, index) => followRun(before, { ...idle, ...step }, index * 1000, '/mnt/usb1/ann'),
    NO_RUN,
  );

describe('a run of uploads', () => {
  it('begins with what is to be sent, counts what ends from there, and ends when nothing is left', () => {
    const old = { finished: 40, bytesFinished: 4000, failed: 2 };
    expect(follow(old).run).toBeNull();
    const begun = { ...old, waiting: 3, active: true, bytesTotal: 300 };
    expect(follow(old, begun).run).toMatchObject({ at: 'running', files: 3, done: 0, failed: 0, bytes: 300 });
    const half = { ...begun, finished: 41, bytesFinished: 4100, waiting: 2, bytesTotal: 200, bytesDone: 50 };
    expect(follow(old, begun, half).run).toMatchObject({ files: 3, done: 1, bytes: 300, bytesDone: 150 });
    // More files are queued, and one fails.
    const more = { ...half, failed: 3, waiting: 5, bytesTotal: 500 };
    expect(follow(old, begun, half, more).run).toMatchObject({ files: 7, done: 1, failed: 1, bytes: 600 });
    const over = { ...old, finished: 46, bytesFinished: 4600, failed: 3 };
    expect(follow(old, begun, half, more, over).run).toMatchObject({
      at: 'ended',
      files: 7,
      done: 6,
      failed: 1,
      bytes: 600,
      bytesDone: 600,
      into: '/mnt/usb1/ann',
    });
    // The next run starts anew; a retried failure no longer counts as failed.
    expect(follow(old, begun, over, { ...over, waiting: 1, active: true, bytesTotal: 9 }).run).toMatchObject({
      at: 'running',
      files: 1,
      done: 0,
      failed: 0,
      bytes: 9,
    });
    const again = { ...more, failed: 2, waiting: 6 };
    expect(follow(old, begun, half, more, again).run).toMatchObject({ files: 7, failed: 0 });
  });

  it('is nothing when everything is taken back, and keeps its counts when lists are cleared', () => {
    const begun = { waiting: 2, active: true, bytesTotal: 20 };
    expect(follow(begun, idle).run).toBeNull();
    const half = { waiting: 1, active: true, bytesTotal: 10, finished: 1, bytesFinished: 10 };
    expect(follow(begun, half, { ...half, finished: 0, bytesFinished: 0 }).run).toMatchObject({ files: 2, done: 1 });
  });

  it('says how long it takes by what it did in the last seconds, of tiny files too, and nothing while it stands', () => {
    const of = (done: number, more: Partial<UploadSummary> = {}): Partial<UploadSummary> => ({
      processing: 1,
      active: true,
      bytesTotal: 1000,
      bytesDone: done,
      ...more,
    });
    expect(follow(of(0)).run).toMatchObject({ rate: 0, secondsLeft: null });
    expect(follow(of(0), of(100), of(200)).run).toMatchObject({ rate: 100, secondsLeft: 8 });
    const tiny = (finished: number): Partial<UploadSummary> => ({
      waiting: 100 - finished,
      active: true,
      finished,
      bytesTotal: 100 - finished,
      bytesFinished: finished,
    });
    expect(follow(tiny(0), tiny(10), tiny(20)).run).toMatchObject({ secondsLeft: 8, done: 20 });
    const paused = of(200, { processing: 0, paused: 1 });
    expect(follow(of(0), of(100), of(200), paused).run).toMatchObject({ at: 'paused', rate: 0, secondsLeft: null });
    // Ten minutes with a thousand samples a second store only a few.
    let run = NO_RUN;
    for (let at = 0; at < 20_000; at += 10) run = followRun(run, { ...idle, ...of(at / 100) }, at, null);
    expect(run.samples.length).toBeLessThan(70);
    expect(run.run?.rate).toBeCloseTo(10, 0);
  });

  it('is what uploads say of themselves, and is put away when its end has been seen', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    expect(page.uploads.run$.value).toBeNull();
    queue(page, [testFile('a', 10), testFile('b', 10)]);
    expect(page.uploads.run$.value).toMatchObject({ at: 'running', files: 2, done: 0 });
    page.uploads.dismissRun();
    expect(page.uploads.run$.value).not.toBeNull();
    bed.pass(1000);
    expect(page.uploads.run$.value).toMatchObject({ at: 'ended', done: 2, bytes: 20, into: '/mnt/usb1/ann' });
    page.uploads.dismissRun();
    expect(page.uploads.run$.value).toBeNull();
  });
});
