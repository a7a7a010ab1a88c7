import type { IncomingMessage } from 'node:http';
import { Bodies } from './bodies.ts';
import { Connections, holderOf } from './connections.ts';

/** What keeps one caller from taking a server from the others: one for a process. */
export interface Guard {
  readonly bodies: Bodies;
  readonly connections: Connections;
}

export const createGuard = (): Guard => ({ bodies: new Bodies(), connections: new Connections() });

/** How a server waits for heads: one that is not there within ten seconds is of nobody. It looks seldom, as each look wakes a server that has nothing to do. */
export const HEADS = { headersTimeout: 6000, connectionsCheckingInterval: 3500 } as const;

/** Whose request it is, by its address: of IPv6 the network of 2^64 that one sender has; empty when its connection is gone. */
export const addressOf = (request: IncomingMessage): string => holderOf(request.socket.remoteAddress ?? '');
