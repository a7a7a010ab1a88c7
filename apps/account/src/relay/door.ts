import type { IncomingMessage, ServerResponse } from 'node:http';
import { seconds } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../store/schema.ts';
import { opensRelay } from './grants.ts';
import { drain } from '../http/drain.ts';
import { EVERYWHERE, fromBox, isAnswer, isWanted, toBox } from './headers.ts';
import type { Connections } from '../http/connections.ts';
import type { Hub } from './hub.ts';

/** Requests below this path are forwarded to a box. */
export const DOOR = '/relay';

const no = (response: ServerResponse, status: number) => {
  const body = JSON.stringify({ error: status });
  response
    .writeHead(status, {
      ...EVERYWHERE,
      'content-type': 'application/json',
      'content-length': body.length,
      'cache-control': 'no-store',
    })
    .end(body);
};

const preflight = (request: IncomingMessage, response: ServerResponse) => {
  response
    .writeHead(204, {
      ...EVERYWHERE,
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
const take = (request: IncomingMessage, url: URL) => {
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
export const createDoor = (db: Db, clock: Clock, hub: Hub, connections: Pick<Connections, 'recognised'>) => {
  const forward = (request: IncomingMessage, response: ServerResponse, boxId: string, path: string) => {
    const stream = hub.request(boxId, {
      ...toBox(request.headers),
      ':method': request.method,
      ':path': path,
    });
    if (stream === undefined) {
      no(response, 502);
      return;
    }
    const fail = () => {
      stream.destroy();
      if (response.headersSent) response.destroy();
      else no(response, 502);
    };
    stream.on('response', (headers) => {
      const status = Number(headers[':status']);
      if (!isAnswer(status)) {
        fail();
        return;
      }
      response.writeHead(status, fromBox(status, headers));
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
      preflight(request, response);
      return;
    }
    if (!isWanted(request.headers)) {
      no(response, 403);
      drain(request);
      return;
    }
    const { host, auth, query } = take(request, url);
    if (!(await opensRelay(db, seconds(clock), host, auth))) {
      no(response, 401);
      drain(request);
      return;
    }
    connections.recognised(request.socket, `relay ${host}`);
    const path = pathInPrefix.slice(DOOR.length);
    forward(request, response, host, `${path === '' ? '/' : path}${query === '' ? '' : `?${query}`}`);
  };
};
export type Door = ReturnType<typeof createDoor>;
