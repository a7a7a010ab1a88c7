/** `/port_{n}`: proxies a program that listens on a local port, for users admitted by the feature that runs it. */
import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as startRequest,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { requestHolder } from '@boxwood/account';
import type { RunningResponses } from '../server/identity/running-responses.ts';
import type { HttpRoute } from './box-server.ts';

/** A port opened by a feature. */
export interface LocalPort {
  /** Loopback port of the program. */
  readonly port: number;
  /** Returns the user of a request; null denies access. Checked again while a response or connection is open. */
  readonly caller: (request: IncomingMessage, query: URLSearchParams) => string | null;
}

/** Hop-by-hop headers (RFC 9110, 7.6.1), removed in both directions. */
const HOP_BY_HOP_HEADERS = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
].concat('trailer', 'transfer-encoding', 'upgrade');
/** Credentials for the box, not forwarded to a third-party program. */
const CREDENTIAL_HEADERS = ['username', 'token', 'cookie', 'authorization', 'host', 'x-forwarded-for'];
/** Response headers such a program may not set on the box's origin: cookies, CORS, service workers, redirects. */
const STRIPPED_HEADERS = [
  'set-cookie',
  'clear-site-data',
  'service-worker-allowed',
  'location',
  'refresh',
  'alt-svc',
  'link',
].concat('strict-transport-security', 'content-security-policy-report-only', 'report-to', 'nel');
/** Sandboxes its pages in an opaque origin: they cannot access the box or load foreign content. */
const SANDBOX_HEADERS = {
  'content-security-policy': "sandbox; default-src 'self' data:; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

const withoutHeaders = (headers: IncomingMessage['headers'], names: readonly string[]): OutgoingHttpHeaders => {
  // A `Connection` header may name further hop-by-hop headers.
  const connectionHeaders = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        ![...HOP_BY_HOP_HEADERS, ...names, ...connectionHeaders].includes(name) && !name.startsWith('access-control-'),
    ),
  );
};

/** The query without the parameters of the box. */
const searchOf = (query: URLSearchParams): string => {
  const rest = new URLSearchParams(query);
  rest.delete('key');
  return rest.size === 0 ? '' : `?${rest.toString()}`;
};

const respondEmpty = (response: ServerResponse, status: number): void => {
  response.writeHead(status, { 'content-length': 0, 'cache-control': 'no-store' }).end();
};

/** Local ports of programs. A port is reachable only while a feature has it open. */
export class LocalPorts {
  readonly #open = new Map<number, LocalPort>();
  readonly #running: Pick<RunningResponses, 'during'>;

  constructor(running: Pick<RunningResponses, 'during'>) {
    this.#running = running;
  }

  /** Opens `/port_{number}`; the result closes it. @throws if it is open already */
  open(number: number, local: LocalPort): () => void {
    if (this.#open.has(number)) throw new Error(`port_${number} is open`);
    this.#open.set(number, local);
    return () => {
      if (this.#open.get(number) === local) this.#open.delete(number);
    };
  }

  /** The route for a path; undefined if that port is not open. */
  readonly findRoute = (path: string): HttpRoute | undefined => {
    const [, base = '', number = ''] = /^(\/port_(\d{1,5})\/)/.exec(path) ?? [];
    const local = this.#open.get(Number(number));
    if (base === '' || local === undefined) return undefined;
    const stillAllowed = (request: IncomingMessage, query: URLSearchParams, user: string) => (): boolean =>
      this.#open.get(Number(number)) === local && local.caller(request, query) === user;
    return {
      method: 'any',
      path: base,
      handle: async (request, response, rest, query) => {
        const user = local.caller(request, query);
        if (user === null) respondEmpty(response, 401);
        else
          await this.#running.during(response, stillAllowed(request, query, user), () =>
            forwardRequest(local.port, request, response, `/${rest}${searchOf(query)}`),
          );
      },
      upgrade: async (request, socket, head, rest, query) => {
        const user = local.caller(request, query);
        if (user === null) return 401;
        return this.#running.during(socket, stillAllowed(request, query, user), () =>
          connectWebSocket(local.port, request, socket, head, `/${rest}${searchOf(query)}`),
        );
      },
    };
  };
}

const requestUpstream = (port: number, request: IncomingMessage, path: string, more: OutgoingHttpHeaders) =>
  startRequest({
    host: '127.0.0.1',
    port,
    path,
    method: request.method,
    agent: false,
    headers: {
      ...withoutHeaders(request.headers, CREDENTIAL_HEADERS),
      'x-forwarded-for': requestHolder(request),
      ...more,
    },
  });

const forwardRequest = (
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> =>
  new Promise((resolve) => {
    const upstream = requestUpstream(port, request, path, {});
    const end = (): void => {
      upstream.destroy();
      resolve();
    };
    response.once('close', end);
    upstream.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 502, {
        ...withoutHeaders(reply.headers, STRIPPED_HEADERS),
        ...SANDBOX_HEADERS,
      });
      reply.on('error', () => response.destroy());
      reply.pipe(response);
    });
    upstream.on('error', () => {
      if (response.headersSent) response.destroy();
      else respondEmpty(response, 502);
    });
    request.pipe(upstream);
  });

/**
 * Connects a WebSocket to the program and ends when either side does. Resolves with a status if there is no connection,
 * otherwise null.
 */
const connectWebSocket = (
  port: number,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  path: string,
): Promise<number | null> =>
  new Promise((resolve) => {
    const upstream = requestUpstream(port, request, path, { connection: 'upgrade', upgrade: 'websocket' });
    upstream.on('error', () => resolve(502));
    upstream.on('response', (reply) => {
      reply.resume();
      upstream.destroy();
      resolve(502);
    });
    upstream.on('upgrade', (reply: IncomingMessage, other: Socket, first: Buffer) => {
      const names = ['sec-websocket-accept', 'sec-websocket-protocol', 'sec-websocket-extensions'];
      const lines = names.flatMap((name) => {
        const value = reply.headers[name];
        return typeof value === 'string' ? [`${name}: ${value}\r\n`] : [];
      });
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n${lines.join('')}\r\n`,
      );
      for (const [from, to] of [
        [socket, other],
        [other, socket],
      ] as const) {
        from.on('error', () => to.destroy());
        from.once('close', () => {
          to.destroy();
          resolve(null);
        });
        from.pipe(to);
      }
      other.write(head);
      socket.write(first);
    });
    socket.once('close', () => {
      upstream.destroy();
      resolve(null);
    });
    upstream.end();
  });
