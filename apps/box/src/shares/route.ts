import type { IncomingMessage, ServerResponse } from 'node:http';
import { Cursor, NO_SHARE_CODE, sharePageAddress } from '@boxwood/box-sdk';
import { decode, parseJson } from '@boxwood/command-bus/codecs';
import type { Lister } from '../files/lister.ts';
import { type FileReply, sendReply } from '../files/send-file.ts';
import type { FileServer } from '../files/serve.ts';
import type { Bodies } from '@boxwood/account';
import { addressOf, drain } from '@boxwood/account';
import { goneFrom } from '../http/gone.ts';
import type { RawRoute } from '../http/server.ts';
import type { RunningAnswers } from '../identity/running.ts';
import { callerFor, decodeAddressText, GEN, Refusal, refusing } from '../vault/index.ts';
import type { Clock } from '../clock.ts';
import type { Thumbnails } from '../thumbnails/thumbnails.ts';
import type { Zips } from '../zip/zips.ts';
import type { ShareLook } from './look.ts';
import { type Pages, pagesIn } from './page.ts';
import { DownloadPlaces } from './places.ts';
import type { Share } from './shares.ts';
import { PAGE_POLICY } from './style.ts';
import { Visit } from './visit.ts';
import type { Visitors } from './visitors.ts';
import { languageOf } from './words.ts';

export interface ShareRouteOptions {
  readonly visitors: Visitors;
  readonly files: FileServer;
  readonly lister: Lister;
  readonly thumbnails: Pick<Thumbnails, 'serveAt'>;
  /** Separate from the archives of users, so that archives planned by visitors do not evict those of users. */
  readonly zips: Zips;
  readonly look: ShareLook;
  readonly clock: Clock;
  readonly bodies: Bodies;
  readonly running: RunningAnswers;
  /**
   * Time limit in ms for sending half a MiB. A phone with weak reception stays below it; a client that holds a slot
   * without reading does not.
   */
  readonly patienceMs?: number;
}

/** Size limit of the form body in bytes, which contains `code=1234` only. */
const FORM_LIMIT = 1024;
const PATIENCE_MS = 60_000;
/** Bounds of the timer delay: the maximum that `setTimeout` supports, and a minimum for a share that ends now. */
const TIMER_MS = { most: 2 ** 31 - 1, least: 100 } as const;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': PAGE_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // The form request must send its origin, so the referrer cannot be disabled entirely; other origins never see the
  // address.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Browsers cache previews for ten minutes, so that they disappear soon after the share has ended. */
const BRIEFLY = { 'cache-control': 'private, max-age=600' } as const;

/** A visitor's request, with the pages in their language. */
interface Visiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pages: Pages;
  /** The path after `/s/`. */
  readonly rest: string;
  readonly query: URLSearchParams;
}

const send = (response: ServerResponse, status: number, body: string, more: Readonly<Record<string, string>> = {}) => {
  response.writeHead(status, { ...HEADERS, 'content-length': Buffer.byteLength(body), ...more }).end(body);
};

const PAGE_PATH = /^([A-Za-z0-9]{16})$/;
const ARCHIVE_PATH = /^([A-Za-z0-9]{16})\/zip(?:\/([A-Za-z0-9_-]{16,64}))?$/;
const FILE_PATH = /^([A-Za-z0-9]{16})\/f\/(\d{1,2})$/;

/**
 * Path inside the shared folder. Read from the raw URL, because parsing the query loses bytes that are not valid UTF-8.
 */
const insideOf = ({ url = '' }: IncomingMessage): string =>
  decodeAddressText((/[?&]path=([^&#]*)/.exec(url)?.[1] ?? '').replaceAll('+', '%20'));

const cursorOf = (text: string | null): Cursor | undefined => {
  const parsed = parseJson(text ?? '');
  const cursor = parsed._tag === 'Right' ? decode(Cursor, parsed.right) : parsed;
  return cursor._tag === 'Right' ? cursor.right : undefined;
};

/** Renders a refusal as a page: 410 for ended shares, 404 for missing ones, 403 and 429 for codes. */
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

/** Whether a path is for visitors: the pages, the form, `SHAREOPEN` and the files. */
export const isOfShares = (path: string): boolean => path.startsWith('/s/');

/**
 * HTTP routes for share visitors: `GET /s/{id}` (X10), `POST /s/{id}` of the form, `GET /s/{id}/f/{index}` (X12), and
 * `GET /s/{id}/zip` (a Boxwood extension).
 */
export const shareRoutes = ({
  visitors,
  files,
  lister,
  thumbnails,
  zips,
  look,
  clock,
  bodies,
  running,
  patienceMs = PATIENCE_MS,
}: ShareRouteOptions): readonly RawRoute[] => {
  const places = new DownloadPlaces();

  /** Rechecks running downloads when the share ends, while `work` runs. */
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

  const visit = (response: ServerResponse, pages: Pages, share: Share, ticket: string): Visit =>
    new Visit({ visitors, lister, look, clock, signal: goneFrom(response) }, pages, share, ticket);

  const opened = async (response: ServerResponse, pages: Pages, id: string, code: string): Promise<void> => {
    const { share, ticket } = visitors.open(id, code);
    send(response, 200, await visit(response, pages, share, ticket).landing());
  };

  /** Returns the share when the visitor's ticket is valid. Otherwise sends a notice and returns null. */
  const entered = (response: ServerResponse, pages: Pages, id: string, ticket: string): Share | null => {
    const share = visitors.find(id);
    if (visitors.isGood(id, ticket)) return share;
    send(response, 403, pages.notice(pages.say('again'), sharePageAddress('', id)));
    return null;
  };

  /** Sends a file to a visitor who gets a download slot, and stops when read access ends. */
  const sendBytes = async (
    { request, response, pages }: Visiting,
    share: Share,
    mayStill: () => boolean,
    make: () => FileReply | null | Promise<FileReply | null>,
  ): Promise<void> => {
    using place = places.take(share.id, addressOf(request));
    if (place === null) {
      send(response, 503, pages.notice(pages.say('busy'), null), { 'retry-after': '10' });
      return;
    }
    const reply = await make();
    if (reply === null) throw new Refusal(GEN.path, 'ENOENT');
    await running.during(response, mayStill, () =>
      untilEnd(share, () => sendReply(response, reply, { holder: `share ${share.id}`, patienceMs })),
    );
  };

  /** Serves a folder page, a file page, a preview, or the file itself (X12). */
  const file = async (visiting: Visiting, id: string, index: number): Promise<void> => {
    const { request, response, pages, query } = visiting;
    const ticket = query.get('ticket') ?? '';
    const share = entered(response, pages, id, ticket);
    if (share === null) return;
    const inside = insideOf(request);
    const entry = await visitors.entry(share, index, inside);
    const { owner, location, item } = entry;
    const spot = { index, inside };
    const { headers } = request;
    const mayStill = () => visitors.mayRead(id, index, inside);
    const [width, as] = [query.get('w'), query.get('as')];
    if (item.t === 5)
      send(
        response,
        200,
        await visit(response, pages, share, ticket).folder(spot, entry, cursorOf(query.get('after'))),
      );
    else if (as === 'page') send(response, 200, await visit(response, pages, share, ticket).view(spot, item));
    else if (width !== null) {
      // Previews are small and cached, so they use no download slot.
      const reply = await thumbnails.serveAt(owner, location, Number(width), headers, goneFrom(response));
      // The share may have ended while the preview was created.
      if (reply === null || !mayStill()) throw new Refusal(GEN.path, 'ENOENT');
      await sendReply(response, { ...reply, headers: { ...reply.headers, ...BRIEFLY } }, { holder: id });
    } else
      await sendBytes(visiting, share, mayStill, () =>
        files.serve(owner, location.wire, { headers, download: as !== 'raw' }),
      );
  };

  /**
   * Serves a share or one of its folders as an archive. The first request plans it and redirects to a URL that supports
   * resuming.
   */
  const archive = async (visiting: Visiting, id: string, plan: string | undefined): Promise<void> => {
    const { request, response, pages, query } = visiting;
    const ticket = query.get('ticket') ?? '';
    const share = entered(response, pages, id, ticket);
    if (share === null) return;
    const owner = callerFor(share.user);
    if (plan !== undefined) {
      await sendBytes(
        visiting,
        share,
        () => visitors.mayRead(id, null, '') && zips.mayRead(owner, plan, id),
        () => zips.serve(owner, plan, request.headers, id),
      );
      return;
    }
    const index = query.get('index');
    const spot = index === null ? null : { index: Number(index), inside: insideOf(request) };
    const wires =
      spot === null
        ? (await visitors.entries(share)).map(({ index: each }) => visitors.located(share, each, ''))
        : [(await visitors.entry(share, spot.index, spot.inside)).location];
    using place = places.take(id, addressOf(request));
    if (place === null) {
      send(response, 503, pages.notice(pages.say('busy'), null), { 'retry-after': '10' });
      return;
    }
    const title = visit(response, pages, share, ticket).titleOf(spot);
    const paths = wires.map(({ wire }) => wire);
    const offer = await refusing(() => zips.prepare(owner, paths, goneFrom(response), { share: id, title }));
    const to = `${sharePageAddress('', id)}/zip/${offer.id}?${new URLSearchParams({ ticket }).toString()}`;
    response.writeHead(303, { ...HEADERS, location: to, 'content-length': 0 }).end();
  };

  const answering =
    (work: (visiting: Visiting) => Promise<void>): RawRoute['handle'] =>
    async (request, response, rest, query) => {
      const pages = pagesIn(languageOf(request.headers['accept-language']));
      try {
        await work({ request, response, pages, rest, query });
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure;
        refuse(response, pages, rest.slice(0, 16), failure);
      }
    };

  return [
    {
      method: 'GET',
      path: '/s/',
      handle: answering(async (visiting) => {
        const { request, response, pages, rest, query } = visiting;
        const [, id] = PAGE_PATH.exec(rest) ?? [];
        const [, of, index] = FILE_PATH.exec(rest) ?? [];
        const [, whole, plan] = ARCHIVE_PATH.exec(rest) ?? [];
        if (of !== undefined) await file(visiting, of, Number(index));
        else if (whole !== undefined) await archive(visiting, whole, plan);
        else if (id === undefined) send(response, 404, pages.notice(pages.say('unknown'), null));
        else {
          const share = visitors.find(id);
          if (share.frozen) throw new Refusal(GEN.overLimit, 'frozen');
          const ticket = query.get('ticket') ?? '';
          // A valid ticket continues the visit, for example on the way back from a folder.
          if (visitors.isGood(id, ticket)) send(response, 200, await visit(response, pages, share, ticket).landing());
          // A HEAD request, for example for a link preview, does not count as a visit.
          else if (share.code === NO_SHARE_CODE && request.method === 'HEAD') {
            await visitors.entries(share);
            response.writeHead(200, HEADERS).end();
          } else if (share.code === NO_SHARE_CODE) await opened(response, pages, id, '');
          else send(response, 200, pages.ask(sharePageAddress('', id), ''));
        }
      }),
    },
    {
      method: 'POST',
      path: '/s/',
      handle: answering(async ({ request, response, pages, rest }) => {
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
