/** Thousands of files are inspected in batches, because inspecting all at once would block the page for seconds. */
import { concat, Observable, of, throwError, VirtualTimeScheduler } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { HOME, type TestPage, queue, UploadFixture } from '../../testing/upload-fixture.ts';
import { testFile } from '../../testing/upload-box.ts';
import { FileInspector } from './file-inspector.ts';
import type { FileFacts, InspectFiles, UploadSource } from '../uploads.ts';

/** Number of files that are sent together. */
const TOGETHER = 256;
const many = (count: number): readonly UploadSource[] =>
  Array.from({ length: count }, (_, at) => testFile(`f${String(at).padStart(4, '0')}`, 10));
const totals = ({ uploads }: TestPage) => {
  const { waiting, processing, paused, finished } = uploads.summary$.value;
  return { unfinished: waiting + processing + paused, paused, finished };
};

describe('many files that are queued', () => {
  it('are looked at portion by portion, and the first go up before the last is looked at', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    const looked = new Set<string>();
    const sources = many(1000).map((source) =>
      Object.defineProperty({ ...source }, 'size', {
        get: () => {
          looked.add(source.name);
          return source.size;
        },
      }),
    );
    let told = -1;
    page.uploads
      .submit({
        location: HOME,
        folders: [],
        conflicts: [],
        chosen: sources.map((source) => ({ source, path: source.name })),
      })
      .subscribe((result) => {
        if (result._tag === 'Right') told = result.right.queued;
      });
    expect([looked.size, bed.box.calls, told]).toEqual([TOGETHER, ['prepareMany'], -1]);
    bed.pass(1);
    expect([looked.size, told]).toEqual([1000, 1000]);
    bed.pass(2000);
    expect(totals(page)).toEqual({ unfinished: 0, paused: 0, finished: 1000 });
    expect(bed.box.files.size).toBe(1000);
  });

  it('all wait when everything is paused meanwhile, and go on together', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, many(1000));
    page.uploads.pauseAll();
    bed.pass(1000);
    expect(totals(page)).toEqual({ unfinished: 1000, paused: 1000, finished: 0 });
    page.uploads.resumeAll();
    bed.pass(2000);
    expect(totals(page)).toMatchObject({ unfinished: 0, finished: 1000 });
    // Files chosen afterwards are not paused.
    queue(page, many(1001).slice(1000));
    bed.pass(100);
    expect(totals(page)).toMatchObject({ paused: 0, finished: 1001 });
  });

  it('none is queued any more when everything is cleared meanwhile, or the page is left', async () => {
    const bed = new UploadFixture();
    const page = await bed.open();
    queue(page, many(1000));
    page.uploads.clearAll();
    bed.pass(2000);
    expect(totals(page)).toEqual({ unfinished: 0, paused: 0, finished: 0 });
    expect(bed.box.files.size).toBe(0);
    queue(page, many(1000));
    page.uploads.close();
    bed.pass(2000);
    expect(totals(page)).toMatchObject({ unfinished: TOGETHER });
  });
});

describe('many files that somebody else looks at', () => {
  const told = (at: number): FileFacts => ({ size: at, lastModified: 5 });
  const all = many(600).map((source) => ({ source }));
  /** The batches received, and how often a file was inspected on this thread. */
  const taking = (look: InspectFiles) => {
    const scheduler = new VirtualTimeScheduler();
    const portions = new FileInspector(scheduler, look);
    const taken: (readonly number[])[] = [];
    let over = false;
    const running = portions
      .take(all, ({ items }) => taken.push(items.map(({ facts }) => facts.size)))
      .subscribe({ complete: () => (over = true) });
    scheduler.flush();
    return { portions, running, taken, isOver: () => over };
  };
  const sizes = (count: number, size: number): readonly number[] => Array.from({ length: count }, () => size);

  it('are taken with what was told of them, but for the first portion', () => {
    let asked: readonly number[] = [];
    const { taken, isOver } = taking((groups) => {
      asked = groups.map(({ length }) => length);
      return of(...groups.map((group, at) => group.map(() => told(at + 1))));
    });
    expect(asked).toEqual([256, 88]);
    expect(taken).toEqual([sizes(256, 10), sizes(256, 1), sizes(88, 2)]);
    expect(isOver()).toBe(true);
  });

  it('are looked at here from where it could not go on', () => {
    const { taken, isOver } = taking(([first = []]) =>
      concat(
        of(first.map(() => told(1))),
        throwError(() => new Error('no worker')),
      ),
    );
    expect(taken).toEqual([sizes(256, 10), sizes(256, 1), sizes(88, 10)]);
    expect(isOver()).toBe(true);
    expect(taking(([first = []]) => of(first.map(() => told(1)))).taken).toEqual(taken);
  });

  it('are all taken, however few it told of', () => {
    const { taken } = taking((groups) => of(...groups.map(() => [told(1)])));
    expect(taken.map(({ length }) => length)).toEqual([256, 256, 88]);
    expect(taken[1]?.slice(0, 2)).toEqual([1, 10]);
  });

  it('are not looked at when they are few, nor when nobody wants them any more', () => {
    let looking = 0;
    const look = new Observable<never>(() => {
      looking += 1;
      return () => (looking -= 1);
    });
    const portions = new FileInspector(new VirtualTimeScheduler(), () => look);
    let over = 0;
    const ended = { complete: () => (over += 1) };
    portions.take(all.slice(0, 256), () => undefined).subscribe(ended);
    portions.take(all, () => portions.clear()).subscribe(ended);
    expect([looking, over]).toEqual([0, 2]);
    portions.take(all, () => undefined).subscribe(ended);
    expect([looking, over]).toEqual([1, 2]);
    portions.clear();
    expect([looking, over]).toEqual([0, 3]);
  });
});
