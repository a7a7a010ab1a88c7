import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Router, RouterRequest } from '@boxwood/account-sdk/server';
import type { Releases } from '../box/releases.ts';
import type { RelayHandler } from '../relay/relay-handler.ts';
import { RELAY_PATH } from '../relay/relay-handler.ts';
import type { ServiceSettings } from '../service-settings.ts';
import type { Avatars } from '../user/avatar-files.ts';
import { CallerDisconnected } from './request-bodies.ts';
import { drainRequest } from './drain-request.ts';
import { MAX_FORM_BYTES, MAX_JSON_BYTES, readForm } from './read-form.ts';
import type { ServerLimits } from './server-limits.ts';
import { requestHolder } from './server-limits.ts';
import { isOwnOrigin, originOf } from './request-origin.ts';
import { PACKAGES_PATH, sendPackage } from './release-packages.ts';

/** Handles a request if it is for the service, and resolves to whether it was. Never rejects. */
export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

const ALLOWED_HEADERS = 'content-type, username, token, devtype';
/** The name of a picture changes with its content. */
const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable';

const send = (
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  more: Readonly<Record<string, string>> = {},
) => {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...more,
  });
  response.end(body);
};
const sendStatus = (response: ServerResponse, status: number, text: string, code = status) => {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify({ code, msg: text }));
  // Unread bytes of the body may still be in transit.
  drainRequest(response.req);
};

const headersOf = (request: IncomingMessage): RouterRequest['headers'] =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );

/** Longer bodies, in bytes, are not read when the credentials in the headers are invalid. */
const LONG_BODY_BYTES = 4096;
const isLong = ({ 'content-length': length, 'transfer-encoding': coding }: IncomingMessage['headers']): boolean =>
  coding !== undefined || Number(length ?? 0) > LONG_BODY_BYTES;

/** The credentials in headers or query; undefined when there are none (they may be in the body, G-27). */
const credentialsOf = ({ headers }: IncomingMessage, query: URLSearchParams) => {
  const of = (name: string): string => {
    const value = headers[name.toLowerCase()];
    return typeof value === 'string' ? value : (query.get(name) ?? '');
  };
  const [username, token] = [of('userName'), of('token')];
  return token === '' ? undefined : { username, token };
};

const FORM = /^multipart\/form-data\b/i;
const JSON_BODY = /^application\/json\b/i;
/** Rejects bodies that any web page may send without a preflight (text, or without a type). */
const isReadable = ({ headers }: IncomingMessage): boolean => {
  const type = headers['content-type'] ?? '';
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  return FORM.test(type) || JSON_BODY.test(type) || (isEmpty && type === '');
};

/** Resolves to whether a token is a valid session of the user. */
export type CheckSession = (username: string, token: string) => Promise<boolean>;

export interface AccountHandlerDeps {
  readonly router: Router;
  readonly avatars: Avatars;
  readonly relay: RelayHandler;
  readonly guard: ServerLimits;
  readonly releases: Releases | null;
  readonly isLive: CheckSession;
  readonly isClosing: () => boolean;
}

/** Serves the service over `node:http`: prefix, origins, bodies, pictures; commands go to the router. */
export const createHandler = (
  settings: Pick<ServiceSettings, 'prefix' | 'origins' | 'publicUrl' | 'onFault'>,
  { router, avatars, relay, guard, releases, isLive, isClosing }: AccountHandlerDeps,
): HttpHandler => {
  // Behind a proxy that changes the Host header, the service's own pages would otherwise count as foreign.
  const own = URL.canParse(settings.publicUrl) ? [new URL(settings.publicUrl).origin] : [];
  const origins: ReadonlySet<string> = new Set([...settings.origins, ...own]);

  /** Whether a request comes from a page of this origin, from a page of a configured origin, or not from a browser. */
  const isAllowedOrigin = ({ headers }: IncomingMessage): boolean =>
    (headers.origin !== undefined && origins.has(headers.origin)) ||
    isOwnOrigin({ ...originOf(headers), isRelayed: false });

  const sendPicture = async (path: string, response: ServerResponse) => {
    const found = await avatars.read(path.slice(1));
    if (found === undefined) sendStatus(response, 404, 'not found');
    else
      send(response, 200, found.type, found.data, {
        'cache-control': CACHE_IMMUTABLE,
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
  };

  /**
   * The user who sends the request: undefined when the headers have no credentials, null when they are invalid and the
   * body is long.
   */
  const userOf = async (request: IncomingMessage, query: URLSearchParams): Promise<string | undefined | null> => {
    const known = guard.connections.isKnown(request.socket);
    const claim = known && !isLong(request.headers) ? undefined : credentialsOf(request, query);
    if (claim === undefined) return undefined;
    const live = await isLive(claim.username, claim.token);
    if (live) guard.connections.assignUser(request.socket, claim.username);
    if (live) return claim.username;
    return isLong(request.headers) ? null : undefined;
  };

  const handleCommand = async (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
  ) => {
    const type = request.headers['content-type'] ?? '';
    const isForm = FORM.test(type);
    // Checked before the body is read: a foreign page must not sign in for a user, lock a user out or trigger mails.
    if (!isAllowedOrigin(request)) {
      sendStatus(response, 403, 'origin');
      return;
    }
    if (!isReadable(request)) {
      sendStatus(response, 415, 'json');
      return;
    }
    const user = await userOf(request, query);
    if (user === null) {
      sendStatus(response, 200, 'identity', 1001);
      return;
    }
    using body = await guard.bodies.read(request, {
      limit: isForm ? MAX_FORM_BYTES : MAX_JSON_BYTES,
      recognise: () => user ?? null,
      address: requestHolder(request),
    });
    if (body.outcome !== 'whole') {
      if (body.outcome === 'busy') sendStatus(response, 503, 'busy', 2002);
      else sendStatus(response, 413, 'too large');
      return;
    }
    const form = isForm ? ((await readForm(body.bytes, type)) ?? {}) : undefined;
    const reply = await router.handle({
      method: request.method ?? '',
      path,
      query,
      headers: headersOf(request),
      body: isForm ? '' : body.bytes,
      ...(form === undefined ? {} : { form }),
      remote: request.socket.remoteAddress ?? '',
    });
    send(response, reply.status, 'application/json; charset=utf-8', reply.body);
  };

  const admitOrigin = (request: IncomingMessage, response: ServerResponse) => {
    const { origin } = request.headers;
    if (origin === undefined || !settings.origins.includes(origin)) return;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-headers', ALLOWED_HEADERS);
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
    response.setHeader('access-control-max-age', '600');
    response.setHeader('vary', 'origin');
  };

  return async (request, response) => {
    const source = request.url ?? '/';
    // Inside a box nearly every request is for another handler; this check is cheaper than parsing the URL.
    if (!source.includes(settings.prefix)) return false;
    if (!URL.canParse(source, 'http://account')) return false;
    const url = new URL(source, 'http://account');
    const { pathname, searchParams } = url;
    if (settings.prefix !== '' && pathname !== settings.prefix && !pathname.startsWith(`${settings.prefix}/`))
      return false;
    const path = pathname.slice(settings.prefix.length);
    const method = request.method ?? '';
    const isRelay = path === RELAY_PATH || path.startsWith(`${RELAY_PATH}/`);
    const isGet = method === 'GET' || method === 'HEAD';
    const isPicture = isGet && path.startsWith('/avatar/');
    const isPackage = releases !== null && isGet && path.startsWith(PACKAGES_PATH);
    const isPreflight = method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    const known =
      isRelay ||
      isPicture ||
      isPackage ||
      router.hasRoute(method, path) ||
      (isPreflight && router.hasRoute(request.headers['access-control-request-method'] ?? '', path));
    if (!known && settings.prefix === '') return false;
    try {
      if (isClosing()) sendStatus(response, 503, 'stopping');
      else if (!known) sendStatus(response, 404, 'not found');
      else if (isRelay) await relay(request, response, path, url);
      else if (isPackage) {
        if (!(await sendPackage(releases, request, response, path))) sendStatus(response, 404, 'not found');
      } else {
        admitOrigin(request, response);
        if (isPreflight) response.writeHead(204).end();
        else if (isPicture) await sendPicture(path, response);
        else await handleCommand(request, response, path, searchParams);
      }
    } catch (fault) {
      if (fault instanceof CallerDisconnected || (request.destroyed && !request.complete)) return true; // the caller has disconnected
      settings.onFault(fault, 'http');
      if (!response.headersSent) sendStatus(response, 503, 'service error');
      else response.destroy();
    }
    return true;
  };
};
