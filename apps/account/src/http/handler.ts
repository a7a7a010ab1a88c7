import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Router, RouterRequest } from '@boxwood/account-sdk/server';
import type { Door } from '../relay/door.ts';
import { DOOR } from '../relay/door.ts';
import type { Settings } from '../settings.ts';
import type { Avatars } from '../user/avatars.ts';
import { FORM_LIMIT, JSON_LIMIT, readBody, readForm } from './body.ts';

/** Answers a request that is for the service and says whether it was. Never rejects. */
export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

const OWN_HEADERS = 'content-type, username, token, devtype';
/** A picture changes its name with its content. */
const FOREVER = 'public, max-age=31536000, immutable';

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
    ...more,
  });
  response.end(body);
};
const sendStatus = (response: ServerResponse, status: number, text: string) => {
  // The body that was not read may still be on its way; the connection is of no more use.
  send(
    response,
    status,
    'application/json; charset=utf-8',
    JSON.stringify({ code: status, msg: text }),
    status === 413 ? { connection: 'close' } : {},
  );
};

const headersOf = (request: IncomingMessage): RouterRequest['headers'] =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );

/** The service over `node:http`: prefix, origins, bodies, pictures; every command goes to the router. */
export const createHandler = (
  settings: Pick<Settings, 'prefix' | 'origins' | 'onFault'>,
  router: Router,
  avatars: Avatars,
  door: Door,
  isClosing: () => boolean,
): HttpHandler => {
  const picture = async (path: string, response: ServerResponse) => {
    const found = await avatars.read(path.slice(1));
    if (found === undefined) sendStatus(response, 404, 'not found');
    else
      send(response, 200, found.type, found.data, {
        'cache-control': FOREVER,
        'content-security-policy': "default-src 'none'; sandbox",
      });
  };

  const command = async (request: IncomingMessage, response: ServerResponse, path: string, query: URLSearchParams) => {
    const type = request.headers['content-type'] ?? '';
    const isForm = /^multipart\/form-data\b/i.test(type);
    const body = await readBody(request, isForm ? FORM_LIMIT : JSON_LIMIT);
    if (body === undefined) {
      sendStatus(response, 413, 'too large');
      return;
    }
    const form = isForm ? ((await readForm(body, type)) ?? {}) : undefined;
    const reply = await router.handle({
      method: request.method ?? '',
      path,
      query,
      headers: headersOf(request),
      body: isForm ? '' : body,
      ...(form === undefined ? {} : { form }),
      remote: request.socket.remoteAddress ?? '',
    });
    send(response, reply.status, 'application/json; charset=utf-8', reply.body);
  };

  const admitOrigin = (request: IncomingMessage, response: ServerResponse) => {
    const { origin } = request.headers;
    if (origin === undefined || !settings.origins.includes(origin)) return;
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('access-control-allow-headers', OWN_HEADERS);
    response.setHeader('access-control-allow-methods', 'GET, POST, DELETE');
    response.setHeader('access-control-max-age', '600');
    response.setHeader('vary', 'origin');
  };

  return async (request, response) => {
    const source = request.url ?? '/';
    // Inside a box nearly every request is for somebody else: seen before the address is taken apart.
    if (!source.includes(settings.prefix)) return false;
    if (!URL.canParse(source, 'http://account')) return false;
    const url = new URL(source, 'http://account');
    const { pathname, searchParams } = url;
    if (settings.prefix !== '' && pathname !== settings.prefix && !pathname.startsWith(`${settings.prefix}/`))
      return false;
    const path = pathname.slice(settings.prefix.length);
    const method = request.method ?? '';
    const isRelay = path === DOOR || path.startsWith(`${DOOR}/`);
    const isPicture = (method === 'GET' || method === 'HEAD') && path.startsWith('/avatar/');
    const isPreflight = method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    const known =
      isRelay ||
      isPicture ||
      router.knows(method, path) ||
      (isPreflight && router.knows(request.headers['access-control-request-method'] ?? '', path));
    if (!known && settings.prefix === '') return false;
    try {
      if (isClosing()) sendStatus(response, 503, 'stopping');
      else if (!known) sendStatus(response, 404, 'not found');
      else if (isRelay) await door(request, response, path, url);
      else {
        admitOrigin(request, response);
        if (isPreflight) response.writeHead(204).end();
        else if (isPicture) await picture(path, response);
        else await command(request, response, path, searchParams);
      }
    } catch (fault) {
      if (request.destroyed && !request.complete) return true; // nobody waits for an answer
      settings.onFault(fault, 'http');
      if (!response.headersSent) sendStatus(response, 503, 'service error');
      else response.destroy();
    }
    return true;
  };
};
