/** Thousands of files are queued portion by portion: a page that looked at all of them at once would be held for seconds. */
import { describe, expect, it } from 'vitest';
import { HOME, type Page, queue, UploadBed } from '../testing/upload-bed.ts';
import { testFile } from '../testing/upload-box.ts';
import type { UploadSource } from './uploads.ts';

/** So many go to the box together. */
const TOGETHER = 256;
const many = (count: number): readonly UploadSource[] =>
  Array.from({ length: count }, (_, at) => testFile(`f${String(at).padStart(4, '0')}`, 10));
const totals = ({ uploads }: Page) => {
  const { waiting, processing, paused, finished } = uploads.summary$.value;
  return { unfinished: waiting + processing + paused, paused, finished };
};

describe('many files that are queued', () => {
  it('are looked at portion by portion, and the first go up before the last is looked at', async () => {
    const bed = new UploadBed();
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
        ...{ location: HOME, folders: [], conflicts: [] },
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
    const bed = new UploadBed();
    const page = await bed.open();
    queue(page, many(1000));
    page.uploads.pauseAll();
    bed.pass(1000);
    expect(totals(page)).toEqual({ unfinished: 1000, paused: 1000, finished: 0 });
    page.uploads.resumeAll();
    bed.pass(2000);
    expect(totals(page)).toMatchObject({ unfinished: 0, finished: 1000 });
    // What is chosen afterwards does not wait.
    queue(page, many(1001).slice(1000));
    bed.pass(100);
    expect(totals(page)).toMatchObject({ paused: 0, finished: 1001 });
  });

  it('none is queued any more when everything is cleared meanwhile, or the page is left', async () => {
    const bed = new UploadBed();
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
