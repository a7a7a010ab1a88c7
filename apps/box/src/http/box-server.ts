import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AccessLog, ServerLimits } from '@boxwood/account';
import {
  requestHolder,
  CallerDisconnected,
  drainRequest,
  hasSingleHostHeader,
  REQUEST_HEAD_TIMEOUTS,
  isOwnOrigin,
  UNAUTHENTICATED_USER,
  originOf,
  logRefusedRequest,
  serveRequests,
  takeOwnTarget,
} from '@boxwood/account';
import type { Router } from '@boxwood/box-sdk/server';
import type { RequestHint, Recognise } from '../server/identity/recognise.ts';
import { isRelayed } from '../server/relay/loopback.ts';
import { compressResponse } from './compress.ts';
import type { Desktop } from './serve-desktop.ts';
import { abortOnDisconnect } from './abort-on-disconnect.ts';
import { jsonHeaders } from './response-headers.ts';
import { refuse, refuseAndClose, refuseUnreadable, sendResponse } from './send-response.ts';
import type { Tls } from './tls.ts';

/** An HTTP route that handles the raw request and response itself, for binary data. */
export interface HttpRoute {
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
  readonly guard: ServerLimits;
  readonly recognise: Recognise;
  readonly routes: readonly HttpRoute[];
  /** Routes that are added and removed while the box runs. */
  readonly findRoute?: (path: string) => HttpRoute | undefined;
  /** Another handler at the same address (the embedded account service); true if it handled the request. */
  readonly mounted?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  /** Whether the `Host` of a request names this box. Absent: any name is accepted. */
  readonly acceptsHost?: (host: string | undefined) => boolean;
  /** Whether this server serves a path; others get 404. Absent: it serves everything. */
  readonly servesPath?: (path: string) => boolean;
  readonly healthy: () => boolean;
  /** Terminates https in front of it. Absent: plain http. */
  readonly tls?: Tls | undefined;
  readonly onFault: (fault: unknown, where: string) => void;
  readonly access: Pick<AccessLog, 'logRefusal'>;
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
  destroyConnections(): void;
}

/** Maximum size of a JSON body; torrents are the exception (G-01). */
const BODY_LIMIT = 1024 * 1024;
const TORRENT_LIMIT = 4 * BODY_LIMIT;
const TORRENT_PATH = '/downloader';

/** How much of a body is searched for a token. */
const TOKEN_SCAN_BYTES = 4096;

const LIMITS = {
  ...REQUEST_HEAD_TIMEOUTS,
  maxHeaderSize: 32 * 1024,
  /** No limit: an upload may take hours, and the function that reads a body sets its own time limit. */
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  // Refused with `hasSingleHostHeader`: Node would refuse as many such requests at once as a client sends.
  requireHostHeader: false,
  noDelay: true,
} as const;

/** Whether a request comes from our own page, or not from a browser. */
const isAllowedOrigin = ({ headers }: IncomingMessage): boolean =>
  isOwnOrigin({ ...originOf(headers), isRelayed: isRelayed(headers) });

const singleHeaders = (headers: IncomingMessage['headers']): Readonly<Record<string, string | undefined>> => {
  const all: Record<string, string | undefined> = {};
  for (const name in headers) {
    const value = headers[name];
    all[name] = Array.isArray(value) ? value[0] : value;
  }
  return all;
};

/** Created only if a handler needs it. */
const disconnectSignalOf = (response: ServerResponse): (() => AbortSignal) => {
  let signal: AbortSignal | undefined;
  return () => (signal ??= abortOnDisconnect(response));
};

const MISDIRECTED = `This box does not accept this host name.

Open the box by its address, or start it with --host-name NAME for each of its names.
`;

const splitUrl = (url: string): { readonly path: string; readonly query: URLSearchParams } => {
  const queryStart = url.indexOf('?');
  return queryStart < 0
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, queryStart), query: new URLSearchParams(url.slice(queryStart + 1)) };
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
    parsed: {
      readonly method: string;
      readonly path: string;
      readonly query: URLSearchParams;
      readonly body: string | Buffer;
    },
  ): Promise<void> => {
    const { status, body, bytes } = await options.router.handle({
      ...parsed,
      headers: singleHeaders(request.headers),
      remote: requestHolder(request),
      disconnectSignal: disconnectSignalOf(response),
    });
    // Requests received before closing are answered, and their connections are not reused.
    if (closing) response.shouldKeepAlive = false;
    const short = compressResponse(bytes ?? body, request.headers['accept-encoding']);
    if (short === null) sendResponse(response, status, bytes ?? body);
    else sendResponse(response, status, short, { 'content-encoding': 'br' });
  };

  /** Recognises a connection of a known user, so that it is not counted among anonymous ones. */
  const recogniseConnection = (request: IncomingMessage, clue: RequestHint): void => {
    const { connections } = options.guard;
    if (connections.isKnown(request.socket)) return;
    const user = options.recognise(clue);
    if (user !== null) connections.assignUser(request.socket, user);
  };

  const command = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
  ): Promise<void> => {
    const parsed = { method: 'POST', path, query, body: '' };
    // Refuses what it can before reading the body.
    if (!isAllowedOrigin(request)) {
      refuse(response, 403, 'origin');
      return;
    }
    if (!isJson(request)) {
      refuse(response, 415, 'json');
      return;
    }
    if (!options.router.hasRoute('POST', path)) {
      await run(request, response, parsed);
      drainRequest(request);
      return;
    }
    using body = await options.guard.bodies.read(request, {
      limit: path === TORRENT_PATH ? TORRENT_LIMIT : BODY_LIMIT,
      recognise: (head) => options.recognise({ path, query, bodyStart: head.toString('latin1') }),
      address: requestHolder(request),
    });
    switch (body.outcome) {
      case 'whole':
        recogniseConnection(request, { path, query, bodyStart: body.bytes.toString('latin1', 0, TOKEN_SCAN_BYTES) });
        await run(request, response, { ...parsed, body: body.bytes });
        return;
      case 'too-large':
        refuse(response, 413, 'too large');
        return;
      case 'busy':
        refuse(response, 503, 'busy', { 'retry-after': '1' });
    }
  };

  const isAt = ({ path: at }: HttpRoute, path: string): boolean =>
    at.endsWith('/') ? path.startsWith(at) : path === at;
  const routesAt = (path: string): readonly HttpRoute[] => {
    const fixed = options.routes.filter((each) => isAt(each, path));
    const dynamic = fixed.length === 0 ? options.findRoute?.(path) : undefined;
    return dynamic === undefined ? fixed : [dynamic];
  };
  const isFor = ({ method }: HttpRoute, request: IncomingMessage, path: string): boolean => {
    if (method === 'any') return !(isJson(request) && options.router.hasRoute('POST', path));
    return method === (request.method === 'HEAD' ? 'GET' : request.method) && (method !== 'POST' || !isJson(request));
  };

  /** Methods allowed at a path (RFC 9110, 10.2.1). */
  const methodsAt = (path: string, routes: readonly HttpRoute[]): readonly string[] => {
    const has = (method: HttpRoute['method']): boolean => routes.some((each) => each.method === method);
    if (has('any')) return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
    // Paths without a route show the desktop's pages; the router answers unknown commands.
    const isOpen = routes.length === 0;
    return [
      ...(isOpen || has('GET') || options.router.hasRoute('GET', path) ? ['GET', 'HEAD'] : []),
      ...(isOpen || has('POST') || options.router.hasRoute('POST', path) ? ['POST'] : []),
      ...(has('PUT') ? ['PUT'] : []),
      'OPTIONS',
    ];
  };

  /** The route of a request for the log; its full path may contain a key. */
  const routeNameOf = ({ url = '/' }: IncomingMessage): string => routesAt(splitUrl(url).path)[0]?.path ?? 'http';

  const isForThisBox = (request: IncomingMessage): boolean =>
    options.acceptsHost?.(request.headers.host) !== false && takeOwnTarget(request);

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!hasSingleHostHeader(request)) {
      refuse(response, 400, 'host', { connection: 'close' });
      return;
    }
    if (!isForThisBox(request)) {
      sendResponse(response, 421, MISDIRECTED, { 'content-type': 'text/plain; charset=utf-8' });
      drainRequest(request);
      return;
    }
    if (options.mounted !== undefined && (await options.mounted(request, response))) return;
    const { path, query } = splitUrl(request.url ?? '/');
    if (options.servesPath?.(path) === false) {
      refuse(response, 404, 'path', { connection: 'close' });
      return;
    }
    if (options.desktop.rejectShare(request, response, path)) return;
    const routes = routesAt(path);
    const route = routes.find((each) => isFor(each, request, path));
    if (route !== undefined) {
      recogniseConnection(request, { path, query, bodyStart: '' });
      if (!isRead(request) && !isAllowedOrigin(request)) refuse(response, 403, 'origin', { connection: 'close' });
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
        response.writeHead(204, { ...jsonHeaders, allow }).end();
        drainRequest(request);
        return;
      case undefined:
        refuse(response, 405, 'method', { allow });
        return;
      default:
        if (path === '/healthz')
          sendResponse(
            response,
            options.healthy() ? 200 : 503,
            options.healthy() ? '{"status":"ok"}' : '{"status":"starting"}',
          );
        else if (!options.router.hasRoute('GET', path)) await options.desktop.serve(request, response, path);
        else if (isAllowedOrigin(request)) await run(request, response, { method: 'GET', path, query, body: '' });
        else refuse(response, 403, 'origin');
    }
  };

  /** Upgraded connections, which the server does not close by itself. */
  const upgraded = new Set<Duplex>();
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<number | null> => {
    if (!hasSingleHostHeader(request)) return 400;
    if (!isForThisBox(request)) return 421;
    const { path, query } = splitUrl(request.url ?? '/');
    const route = routesAt(path).find((each) => each.upgrade !== undefined);
    if (closing || route?.upgrade === undefined || options.servesPath?.(path) === false) return 404;
    // Any page can open a WebSocket to any host; the origin shows which page it is.
    if (!isAllowedOrigin(request)) return 403;
    recogniseConnection(request, { path, query, bodyStart: '' });
    return route.upgrade(request, socket, head, path.slice(route.path.length), query);
  };
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    noteScheme(request);
    upgraded.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => upgraded.delete(socket));
    upgrade(request, socket, head)
      .then((status) => {
        if (status === null) return;
        if (status === 401 || status === 403 || status === 421)
          options.access.logRefusal('refused', {
            user: UNAUTHENTICATED_USER,
            remote: requestHolder(request),
            command: routeNameOf(request),
            code: status,
          });
        socket.end(`HTTP/1.1 ${status} \r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      })
      .catch((fault: unknown) => {
        options.onFault(fault, 'upgrade');
        socket.destroy();
      });
  };

  const server: Server = createHttpServer({ ...LIMITS, shouldUpgradeCallback: isWebSocket });
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    options.onRequest?.();
    noteScheme(request);
    if (closing) response.shouldKeepAlive = false;
    logRefusedRequest(options.access, request, response, routeNameOf);
    handle(request, response).catch((fault: unknown) => {
      if (fault instanceof CallerDisconnected) return;
      // The path is not logged: some paths contain a token.
      options.onFault(fault, `${request.method ?? ''} request`);
      if (response.headersSent) response.destroy();
      else sendResponse(response, 400, '{"error":7}', { connection: 'close' });
    });
  };
  serveRequests(server, options.guard, { onRequest, onUpgrade });
  server.on('clientError', refuseUnreadable);
  // The box is not a proxy.
  server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    refuseAndClose(socket, '405 Method Not Allowed', 'method');
  });
  const listener = options.tls?.wrap(server, options.guard.connections) ?? server;

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        listener.once('error', reject);
        listener.listen(port, host, () => {
          listener.off('error', reject);
          // A failed accept affects only that connection.
          listener.on('error', (fault) => options.onFault(fault, 'server'));
          const address = listener.address();
          resolve(typeof address === 'object' && address !== null ? address.port : port);
        });
      }),
    close: () => {
      closing = true;
      // Idle keep-alive connections get no further request.
      for (const socket of upgraded) socket.destroy();
      options.tls?.dropPending();
      return new Promise((resolve) => {
        listener.close(() => resolve());
        server.closeIdleConnections();
      });
    },
    destroyConnections: () => {
      for (const socket of upgraded) socket.destroy();
      server.closeAllConnections();
    },
  };
};
