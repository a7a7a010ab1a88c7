import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { AccessLog, Guard } from '@boxwood/account';
import {
  addressOf,
  CallerGone,
  drain,
  hasOneHost,
  HEADS,
  isOwnOrigin,
  NOBODY,
  originOf,
  watchDoor,
} from '@boxwood/account';
import type { Router } from '@boxwood/box-sdk/server';
import type { Clue, Recognise } from '../identity/recognise.ts';
import { isRelayed } from '../relay/loopback.ts';
import { compressed } from './compress.ts';
import type { Desktop } from './desktop.ts';
import { goneFrom } from './gone.ts';
import { reply } from './headers.ts';
import type { Tls } from './tls.ts';

/** An HTTP route that handles the raw request and response itself, for binary data. */
export interface RawRoute {
  /**
   * Method it handles. GET also handles HEAD, whose body is dropped. POST is for forms of our own pages; JSON goes to
   * the commands.
   */
  readonly method: 'GET' | 'PUT' | 'POST' | 'any';
  /** The exact path, or a prefix if it ends in `/`. */
  readonly path: string;
  /** `rest` is the request's path after `path`, still encoded. */
  handle(request: IncomingMessage, response: ServerResponse, rest: string, query: URLSearchParams): Promise<void>;
  /**
   * Takes over a WebSocket and resolves with null when it has ended, or with a status that refuses it. Absent:
   * WebSockets are not supported.
   */
  upgrade?(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    rest: string,
    query: URLSearchParams,
  ): Promise<number | null>;
}

export interface ServerOptions {
  readonly router: Router;
  readonly desktop: Desktop;
  readonly guard: Guard;
  readonly recognise: Recognise;
  readonly raw: readonly RawRoute[];
  /** Routes that are added and removed while the box runs. */
  readonly find?: (path: string) => RawRoute | undefined;
  /** Another handler at the same address (the embedded account service); true if it handled the request. */
  readonly mounted?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** Whether the `Host` of a request names this box. Absent: any name is accepted. */
  readonly answersTo?: (host: string | undefined) => boolean;
  /** Whether this server serves a path; others get 404. Absent: it serves everything. */
  readonly serves?: (path: string) => boolean;
  readonly healthy: () => boolean;
  /** Terminates https in front of it. Absent: plain http. */
  readonly tls?: Tls | undefined;
  readonly onFault: (fault: unknown, where: string) => void;
  readonly access: Pick<AccessLog, 'refused'>;
  /** Called for every request, before it is handled. */
  readonly onRequest?: () => void;
}

/** The box's HTTP server. */
export interface BoxServer {
  /** Resolves with the port; rejects if it is in use or not permitted. */
  listen(port: number, host: string): Promise<number>;
  /** Stops accepting connections and resolves when all open requests are answered. */
  close(): Promise<void>;
  /** Closes every connection, answered or not. */
  cut(): void;
}

/** Maximum size of a JSON body; torrents are the exception (G-01). */
const BODY_LIMIT = 1024 * 1024;
const TORRENT_LIMIT = 4 * BODY_LIMIT;
const TORRENT_PATH = '/downloader';

/** How much of a body is searched for a token. */
const HEAD_BYTES = 4096;

const LIMITS = {
  ...HEADS,
  maxHeaderSize: 32 * 1024,
  /** An upload may take hours; the reader of a body sets its limit. */
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  noDelay: true,
} as const;

/** Whether a request comes from our own page, or not from a browser. */
const isOurs = ({ headers }: IncomingMessage): boolean =>
  isOwnOrigin({ ...originOf(headers), relayed: isRelayed(headers) });

const single = (headers: IncomingMessage['headers']): Readonly<Record<string, string | undefined>> => {
  const all: Record<string, string | undefined> = {};
  for (const name in headers) {
    const value = headers[name];
    all[name] = Array.isArray(value) ? value[0] : value;
  }
  return all;
};

const answer = (
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
  more: Readonly<Record<string, string>> = {},
) => {
  response.writeHead(status, { ...reply, 'content-length': Buffer.byteLength(body), ...more }).end(body);
};
/** Created only if a handler needs it. */
const goneOf = (response: ServerResponse): (() => AbortSignal) => {
  let signal: AbortSignal | undefined;
  return () => (signal ??= goneFrom(response));
};

/** Refuses a request and discards the rest of its body. */
const refuse = (response: ServerResponse, status: number, words: string, more?: Readonly<Record<string, string>>) => {
  answer(response, status, JSON.stringify({ error: status === 503 ? 2 : 3, info: words }), more);
  drain(response.req);
};

const MISDIRECTED = `This box does not answer to that name.

Open it by its address, or start it with --host-name NAME for every name that leads to it.
`;

/** Refuses a connection that has no response object, and closes it. */
const sayAndClose = (socket: Duplex, status: string, words: string): void => {
  const body = JSON.stringify({ error: 3, info: words });
  const head = Object.entries({ ...reply, 'content-length': String(Buffer.byteLength(body)), connection: 'close' });
  socket.end(`HTTP/1.1 ${status}\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
};

/** Answers an invalid or too long request and closes the connection, so that the client does not reuse it. */
const refuseUnreadable = (fault: Error & { readonly code?: string }, socket: Socket): void => {
  if (fault.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, words] =
    fault.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'too large']
      : fault.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'too slow']
        : ['400 Bad Request', 'bad request'];
  sayAndClose(socket, status, words);
};

const splitUrl = (url: string): { readonly path: string; readonly query: URLSearchParams } => {
  const mark = url.indexOf('?');
  return mark < 0
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, mark), query: new URLSearchParams(url.slice(mark + 1)) };
};

const isJson = ({ headers }: IncomingMessage): boolean => /^application\/json\b/i.test(headers['content-type'] ?? '');

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** Marks requests that arrived over our own https like those of a TLS proxy. */
const noteScheme = ({ headers, socket }: IncomingMessage): void => {
  if ('encrypted' in socket) headers['x-forwarded-proto'] = 'https';
};

/** Other upgrades (`h2c` of curl) are optional and ignored. */
const isWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';

/** HTTP around the router: bodies, limits, origins, raw routes, the desktop. Knows no commands. */
export const createServer = (options: ServerOptions): BoxServer => {
  let closing = false;

  const run = async (
    request: IncomingMessage,
    response: ServerResponse,
    asked: {
      readonly method: string;
      readonly path: string;
      readonly query: URLSearchParams;
      readonly body: string | Buffer;
    },
  ): Promise<void> => {
    const { status, body, bytes } = await options.router.handle({
      ...asked,
      headers: single(request.headers),
      remote: addressOf(request),
      gone: goneOf(response),
    });
    // Requests received before closing are answered, and their connections are not reused.
    if (closing) response.shouldKeepAlive = false;
    const short = compressed(bytes ?? body, request.headers['accept-encoding']);
    if (short === null) answer(response, status, bytes ?? body);
    else answer(response, status, short, { 'content-encoding': 'br' });
  };

  /** Recognises a connection of a known user, so that it is not counted among anonymous ones. */
  const meet = (request: IncomingMessage, clue: Clue): void => {
    const { connections } = options.guard;
    if (connections.isKnown(request.socket)) return;
    const user = options.recognise(clue);
    if (user !== null) connections.recognised(request.socket, user);
  };

  const command = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
  ): Promise<void> => {
    const asked = { method: 'POST', path, query, body: '' };
    // Refuses what it can before reading the body.
    if (!isOurs(request)) {
      refuse(response, 403, 'origin');
      return;
    }
    if (!isJson(request)) {
      refuse(response, 415, 'json');
      return;
    }
    if (!options.router.knows('POST', path)) {
      await run(request, response, asked);
      drain(request);
      return;
    }
    using body = await options.guard.bodies.read(request, {
      limit: path === TORRENT_PATH ? TORRENT_LIMIT : BODY_LIMIT,
      recognise: (head) => options.recognise({ path, query, head: head.toString('latin1') }),
      address: addressOf(request),
    });
    switch (body.outcome) {
      case 'whole':
        meet(request, { path, query, head: body.bytes.toString('latin1', 0, HEAD_BYTES) });
        await run(request, response, { ...asked, body: body.bytes });
        return;
      case 'too-large':
        refuse(response, 413, 'too large');
        return;
      case 'busy':
        refuse(response, 503, 'busy', { 'retry-after': '1' });
    }
  };

  const isAt = ({ path: at }: RawRoute, path: string): boolean =>
    at.endsWith('/') ? path.startsWith(at) : path === at;
  const routesAt = (path: string): readonly RawRoute[] => {
    const fixed = options.raw.filter((each) => isAt(each, path));
    const moving = fixed.length === 0 ? options.find?.(path) : undefined;
    return moving === undefined ? fixed : [moving];
  };
  const isFor = ({ method }: RawRoute, request: IncomingMessage, path: string): boolean => {
    if (method === 'any') return !(isJson(request) && options.router.knows('POST', path));
    return method === (request.method === 'HEAD' ? 'GET' : request.method) && (method !== 'POST' || !isJson(request));
  };

  /** Methods allowed at a path (RFC 9110, 10.2.1). */
  const methodsAt = (path: string, routes: readonly RawRoute[]): readonly string[] => {
    const has = (method: RawRoute['method']): boolean => routes.some((each) => each.method === method);
    if (has('any')) return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
    // Paths without a route show the desktop's pages; the router answers unknown commands.
    const isOpen = routes.length === 0;
    return [
      ...(isOpen || has('GET') || options.router.knows('GET', path) ? ['GET', 'HEAD'] : []),
      ...(isOpen || has('POST') || options.router.knows('POST', path) ? ['POST'] : []),
      ...(has('PUT') ? ['PUT'] : []),
      'OPTIONS',
    ];
  };

  /** The route of a request for the log; its full path may contain a key. */
  const doorOf = ({ url = '/' }: IncomingMessage): string => routesAt(splitUrl(url).path)[0]?.path ?? 'http';

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!hasOneHost(request)) {
      refuse(response, 400, 'host', { connection: 'close' });
      return;
    }
    if (options.answersTo?.(request.headers.host) === false) {
      answer(response, 421, MISDIRECTED, { 'content-type': 'text/plain; charset=utf-8' });
      drain(request);
      return;
    }
    if (options.mounted !== undefined && (await options.mounted(request, response))) return;
    const { path, query } = splitUrl(request.url ?? '/');
    if (options.serves?.(path) === false) {
      refuse(response, 404, 'path', { connection: 'close' });
      return;
    }
    if (options.desktop.shareLost(request, response, path)) return;
    const routes = routesAt(path);
    const route = routes.find((each) => isFor(each, request, path));
    if (route !== undefined) {
      meet(request, { path, query, head: '' });
      if (!isRead(request) && !isOurs(request)) refuse(response, 403, 'origin', { connection: 'close' });
      else await route.handle(request, response, path.slice(route.path.length), query);
      return;
    }
    const methods = methodsAt(path, routes);
    const allow = methods.join(', ');
    switch (methods.find((each) => each === request.method)) {
      case 'POST':
        await command(request, response, path, query);
        return;
      case 'OPTIONS':
        // No CORS headers: other origins may not send requests.
        response.writeHead(204, { ...reply, allow }).end();
        drain(request);
        return;
      case undefined:
        refuse(response, 405, 'method', { allow });
        return;
      default:
        if (path === '/healthz')
          answer(
            response,
            options.healthy() ? 200 : 503,
            options.healthy() ? '{"status":"ok"}' : '{"status":"starting"}',
          );
        else if (!options.router.knows('GET', path)) await options.desktop.serve(request, response, path);
        else if (isOurs(request)) await run(request, response, { method: 'GET', path, query, body: '' });
        else refuse(response, 403, 'origin');
    }
  };

  /** Upgraded connections, which the server does not close by itself. */
  const upgraded = new Set<Duplex>();
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<number | null> => {
    const { path, query } = splitUrl(request.url ?? '/');
    if (!hasOneHost(request)) return 400;
    if (options.answersTo?.(request.headers.host) === false) return 421;
    const route = routesAt(path).find((each) => each.upgrade !== undefined);
    if (closing || route?.upgrade === undefined || options.serves?.(path) === false) return 404;
    // Any page can open a WebSocket to any host; the origin shows which page it is.
    if (!isOurs(request)) return 403;
    meet(request, { path, query, head: '' });
    return route.upgrade(request, socket, head, path.slice(route.path.length), query);
  };
  const takeOver = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    noteScheme(request);
    upgraded.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => upgraded.delete(socket));
    upgrade(request, socket, head)
      .then((status) => {
        if (status === null) return;
        if (status === 401 || status === 403 || status === 421)
          options.access.refused('refused', {
            user: NOBODY,
            remote: addressOf(request),
            command: doorOf(request),
            code: status,
          });
        socket.end(`HTTP/1.1 ${status} \r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      })
      .catch((fault: unknown) => {
        options.onFault(fault, 'upgrade');
        socket.destroy();
      });
  };

  const server: Server = createHttpServer({ ...LIMITS, shouldUpgradeCallback: isWebSocket }, (request, response) => {
    options.onRequest?.();
    noteScheme(request);
    if (closing) response.shouldKeepAlive = false;
    watchDoor(options.access, request, response, doorOf);
    handle(request, response).catch((fault: unknown) => {
      if (fault instanceof CallerGone) return;
      // The path is not logged: some paths contain a token.
      options.onFault(fault, `${request.method ?? ''} request`);
      if (response.headersSent) response.destroy();
      else answer(response, 400, '{"error":7}', { connection: 'close' });
    });
  });
  server.on('upgrade', takeOver);
  server.on('clientError', refuseUnreadable);
  // The box is not a proxy.
  server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    sayAndClose(socket, '405 Method Not Allowed', 'method');
  });
  options.guard.connections.watch(server);
  const front = options.tls?.before(server, options.guard.connections) ?? server;

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        front.once('error', reject);
        front.listen(port, host, () => {
          front.off('error', reject);
          // A failed accept affects only that connection.
          front.on('error', (fault) => options.onFault(fault, 'server'));
          const address = front.address();
          resolve(typeof address === 'object' && address !== null ? address.port : port);
        });
      }),
    close: () => {
      closing = true;
      // Idle keep-alive connections get no further request.
      for (const socket of upgraded) socket.destroy();
      options.tls?.drop();
      return new Promise((resolve) => {
        front.close(() => resolve());
        server.closeIdleConnections();
      });
    },
    cut: () => {
      for (const socket of upgraded) socket.destroy();
      server.closeAllConnections();
    },
  };
};
