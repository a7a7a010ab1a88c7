import type { IncomingMessage, ServerResponse } from 'node:http';
import { Cursor, NO_SHARE_CODE, shareFileAddress, sharePageAddress } from '@boxwood/box-sdk';
import { decode, parseJson } from '@boxwood/command-bus/codecs';
import type { Lister } from '../files/lister.ts';
import { sendReply } from '../files/send-file.ts';
import type { FileServer } from '../files/serve.ts';
import type { Bodies } from '@boxwood/account';
import { addressOf, drain } from '@boxwood/account';
import type { RawRoute } from '../http/server.ts';
import type { RunningAnswers } from '../identity/running.ts';
import { type Caller, decodeAddressText, GEN, Refusal } from '../vault/index.ts';
import type { Crumb, ListingPage, Pages } from './page.ts';
import { PAGE_POLICY, pagesIn } from './page.ts';
import { DownloadPlaces } from './places.ts';
import type { Share } from './shares.ts';
import type { Visitors } from './visitors.ts';
import { languageOf } from './words.ts';

export interface ShareRouteOptions {
  readonly visitors: Visitors;
  readonly files: FileServer;
  readonly lister: Lister;
  readonly bodies: Bodies;
  readonly running: RunningAnswers;
  /** Milliseconds that a visitor may take for half a MiB: a phone at the edge of its net does it, who holds a place for nothing does not. */
  readonly patienceMs?: number;
}

/** Entries of a folder on one page. */
const PAGE = 200;
/** `code=1234` and nothing else. */
const FORM_LIMIT = 1024;
const PATIENCE_MS = 60_000;
/** How long a timer can be, and how short one for a share that ends now. */
const TIMER_MS = { most: 2 ** 31 - 1, least: 100 } as const;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // The form's request must name its origin, so the referrer cannot be off altogether; nobody outside hears of the address.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const send = (response: ServerResponse, status: number, body: string, more: Readonly<Record<string, string>> = {}) => {
  response.writeHead(status, { ...HEADERS, 'content-length': Buffer.byteLength(body), ...more }).end(body);
};

const PAGE_PATH = /^([A-Za-z0-9]{16})$/;
const FILE_PATH = /^([A-Za-z0-9]{16})\/f\/(\d{1,2})$/;

/** The place inside a shared folder. Not out of the parsed query, in which a byte that is no UTF-8 is lost. */
const insideOf = ({ url = '' }: IncomingMessage): string =>
  decodeAddressText((/[?&]path=([^&#]*)/.exec(url)?.[1] ?? '').replaceAll('+', '%20'));

const cursorOf = (text: string | null): Cursor | undefined => {
  const parsed = parseJson(text ?? '');
  const cursor = parsed._tag === 'Right' ? decode(Cursor, parsed.right) : parsed;
  return cursor._tag === 'Right' ? cursor.right : undefined;
};

/** A refusal as a page: 410 for what has ended, 404 for what is not there, 403 and 429 for codes. */
const refuse = (response: ServerResponse, pages: Pages, id: string, { code, info }: Refusal): void => {
  const { say } = pages;
  const page = sharePageAddress('', id);
  if (code === GEN.overLimit && info === 'expired') send(response, 410, pages.notice(say('expired'), null));
  else if (code === GEN.overLimit && info === 'frozen') send(response, 410, pages.notice(say('frozen'), null));
  else if (code === GEN.overLimit && info === 'tries')
    send(response, 429, pages.ask(page, say('tooOften')), { 'retry-after': '600' });
  else if (code === GEN.absent) send(response, 403, pages.ask(page, say('wrongCode')));
  else if (info === 'share') send(response, 404, pages.notice(say('unknown'), null));
  else if (info === 'gone') send(response, 410, pages.notice(say('gone'), null));
  else send(response, 404, pages.notice(say('missing'), page));
};

/** Whether a request is a visitor's: the pages, the form, `SHAREOPEN`, the files. */
export const isOfShares = (method: string | undefined, path: string): boolean =>
  path.startsWith('/s/') && (method === 'GET' || method === 'POST');

/** What a visitor of an HTTP share gets: `GET /s/{id}` (X10), the form's `POST /s/{id}`, `GET /s/{id}/f/{index}` (X12). */
export const shareRoutes = ({
  visitors,
  files,
  lister,
  bodies,
  running,
  patienceMs = PATIENCE_MS,
}: ShareRouteOptions): readonly RawRoute[] => {
  const places = new DownloadPlaces();

  /** Has the running downloads looked at when the share ends, as long as `work` goes on. */
  const untilEnd = async (share: Share, work: () => Promise<void>): Promise<void> => {
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const left = Math.min(Math.max(visitors.timeLeft(share), TIMER_MS.least), TIMER_MS.most);
      timer = setTimeout(() => {
        running.recheck();
        wait();
      }, left).unref();
    };
    wait();
    await work().finally(() => clearTimeout(timer));
  };

  const listed = async (share: Share, ticket: string): Promise<ListingPage> => ({
    ends: share.ends,
    trail: [],
    lines: (await visitors.entries(share)).map(({ index, item: { n, t, s, m } }) => ({
      ...{ name: n, folder: t === 5, size: s, mtime: m },
      address: shareFileAddress('', { id: share.id, index, ticket }),
    })),
    next: null,
  });

  const opened = async (response: ServerResponse, pages: Pages, id: string, code: string): Promise<void> => {
    const { share, ticket } = visitors.open(id, code);
    send(response, 200, pages.listing(await listed(share, ticket)));
  };

  const trailOf = (share: Share, index: number, inside: string, ticket: string, top: string): readonly Crumb[] => {
    const names = inside === '' ? [] : inside.split('/');
    const at = (depth: number): string =>
      shareFileAddress('', {
        ...{ id: share.id, index, ticket },
        ...(depth === 0 ? {} : { path: names.slice(0, depth).join('/') }),
      });
    const down = [share.names[index] ?? '', ...names].map((name, depth) => ({
      name,
      address: depth === names.length ? null : at(depth),
    }));
    return [
      { name: top, address: `${sharePageAddress('', share.id)}?${new URLSearchParams({ ticket }).toString()}` },
      ...down,
    ];
  };

  /** What is shown of a folder after an entry. Links are not; the address of the next page names what is shown last, and never one of them. */
  const pageAfter = async (owner: Caller, path: string, start: Cursor | undefined) => {
    for (let after = start; ;) {
      const { file_list: items } = await lister.list(owner, {
        ...{ path, count: PAGE, order: 1, dirfirst: 1 },
        ...(after === undefined ? { hasbaseinfo: 0 } : { hasbaseinfo: 1, baseinfo: after }),
      });
      const shown = items.filter(({ t }) => t !== 100 && t !== 777);
      const more = items.length === PAGE;
      if (shown.length > 0 || !more) return { shown, more };
      after = items.at(-1);
    }
  };

  const folder = async (
    pages: Pages,
    share: Share,
    index: number,
    [query, inside]: readonly [URLSearchParams, string],
    { owner, location }: Awaited<ReturnType<Visitors['entry']>>,
  ): Promise<ListingPage> => {
    const ticket = query.get('ticket') ?? '';
    const { shown, more } = await pageAfter(owner, location.wire, cursorOf(query.get('after')));
    const last = shown.at(-1);
    const addressOf = (path: string): string => shareFileAddress('', { id: share.id, index, ticket, path });
    const mark = last === undefined ? '' : JSON.stringify({ n: last.n, t: last.t, k: last.k });
    return {
      ends: share.ends,
      trail: trailOf(share, index, inside, ticket, pages.say('all')),
      lines: shown.map(({ n, t, s, m }) => ({
        ...{ name: n, folder: t === 5, size: s, mtime: m },
        address: addressOf(inside === '' ? n : `${inside}/${n}`),
      })),
      next: !more ? null : `${addressOf(inside)}&${new URLSearchParams({ after: mark }).toString()}`,
    };
  };

  const download = async (
    request: IncomingMessage,
    response: ServerResponse,
    pages: Pages,
    [id, index, query]: readonly [string, number, URLSearchParams],
  ): Promise<void> => {
    const share = visitors.find(id);
    if (!visitors.isGood(id, query.get('ticket') ?? '')) {
      send(response, 403, pages.notice(pages.say('again'), sharePageAddress('', id)));
      return;
    }
    const inside = insideOf(request);
    const entry = await visitors.entry(share, index, inside);
    if (entry.item.t === 5) {
      send(response, 200, pages.listing(await folder(pages, share, index, [query, inside], entry)));
      return;
    }
    using place = places.take(id, addressOf(request));
    if (place === null) {
      send(response, 503, pages.notice(pages.say('busy'), null), { 'retry-after': '10' });
      return;
    }
    const { headers } = request;
    const reply = await files.serve(entry.owner, entry.location.wire, { headers, download: true });
    await running.during(
      response,
      () => visitors.mayRead(id, index, inside),
      () => untilEnd(share, () => sendReply(response, reply, { holder: `share ${id}`, patienceMs })),
    );
  };

  const answering =
    (
      work: (
        request: IncomingMessage,
        response: ServerResponse,
        pages: Pages,
        rest: string,
        query: URLSearchParams,
      ) => Promise<void>,
    ): RawRoute['handle'] =>
    async (request, response, rest, query) => {
      const pages = pagesIn(languageOf(request.headers['accept-language']));
      try {
        await work(request, response, pages, rest, query);
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure;
        refuse(response, pages, rest.slice(0, 16), failure);
      }
    };

  return [
    {
      method: 'GET',
      path: '/s/',
      handle: answering(async (request, response, pages, rest, query) => {
        const [, id] = PAGE_PATH.exec(rest) ?? [];
        const [, of, index] = FILE_PATH.exec(rest) ?? [];
        if (of !== undefined) await download(request, response, pages, [of, Number(index), query]);
        else if (id === undefined) send(response, 404, pages.notice(pages.say('unknown'), null));
        else {
          const share = visitors.find(id);
          if (share.frozen) throw new Refusal(GEN.overLimit, 'frozen');
          const ticket = query.get('ticket') ?? '';
          // Back from a folder: the visit goes on.
          if (visitors.isGood(id, ticket)) send(response, 200, pages.listing(await listed(share, ticket)));
          else if (share.code === NO_SHARE_CODE) await opened(response, pages, id, '');
          else send(response, 200, pages.ask(sharePageAddress('', id), ''));
        }
      }),
    },
    {
      method: 'POST',
      path: '/s/',
      handle: answering(async (request, response, pages, rest) => {
        const [, id] = PAGE_PATH.exec(rest) ?? [];
        const stranger = { recognise: () => null, address: addressOf(request) };
        using body = await bodies.read(request, { limit: FORM_LIMIT, ...stranger });
        if (body.outcome !== 'whole') drain(request);
        if (id === undefined || body.outcome !== 'whole') throw new Refusal(GEN.path, 'share');
        const code = new URLSearchParams(body.bytes.toString()).get('code') ?? '';
        await opened(response, pages, id, /^[0-9]{4}$/.test(code) ? code : '');
      }),
    },
  ];
};
