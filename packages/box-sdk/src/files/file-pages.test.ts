import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cursorAfter, failedPage, pageCount, pageOf, pageForButton } from './file-pages.ts';

describe('pages', () => {
  it('FILES-47: total by limit, rounded up; slices cover the list once', () => {
    expect([0, 1, 500, 501].map((total) => pageCount(total, 500))).toEqual([1, 1, 1, 2]);
    assert(
      property(integer({ min: 0, max: 200 }), integer({ min: 1, max: 30 }), (total, limit) => {
        const items = Array.from({ length: total }, (_, i) => i);
        const pages = Array.from({ length: pageCount(total, limit) }, (_, i) => pageOf(items, total, i + 1, limit));
        expect(pages.flatMap((page) => page.datas)).toEqual(items);
        expect(pages.every((page) => page.pageSum === pages.length && page.datas.length <= limit)).toBe(true);
      }),
    );
  });

  it('FILES-48: first on the first page and next on the last one say so', () => {
    for (const button of ['first', 'previous'] as const)
      expect(pageForButton(button, 1, 3)).toEqual({ ok: false, issue: 'file.firstPage' });
    for (const button of ['next', 'last'] as const)
      expect(pageForButton(button, 3, 3)).toEqual({ ok: false, issue: 'file.lastPage' });
    expect((['first', 'previous', 'next', 'last'] as const).map((b) => pageForButton(b, 3, 5))).toEqual(
      [1, 2, 4, 5].map((page) => ({ ok: true, page })),
    );
  });

  it('ERR-155 FILES-65: a failed load is error -1 and empty', () => {
    expect(failedPage(500)).toEqual({ error: -1, datas: [], total: 0, pageSum: 1, pageNow: 1, limit: 500 });
  });

  it('FILES-49 STATE-26 G-13: the cursor is name, type and key of the last item', () => {
    expect(cursorAfter([])).toBeUndefined();
    expect(
      cursorAfter([
        { n: 'a', t: 0, k: 'a', m: 1, s: 2 },
        { n: 'b', t: 5, k: 'kb', m: 1, s: 0, h: 'x' },
      ]),
    ).toEqual({ n: 'b', t: 5, k: 'kb' });
  });
});
