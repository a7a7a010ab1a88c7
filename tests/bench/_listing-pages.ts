/**
 * Pages of listings as transferred: the pages of the box and of a peer are not parsed, except for the last entry, from
 * which the next page continues.
 */
import type { Cursor, Identity } from '@boxwood/box-sdk';
import { encodeRequest, isRight, ListFiles } from '@boxwood/box-sdk';
import { sendRequest, fetchText } from './_http-load.ts';

/** The size of the first page that a screen requests. */
export const PAGE = 500;
/** The largest page of the box, for clients that need everything. */
const MAX_PAGE_ENTRIES = 1000;

const lastOf = (items: string) =>
  ListFiles.result.decode({ sum: 0, file_list: [JSON.parse(items.slice(items.lastIndexOf('{'), -2))] });

/** Requests pages from one box. */
export const createPageClient = (origin: string) => {
  /** The request of a page; `after` is the last entry of the page before. */
  const listing = (who: Identity, path: string, after?: Cursor, count = PAGE) => {
    const params = { path, count, hasbaseinfo: after === undefined ? (0 as const) : (1 as const) };
    const request = encodeRequest(ListFiles, { ...params, ...(after === undefined ? {} : { baseinfo: after }) }, who);
    if (!isRight(request)) throw new Error('the listing does not encode');
    const { headers, body, path: at } = request.right;
    if (typeof body !== 'string') throw new Error('the listing has no body');
    return { url: origin + at, ask: { method: 'POST', headers, body } } as const;
  };
  const page = (...wanted: Parameters<typeof listing>): Promise<string> => {
    const request = listing(...wanted);
    return fetchText(request.url, request.ask);
  };
  return {
    listing,
    page,
    /** Fetches only the first page. */
    first: async (who: Identity, path: string): Promise<void> => {
      const request = listing(who, path);
      await sendRequest(request.url, request.ask);
    },
    /**
     * Fetches everything, page by page.
     * @returns the number of bytes
     */
    all: async (who: Identity, path: string, count: number): Promise<number> => {
      let bytes = 0;
      let after: Cursor | undefined;
      for (let seen = 0; seen < count; seen += MAX_PAGE_ENTRIES) {
        const text = await page(who, path, after, MAX_PAGE_ENTRIES);
        bytes += Buffer.byteLength(text);
        const last = lastOf(text);
        if (last._tag === 'Left') throw new Error(text.slice(0, 200));
        after = last.right.file_list[0];
      }
      if (after === undefined || (await page(who, path, after)).includes('"n":')) throw new Error('more entries came');
      return bytes;
    },
  };
};
