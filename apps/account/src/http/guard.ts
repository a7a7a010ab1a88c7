import type { IncomingMessage } from 'node:http';
import { Bodies } from './bodies.ts';
import { Connections, holderOf } from './connections.ts';

/** Limits that keep one caller from using up the server: one instance for each process. */
export interface Guard {
  readonly bodies: Bodies;
  readonly connections: Connections;
}

export const createGuard = (): Guard => ({ bodies: new Bodies(), connections: new Connections() });

/**
 * Timeouts for request heads: one that is incomplete after about ten seconds is dropped. The check runs rarely, because
 * each check wakes an idle server.
 */
export const HEADS = { headersTimeout: 6000, connectionsCheckingInterval: 3500 } as const;

/** The holder of a request, by its address (for IPv6 the /64 network); empty when the connection is closed. */
export const addressOf = (request: IncomingMessage): string => holderOf(request.socket.remoteAddress ?? '');
