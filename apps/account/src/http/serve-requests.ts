import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { drainRequest } from './drain-request.ts';
import { PacedReader } from './paced-reader.ts';
import type { ServerLimits } from './server-limits.ts';
import { requestHolder } from './server-limits.ts';

export interface RequestHandlers {
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

const refuseExpectation = (request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(417, { connection: 'close', 'content-length': 0 }).end();
  drainRequest(request);
};

/** The requests of one connection; the first one is being handled or waits for its start. */
interface Connection {
  readonly reader: PacedReader;
  readonly requests: (() => void)[];
}

/**
 * Serves the requests of a server: those of one connection one after the other, and those of unauthenticated
 * connections a few at a time (`limits.unauthenticated`). Counts the connections as well.
 */
export const serveRequests = (
  server: Server,
  limits: ServerLimits,
  { onRequest, onUpgrade }: RequestHandlers,
): void => {
  const open = new WeakMap<Duplex, Connection>();
  limits.connections.watch(server);
  server.on('connection', (socket: Socket) => {
    open.set(socket, { reader: new PacedReader(socket, limits.heldBytes), requests: [] });
  });
  const accept = (request: IncomingMessage, response: ServerResponse, handler: RequestHandlers['onRequest']): void => {
    const { socket } = request;
    const begin = (): void => {
      const handle = (): void => {
        // The client may have disconnected while the request waited.
        if (!response.destroyed && !socket.destroyed) handler(request, response);
      };
      if (limits.connections.isKnown(socket)) handle();
      else limits.unauthenticated.add(requestHolder(request), handle);
    };
    const connection = open.get(socket);
    if (connection === undefined) {
      begin();
      return;
    }
    connection.reader.begin(request, response);
    connection.requests.push(begin);
    response.once('close', () => {
      connection.requests.shift();
      connection.requests[0]?.();
    });
    if (connection.requests.length === 1) begin();
  };
  server.on('request', (request, response) => {
    accept(request, response, onRequest);
  });
  // Without a listener Node answers these itself, as many as a client sends.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    accept(request, response, refuseExpectation);
  });
  server.on('upgrade', (request, socket, head) => {
    const rest = open.get(socket)?.reader.detach();
    onUpgrade(request, socket, rest === undefined || rest.length === 0 ? head : Buffer.concat([head, rest]));
  });
};
