import type { IncomingMessage } from 'node:http';
import { RequestBodies } from './request-bodies.ts';
import { ConnectionLimits, addressHolder } from './connection-limits.ts';
import { HeldBytes } from './paced-reader.ts';
import { UnauthenticatedQueue } from './unauthenticated-queue.ts';

/** Limits that keep one caller from using up the server: one instance for each process. */
export interface ServerLimits {
  readonly bodies: RequestBodies;
  readonly connections: ConnectionLimits;
  readonly unauthenticated: UnauthenticatedQueue;
  readonly heldBytes: HeldBytes;
}

export const createServerLimits = (): ServerLimits => ({
  bodies: new RequestBodies(),
  connections: new ConnectionLimits(),
  unauthenticated: new UnauthenticatedQueue(),
  heldBytes: new HeldBytes(),
});

/**
 * Timeouts for request heads: one that is incomplete after about ten seconds is dropped. The check runs rarely, because
 * each check wakes an idle server.
 */
export const REQUEST_HEAD_TIMEOUTS = { headersTimeout: 6000, connectionsCheckingInterval: 3500 } as const;

/** The holder of a request, by its address (for IPv6 the /64 network); empty when the connection is closed. */
export const requestHolder = (request: IncomingMessage): string => addressHolder(request.socket.remoteAddress ?? '');
