import type { IncomingMessage, ServerResponse } from 'node:http';
import { Cursor, NO_SHARE_CODE, sharePageAddress } from '@boxwood/box-sdk';
import { decode, parseJson } from '@boxwood/command-bus/codecs';
import type { FolderLister } from '../files/listing/folder-lister.ts';
import { type FileReply, sendReply } from '../files/download/send-file.ts';
import type { FileServer } from '../files/download/file-server.ts';
import type { RequestBodies } from '@boxwood/account';
import { requestHolder, drainRequest } from '@boxwood/account';
import { abortOnDisconnect } from '../../http/abort-on-disconnect.ts';
import type { HttpRoute } from '../../http/box-server.ts';
import type { RunningResponses } from '../../server/identity/running-responses.ts';
import { callerFor, decodeUrlText, GEN, Refusal, withRefusals } from '../../storage/vault/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Thumbnails } from '../../storage/thumbnails/thumbnails.ts';
import type { ZipDownloads } from '../../storage/zip/zip-downloads.ts';
import type { ShareContentsCounter } from './share-contents.ts';
import { type SharePages, pagesIn } from './share-pages.ts';
import { DownloadSlots } from './download-slots.ts';
import type { Share } from './http-shares.ts';
import { CONTENT_SECURITY_POLICY } from './share-page-style.ts';
import { VisitorPages } from './visitor-pages.ts';
import type { ShareVisitors } from './share-visitors.ts';
import { languageFromHeader } from './share-messages.ts';

export interface ShareRouteOptions {
  readonly visitors: ShareVisitors;
  readonly files: FileServer;
  readonly lister: FolderLister;
  readonly thumbnails: Pick<Thumbnails, 'serveAt'>;
  /** Separate from the archives of users, so that archives planned by visitors do not evict those of users. */
  readonly zips: ZipDownloads;
  readonly contentsCounter: ShareContentsCounter;
  readonly clock: Clock;
  readonly bodies: RequestBodies;
  readonly running: RunningResponses;
  /**
   * Time limit in ms for sending half a MiB. A phone with weak reception stays below it; a client that holds a slot
   * without reading does not.
   */
  readonly patienceMs?: number;
}

/** Size limit of the form body in bytes, which contains `code=1234` only. */
const MAX_FORM_BYTES = 1024;
const SEND_TIMEOUT_MS = 60_000;
/** Bounds of the timer delay: the maximum that `setTimeout` supports, and a minimum for a share that ends now. */
const RECHECK_DELAY_MS = { max: 2 ** 31 - 1, min: 100 } as const;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_SECURITY_POLICY,
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
const SHORT_CACHE_HEADERS = { 'cache-control': 'private, max-age=600' } as const;

/** A visitor's request, with the pages in their language. */
interface VisitorRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pages: SharePages;
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
const innerPathOf = ({ url = '' }: IncomingMessage): string =>
  decodeUrlText((/[?&]path=([^&#]*)/.exec(url)?.[1] ?? '').replaceAll('+', '%20'));

const cursorOf = (text: string | null): Cursor | undefined => {
  const parsed = parseJson(text ?? '');
  const cursor = parsed._tag === 'Right' ? decode(Cursor, parsed.right) : parsed;
  return cursor._tag === 'Right' ? cursor.right : undefined;
};

/** Renders a refusal as a page: 410 for ended shares, 404 for missing ones, 403 and 429 for codes. */
const sendRefusal = (response: ServerResponse, pages: SharePages, id: string, { code, info }: Refusal): void => {
  const { message: message } = pages;
  const page = sharePageAddress('', id);
  if (code === GEN.overLimit && info === 'expired') send(response, 410, pages.notice(message('expired'), null));
  else if (code === GEN.overLimit && info === 'frozen') send(response, 410, pages.notice(message('frozen'), null));
  else if (code === GEN.overLimit && info === 'tries')
    send(response, 429, pages.codeForm(page, message('tooOften')), { 'retry-after': '600' });
  else if (code === GEN.absent) send(response, 403, pages.codeForm(page, message('wrongCode')));
  else if (info === 'share') send(response, 404, pages.notice(message('unknown'), null));
  else if (info === 'gone') send(response, 410, pages.notice(message('gone'), null));
  else send(response, 404, pages.notice(message('missing'), page));
};

/** Whether a path is for visitors: the pages, the form, `SHAREOPEN` and the files. */
export const isSharePath = (path: string): boolean => path.startsWith('/s/');

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
  contentsCounter,
  clock,
  bodies,
  running,
  patienceMs = SEND_TIMEOUT_MS,
}: ShareRouteOptions): readonly HttpRoute[] => {
  const slots = new DownloadSlots();

  /** Rechecks running downloads when the share ends, while `work` runs. */
  const recheckAtEnd = async (share: Share, work: () => Promise<void>): Promise<void> => {
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const delayMs = Math.min(Math.max(visitors.remainingMs(share), RECHECK_DELAY_MS.min), RECHECK_DELAY_MS.max);
      timer = setTimeout(() => {
        running.recheck();
        wait();
      }, delayMs).unref();
    };
    wait();
    await work().finally(() => clearTimeout(timer));
  };

  const pagesOf = (response: ServerResponse, pages: SharePages, share: Share, ticket: string): VisitorPages =>
    new VisitorPages(
      { visitors, lister, contentsCounter, clock, signal: abortOnDisconnect(response) },
      pages,
      share,
      ticket,
    );

  const openShare = async (response: ServerResponse, pages: SharePages, id: string, code: string): Promise<void> => {
    const { share, ticket } = visitors.open(id, code);
    send(response, 200, await pagesOf(response, pages, share, ticket).landing());
  };

  /** Returns the share when the visitor's ticket is valid. Otherwise sends a notice and returns null. */
  const requireTicket = (response: ServerResponse, pages: SharePages, id: string, ticket: string): Share | null => {
    const share = visitors.find(id);
    if (visitors.isValidTicket(id, ticket)) return share;
    send(response, 403, pages.notice(pages.message('again'), sharePageAddress('', id)));
    return null;
  };

  /** Sends a file to a visitor who gets a download slot, and stops when read access ends. */
  const sendBytes = async (
    { request, response, pages }: VisitorRequest,
    share: Share,
    canStillRead: () => boolean,
    make: () => FileReply | null | Promise<FileReply | null>,
  ): Promise<void> => {
    using slot = slots.acquire(share.id, requestHolder(request));
    if (slot === null) {
      send(response, 503, pages.notice(pages.message('busy'), null), { 'retry-after': '10' });
      return;
    }
    const reply = await make();
    if (reply === null) throw new Refusal(GEN.path, 'ENOENT');
    await running.during(response, canStillRead, () =>
      recheckAtEnd(share, () =>
        sendReply(response, reply, { holder: `share ${share.id}`, stallTimeoutMs: patienceMs }),
      ),
    );
  };

  /** Serves a folder page, a file page, a preview, or the file itself (X12). */
  const file = async (visitorRequest: VisitorRequest, id: string, index: number): Promise<void> => {
    const { request, response, pages, query } = visitorRequest;
    const ticket = query.get('ticket') ?? '';
    const share = requireTicket(response, pages, id, ticket);
    if (share === null) return;
    const inside = innerPathOf(request);
    const entry = await visitors.entry(share, index, inside);
    const { owner, location, item } = entry;
    const entryRef = { index, inside };
    const { headers } = request;
    const canStillRead = () => visitors.canRead(id, index, inside);
    const [width, as] = [query.get('w'), query.get('as')];
    if (item.t === 5)
      send(
        response,
        200,
        await pagesOf(response, pages, share, ticket).folder(entryRef, entry, cursorOf(query.get('after'))),
      );
    else if (as === 'page') send(response, 200, await pagesOf(response, pages, share, ticket).view(entryRef, item));
    else if (width !== null) {
      // Previews are small and cached, so they use no download slot.
      const reply = await thumbnails.serveAt(owner, location, Number(width), headers, abortOnDisconnect(response));
      // The share may have ended while the preview was created.
      if (reply === null || !canStillRead()) throw new Refusal(GEN.path, 'ENOENT');
      await sendReply(response, { ...reply, headers: { ...reply.headers, ...SHORT_CACHE_HEADERS } }, { holder: id });
    } else
      await sendBytes(visitorRequest, share, canStillRead, () =>
        files.serve(owner, location.wire, { headers, download: as !== 'raw' }),
      );
  };

  /**
   * Serves a share or one of its folders as an archive. The first request plans it and redirects to a URL that supports
   * resuming.
   */
  const archive = async (visitorRequest: VisitorRequest, id: string, plan: string | undefined): Promise<void> => {
    const { request, response, pages, query } = visitorRequest;
    const ticket = query.get('ticket') ?? '';
    const share = requireTicket(response, pages, id, ticket);
    if (share === null) return;
    const owner = callerFor(share.user);
    if (plan !== undefined) {
      await sendBytes(
        visitorRequest,
        share,
        () => visitors.canRead(id, null, '') && zips.canRead(owner, plan, id),
        () => zips.serve(owner, plan, request.headers, id),
      );
      return;
    }
    const index = query.get('index');
    const entryRef = index === null ? null : { index: Number(index), inside: innerPathOf(request) };
    const wires =
      entryRef === null
        ? (await visitors.entries(share)).map(({ index: each }) => visitors.locationOf(share, each, ''))
        : [(await visitors.entry(share, entryRef.index, entryRef.inside)).location];
    using slot = slots.acquire(id, requestHolder(request));
    if (slot === null) {
      send(response, 503, pages.notice(pages.message('busy'), null), { 'retry-after': '10' });
      return;
    }
    const title = pagesOf(response, pages, share, ticket).titleOf(entryRef);
    const paths = wires.map(({ wire }) => wire);
    const offer = await withRefusals(() =>
      zips.prepare(owner, paths, abortOnDisconnect(response), { share: id, title }),
    );
    const to = `${sharePageAddress('', id)}/zip/${offer.id}?${new URLSearchParams({ ticket }).toString()}`;
    response.writeHead(303, { ...HEADERS, location: to, 'content-length': 0 }).end();
  };

  const withErrorPages =
    (work: (visitorRequest: VisitorRequest) => Promise<void>): HttpRoute['handle'] =>
    async (request, response, rest, query) => {
      const pages = pagesIn(languageFromHeader(request.headers['accept-language']));
      try {
        await work({ request, response, pages, rest, query });
      } catch (failure) {
        if (!(failure instanceof Refusal)) throw failure;
        sendRefusal(response, pages, rest.slice(0, 16), failure);
      }
    };

  return [
    {
      method: 'GET',
      path: '/s/',
      handle: withErrorPages(async (visitorRequest) => {
        const { request, response, pages, rest, query } = visitorRequest;
        const [, id] = PAGE_PATH.exec(rest) ?? [];
        const [, fileShare, index] = FILE_PATH.exec(rest) ?? [];
        const [, archiveShare, plan] = ARCHIVE_PATH.exec(rest) ?? [];
        if (fileShare !== undefined) await file(visitorRequest, fileShare, Number(index));
        else if (archiveShare !== undefined) await archive(visitorRequest, archiveShare, plan);
        else if (id === undefined) send(response, 404, pages.notice(pages.message('unknown'), null));
        else {
          const share = visitors.find(id);
          if (share.frozen) throw new Refusal(GEN.overLimit, 'frozen');
          const ticket = query.get('ticket') ?? '';
          // A valid ticket continues the visit, for example on the way back from a folder.
          if (visitors.isValidTicket(id, ticket))
            send(response, 200, await pagesOf(response, pages, share, ticket).landing());
          // A HEAD request, for example for a link preview, does not count as a visit.
          else if (share.code === NO_SHARE_CODE && request.method === 'HEAD') {
            await visitors.entries(share);
            response.writeHead(200, HEADERS).end();
          } else if (share.code === NO_SHARE_CODE) await openShare(response, pages, id, '');
          else send(response, 200, pages.codeForm(sharePageAddress('', id), ''));
        }
      }),
    },
    {
      method: 'POST',
      path: '/s/',
      handle: withErrorPages(async ({ request, response, pages, rest }) => {
        const [, id] = PAGE_PATH.exec(rest) ?? [];
        const stranger = { recognise: () => null, address: requestHolder(request) };
        using body = await bodies.read(request, { limit: MAX_FORM_BYTES, ...stranger });
        if (body.outcome !== 'whole') drainRequest(request);
        if (id === undefined || body.outcome !== 'whole') throw new Refusal(GEN.path, 'share');
        const code = new URLSearchParams(body.bytes.toString()).get('code') ?? '';
        await openShare(response, pages, id, /^[0-9]{4}$/.test(code) ? code : '');
      }),
    },
  ];
};
