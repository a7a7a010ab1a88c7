/** The HTTP server of the box: byte endpoints, commands and faults. The areas implement the commands. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Box } from '../box.ts';
import { dispatch } from '../dispatch.ts';
import type { Fault, Faults } from '../faults/faults.ts';
import { faultOf } from '../faults/faults.ts';
import { breakEntries, readRequest, writeNo } from '../wire.ts';
import { Refusal } from '../refusal.ts';
import { isOpenLink } from '../shares/commands.ts';
import type { Plain } from './bytes.ts';
import { isFileAddress, piecesOf, receive, sendFile } from './bytes.ts';
import { pageOf } from './pages.ts';
import { throughRelay } from './relay.ts';
import { Turns } from './turns.ts';

/** A request to the box, recorded in the order of arrival. */
export interface Asked {
  readonly method: string;
  readonly endpoint: string;
  readonly command: string;
}

export interface Serving {
  readonly box: Box;
  readonly faults: Faults;
  readonly endpoints: ReadonlySet<string>;
  readonly onAsked: (asked: Asked) => void;
  /** A folder with the pages of a client. */
  readonly pages: string | undefined;
}

const MOST_BODY = 1024 ** 3;

const bodyOf = async (request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> => {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of piecesOf(request)) {
    length += piece.length;
    if (length > MOST_BODY) throw new Error('too long');
    pieces.push(piece);
  }
  return Uint8Array.from(Buffer.concat(pieces));
};

const headersOf = (request: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

const PORTAL = '<!doctype html><title>Welcome</title><p>Please accept the terms of this network.';

/** Applies faults to a response. */
const spoiled = (plain: Plain, faults: readonly Fault[]): Plain => {
  const status = faultOf(faults, 'status');
  if (status !== undefined) return { status: status.status, type: 'text/html', body: 'error' };
  return faultOf(faults, 'not-json') === undefined ? plain : { status: 200, type: 'text/html', body: PORTAL };
};

const send = (response: ServerResponse, { status, type, body }: Plain, faults: readonly Fault[]): void => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length });
  const limit = faultOf(faults, 'cut')?.bytes ?? Infinity;
  if (bytes.length <= limit) response.end(bytes);
  else response.write(bytes.subarray(0, limit), () => response.destroy());
};

/** The page of a share link; the specification does not define its content. */
const sharePage = (isOpen: boolean): Plain => ({
  status: isOpen ? 200 : 404,
  type: 'text/html',
  body: '<!doctype html>',
});

const answerOf = async (
  { box, faults, endpoints, onAsked, pages }: Serving,
  request: IncomingMessage,
  url: URL,
): Promise<{ readonly plain: Plain | null; readonly met: readonly Fault[] }> => {
  const method = request.method ?? 'GET';
  const bytes = method === 'PUT' ? 'put' : method === 'GET' && isFileAddress(url.pathname) ? 'get' : null;
  if (bytes !== null) {
    onAsked({ method, endpoint: url.pathname, command: bytes });
    const met = faults.befall([bytes, url.pathname]);
    return { met, plain: bytes === 'put' ? await receive(box, url, request, met) : sendFile(box, url) };
  }
  const link = method === 'GET' ? /^\/s\/([^/]+)$/.exec(url.pathname)?.[1] : undefined;
  if (link !== undefined) return { met: [], plain: sharePage(isOpenLink(box, link)) };
  if (pages !== undefined && method === 'GET' && !endpoints.has(`GET ${url.pathname}`))
    return { met: [], plain: await pageOf(pages, url) };
  let met: readonly Fault[] = [];
  try {
    const asked = readRequest({ method, url, headers: headersOf(request), body: await bodyOf(request) }, endpoints);
    onAsked({ method, endpoint: asked.endpoint, command: asked.command });
    met = faults.befall([asked.command, url.pathname, asked.endpoint]);
    if (faultOf(met, 'signed-out') !== undefined) box.sessions.endAll();
    const { status, body } = dispatch(box, asked, faultOf(met, 'refuse'));
    const written = faultOf(met, 'broken-entry') === undefined ? body : breakEntries(body);
    return { met, plain: { status, type: 'application/json', body: JSON.stringify(written) } };
  } catch (no) {
    if (!(no instanceof Refusal)) throw no;
    const body = writeNo('error', no);
    return { met, plain: { status: 200, type: 'application/json', body: JSON.stringify(body) } };
  }
};

/** The account service has the origin of the box; a client that expects it under `/account` finds it there too. */
const inside = (url: URL): URL => {
  const own = new URL(url);
  own.pathname = url.pathname.replace(/^\/account(?=\/)/, '');
  return own;
};

export const serve = (serving: Serving): Server => {
  const turns = new Turns();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // The socket of a request whose body was not read completely is not available later.
    const { socket } = request;
    serving.box.timeline.catchUp();
    const url = throughRelay(serving.box, inside(new URL(request.url ?? '/', 'http://box')), headersOf(request));
    if (url === null) {
      send(response, { status: 401, type: 'text/plain', body: 'relay' }, []);
      return;
    }
    const { plain, met } = await answerOf(serving, request, url);
    const slow = faultOf(met, 'slow');
    if (slow !== undefined) await delay(slow.milliseconds);
    if (faultOf(met, 'out-of-order') === undefined) turns.release();
    else await turns.wait();
    if (plain === null) socket.destroy();
    else send(response, spoiled(plain, met), request.method === 'PUT' ? [] : met);
  };
  return createServer((request, response) => {
    handle(request, response).catch((fault: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, { status: 500, type: 'text/plain', body: `a fault of the simulator: ${String(fault)}` }, []);
    });
  });
};
