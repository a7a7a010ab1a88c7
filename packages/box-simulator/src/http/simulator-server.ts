/** The HTTP server of the box: byte endpoints, commands and faults. The areas implement the commands. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { BoxState } from '../box-state.ts';
import { dispatch } from '../dispatcher.ts';
import type { Fault, FaultRules } from '../faults/fault-rules.ts';
import { findFault } from '../faults/fault-rules.ts';
import { breakEntries, readRequest, writeRefusal } from '../wire-format.ts';
import { Refusal } from '../simulator-refusal.ts';
import { isOpenLink } from '../shares/share-commands.ts';
import type { PlainResponse } from './byte-endpoints.ts';
import { isFileAddress, chunksOf, receiveChunk, sendFile } from './byte-endpoints.ts';
import { pageOf } from './client-pages.ts';
import { resolveRelayUrl } from './simulated-relay.ts';
import { HeldResponses } from './held-responses.ts';

/** A request to the box, recorded in the order of arrival. */
export interface RecordedRequest {
  readonly method: string;
  readonly endpoint: string;
  readonly command: string;
}

export interface ServerOptions {
  readonly box: BoxState;
  readonly faults: FaultRules;
  readonly endpoints: ReadonlySet<string>;
  readonly onRequest: (parsed: RecordedRequest) => void;
  /** A folder with the pages of a client. */
  readonly pages: string | undefined;
}

const MAX_BODY_BYTES = 1024 ** 3;

const bodyOf = async (request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(request)) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new Error('too long');
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
};

const headersOf = (request: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

const CAPTIVE_PORTAL_PAGE = '<!doctype html><title>Welcome</title><p>Please accept the terms of this network.';

/** Applies faults to a response. */
const applyFaults = (plain: PlainResponse, faults: readonly Fault[]): PlainResponse => {
  const status = findFault(faults, 'status');
  if (status !== undefined) return { status: status.status, type: 'text/html', body: 'error' };
  return findFault(faults, 'not-json') === undefined
    ? plain
    : { status: 200, type: 'text/html', body: CAPTIVE_PORTAL_PAGE };
};

const send = (response: ServerResponse, { status, type, body }: PlainResponse, faults: readonly Fault[]): void => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, { 'content-type': type, 'content-length': bytes.length });
  const limit = findFault(faults, 'cut')?.bytes ?? Infinity;
  if (bytes.length <= limit) response.end(bytes);
  else response.write(bytes.subarray(0, limit), () => response.destroy());
};

/** The page of a share link; the specification does not define its content. */
const sharePage = (isOpen: boolean): PlainResponse => ({
  status: isOpen ? 200 : 404,
  type: 'text/html',
  body: '<!doctype html>',
});

const answerOf = async (
  { box, faults, endpoints, onRequest, pages }: ServerOptions,
  request: IncomingMessage,
  url: URL,
): Promise<{ readonly plain: PlainResponse | null; readonly matchingFaults: readonly Fault[] }> => {
  const method = request.method ?? 'GET';
  const bytes = method === 'PUT' ? 'put' : method === 'GET' && isFileAddress(url.pathname) ? 'get' : null;
  if (bytes !== null) {
    onRequest({ method, endpoint: url.pathname, command: bytes });
    const matchingFaults = faults.takeMatching([bytes, url.pathname]);
    return {
      matchingFaults,
      plain: bytes === 'put' ? await receiveChunk(box, url, request, matchingFaults) : sendFile(box, url),
    };
  }
  const link = method === 'GET' ? /^\/s\/([^/]+)$/.exec(url.pathname)?.[1] : undefined;
  if (link !== undefined) return { matchingFaults: [], plain: sharePage(isOpenLink(box, link)) };
  if (pages !== undefined && method === 'GET' && !endpoints.has(`GET ${url.pathname}`))
    return { matchingFaults: [], plain: await pageOf(pages, url) };
  let matchingFaults: readonly Fault[] = [];
  try {
    const parsed = readRequest({ method, url, headers: headersOf(request), body: await bodyOf(request) }, endpoints);
    onRequest({ method, endpoint: parsed.endpoint, command: parsed.command });
    matchingFaults = faults.takeMatching([parsed.command, url.pathname, parsed.endpoint]);
    if (findFault(matchingFaults, 'signed-out') !== undefined) box.sessions.endAll();
    const { status, body } = dispatch(box, parsed, findFault(matchingFaults, 'refuse'));
    const written = findFault(matchingFaults, 'broken-entry') === undefined ? body : breakEntries(body);
    return { matchingFaults, plain: { status, type: 'application/json', body: JSON.stringify(written) } };
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    const body = writeRefusal('error', refusal);
    return { matchingFaults, plain: { status: 200, type: 'application/json', body: JSON.stringify(body) } };
  }
};

/** The account service has the origin of the box; a client that expects it under `/account` finds it there too. */
const withoutAccountPrefix = (url: URL): URL => {
  const own = new URL(url);
  own.pathname = url.pathname.replace(/^\/account(?=\/)/, '');
  return own;
};

export const serve = (options: ServerOptions): Server => {
  const heldResponses = new HeldResponses();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // The socket of a request whose body was not read completely is not available later.
    const { socket } = request;
    options.box.schedule.runDue();
    const url = resolveRelayUrl(
      options.box,
      withoutAccountPrefix(new URL(request.url ?? '/', 'http://box')),
      headersOf(request),
    );
    if (url === null) {
      send(response, { status: 401, type: 'text/plain', body: 'relay' }, []);
      return;
    }
    const { plain, matchingFaults } = await answerOf(options, request, url);
    const slow = findFault(matchingFaults, 'slow');
    if (slow !== undefined) await delay(slow.milliseconds);
    if (findFault(matchingFaults, 'out-of-order') === undefined) heldResponses.release();
    else await heldResponses.wait();
    if (plain === null) socket.destroy();
    else send(response, applyFaults(plain, matchingFaults), request.method === 'PUT' ? [] : matchingFaults);
  };
  return createServer((request, response) => {
    handle(request, response).catch((fault: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, { status: 500, type: 'text/plain', body: `a fault of the simulator: ${String(fault)}` }, []);
    });
  });
};
