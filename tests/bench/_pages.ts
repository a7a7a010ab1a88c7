/** Pages of listings as they travel: neither the box's nor a peer's are read, but of each page the last entry, from which the next goes on. */
import type { Cursor, Identity } from '@boxwood/box-sdk';
import { encodeRequest, isRight, ListFiles } from '@boxwood/box-sdk';
import { ask, askText } from './_load.ts';

/** The page that a screen asks for first. */
export const PAGE = 500;
/** The longest page the box gives, for whoever wants everything. */
const LONG_PAGE = 1000;

const lastOf = (items: string) =>
  ListFiles.result.decode({ sum: 0, file_list: [JSON.parse(items.slice(items.lastIndexOf('{'), -2))] });

/** Asks one box for pages. */
export const pagesOf = (origin: string) => {
  /** A page as it is asked for; `after` is the last entry of the page before. */
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
    return askText(request.url, request.ask);
  };
  return {
    listing,
    page,
    /** The first page alone. */
    first: async (who: Identity, path: string): Promise<void> => {
      const request = listing(who, path);
      await ask(request.url, request.ask);
    },
    /** Everything, page by page. @returns the bytes that came */
    all: async (who: Identity, path: string, count: number): Promise<number> => {
      let bytes = 0;
      let after: Cursor | undefined;
      for (let seen = 0; seen < count; seen += LONG_PAGE) {
        const text = await page(who, path, after, LONG_PAGE);
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
