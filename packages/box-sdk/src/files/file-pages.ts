/** Pages of a sorted list (FILES-46 to FILES-48, FILES-65, FILES-66, G-13). */
import type { Cursor, Paged, ShortItem } from './file-model.ts';

/** Number of pages: total by limit, rounded up, at least one. */
export const pageCount = (total: number, limit: number): number => Math.max(1, Math.ceil(total / limit));

/** Page `pageNow` (from 1) of a list of `total` entries; `items` are the entries loaded before and on that page. */
export const pageOf = <A>(items: readonly A[], total: number, pageNow: number, limit: number): Paged<A> => ({
  datas: items.slice((pageNow - 1) * limit, pageNow * limit),
  total,
  pageSum: pageCount(total, limit),
  pageNow,
  limit,
});

/** ERR-155, FILES-65: page shown after a failed load: error -1 and no data. */
export const failedPage = (limit: number): { readonly error: -1 } & Paged<never> => ({
  error: -1,
  datas: [],
  total: 0,
  pageSum: 1,
  pageNow: 1,
  limit,
});

/** FILES-48: the page that a pager button opens, or the message it shows instead. */
export type PagerButton = 'first' | 'previous' | 'next' | 'last';
export const pageForButton = (button: PagerButton, pageNow: number, pageSum: number) => {
  if (pageNow <= 1 && (button === 'first' || button === 'previous'))
    return { ok: false, issue: 'file.firstPage' } as const;
  if (pageNow >= pageSum && (button === 'next' || button === 'last'))
    return { ok: false, issue: 'file.lastPage' } as const;
  const page = { first: 1, previous: pageNow - 1, next: pageNow + 1, last: pageSum }[button];
  return { ok: true, page } as const;
};

/** FILES-49, STATE-26: cursor of the next request, which is the last item received. */
export const cursorAfter = (items: readonly ShortItem[]): Cursor | undefined => {
  const last = items.at(-1);
  return last === undefined ? undefined : { n: last.n, t: last.t, k: last.k };
};
