import type { IncomingMessage, ServerResponse } from 'node:http';
import { nowSeconds } from '../system-clock.ts';
import type { ServiceClock } from '../system-clock.ts';
import type { Db } from '../store/schema.ts';
import { isValidRelayTicket } from './relay-tickets.ts';
import { drainRequest } from '../http/drain-request.ts';
import {
  RELAY_RESPONSE_HEADERS,
  responseHeadersFromBox,
  isForwardedStatus,
  isAllowedDestination,
  requestHeadersForBox,
} from './relay-headers.ts';
import type { ConnectionLimits } from '../http/connection-limits.ts';
import type { TunnelHub } from './tunnel-hub.ts';

/** Requests below this path are forwarded to a box. */
export const RELAY_PATH = '/relay';

const sendError = (response: ServerResponse, status: number) => {
  const body = JSON.stringify({ error: status });
  response
    .writeHead(status, {
      ...RELAY_RESPONSE_HEADERS,
      'content-type': 'application/json',
      'content-length': body.length,
      'cache-control': 'no-store',
    })
    .end(body);
};

const sendPreflight = (request: IncomingMessage, response: ServerResponse) => {
  response
    .writeHead(204, {
      ...RELAY_RESPONSE_HEADERS,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': '600',
    })
    .end();
};

/**
 * Reads the two relay values of a request (G-06) and removes them, so that the box does not see them. Headers take
 * precedence over query values.
 */
const takeRelayValues = (request: IncomingMessage, url: URL) => {
  const of = (header: string, name: string): string => {
    const value = request.headers[header];
    const inQuery = url.searchParams.get(name) ?? '';
    return typeof value === 'string' ? value : inQuery;
  };
  const host = of('x-relay-host', 'host');
  const auth = of('x-relay-auth', 'auth');
  // Removed from the text, so that the rest of the query keeps its exact spelling.
  const query = url.search
    .slice(1)
    .split('&')
    .filter((pair) => !/^(host|auth)(=|$)/.test(pair));
  return { host, auth, query: query.filter((pair) => pair !== '').join('&') };
};

/**
 * The public side of the relay: forwards a request with a valid ticket to the box that holds a tunnel; bodies stream
 * both ways. Responses are made inert at this origin, which is not the box's. 401 for a missing or expired ticket, 403
 * for requests whose response a browser would run, 502 when the box is disconnected or redirects.
 */
export const createRelayHandler = (
  db: Db,
  clock: ServiceClock,
  hub: TunnelHub,
  connections: Pick<ConnectionLimits, 'assignUser'>,
) => {
  const forward = (request: IncomingMessage, response: ServerResponse, boxId: string, path: string) => {
    const stream = hub.request(boxId, {
      ...requestHeadersForBox(request.headers),
      ':method': request.method,
      ':path': path,
    });
    if (stream === undefined) {
      sendError(response, 502);
      return;
    }
    const fail = () => {
      stream.destroy();
      if (response.headersSent) response.destroy();
      else sendError(response, 502);
    };
    stream.on('response', (headers) => {
      const status = Number(headers[':status']);
      if (!isForwardedStatus(status)) {
        fail();
        return;
      }
      response.writeHead(status, responseHeadersFromBox(status, headers));
      stream.pipe(response);
    });
    stream.on('error', fail);
    stream.on('aborted', fail);
    stream.on('close', () => {
      if (!response.headersSent) fail();
      else if (stream.rstCode !== 0) response.destroy();
    });
    response.on('close', () => {
      if (!response.writableFinished) stream.destroy(); // the caller disconnected
    });
    request.on('error', () => stream.destroy());
    request.pipe(stream);
  };

  /** Handles a request whose path below the prefix starts with {@link RELAY_PATH}. */
  return async (request: IncomingMessage, response: ServerResponse, pathInPrefix: string, url: URL): Promise<void> => {
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      sendPreflight(request, response);
      return;
    }
    if (!isAllowedDestination(request.headers)) {
      sendError(response, 403);
      drainRequest(request);
      return;
    }
    const { host, auth, query } = takeRelayValues(request, url);
    if (!(await isValidRelayTicket(db, nowSeconds(clock), host, auth))) {
      sendError(response, 401);
      drainRequest(request);
      return;
    }
    connections.assignUser(request.socket, `relay ${host}`);
    const path = pathInPrefix.slice(RELAY_PATH.length);
    forward(request, response, host, `${path === '' ? '/' : path}${query === '' ? '' : `?${query}`}`);
  };
};
export type RelayHandler = ReturnType<typeof createRelayHandler>;
