import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { EvictingPool } from './evicting-pool.ts';

/** Open files besides connections: folders, databases, workers. */
export const RESERVED_FILES = 256;
const MAX_CONNECTIONS = 4096;
const MIN_CONNECTIONS = 64;
/** Assumed limit where the system does not report it. */
const DEFAULT_OPEN_FILES = 1024;

/** The open-file limit of this process; Node raises it to the hard limit at start. */
export const openFileLimit = (): number => {
  try {
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? DEFAULT_OPEN_FILES);
  } catch {
    return DEFAULT_OPEN_FILES;
  }
};

/** The number of connections for a file limit: each connection may have a file of its own open. */
export const connectionsFor = (files: number): number =>
  Math.min(MAX_CONNECTIONS, Math.max(MIN_CONNECTIONS, Math.floor(((files - RESERVED_FILES) * 2) / 3)));

/** Relay and proxy on this machine: one address shared by many users. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1']);

/**
 * The holder of an address. An IPv6 address counts as its /64 network, because one holder usually has all of its
 * addresses.
 */
export const addressHolder = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':') || LOOPBACK.has(plain)) return plain;
  const [leading = '', trailing] = plain.split('::');
  const before = leading === '' ? [] : leading.split(':');
  const after = trailing === undefined || trailing === '' ? [] : trailing.split(':');
  const zeros = trailing === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
};

export interface ConnectionLimitsOptions {
  /** Maximum number of connections; half of them are reserved for authenticated users. */
  readonly maxConnections?: number;
  /** Time without a byte after which a connection that the server waits for is closed, in ms. */
  readonly stallMs?: number;
}

/**
 * The connections of a process. A connection is unauthenticated until a request on it identifies a user.
 * Unauthenticated and authenticated connections have half of the slots each, so that neither group can lock out the
 * other. A client that stops reading is disconnected.
 */
export class ConnectionLimits {
  readonly #requests = new Map<Socket, IncomingMessage>();
  readonly #unauthenticated: EvictingPool<Socket>;
  readonly #users: EvictingPool<Socket>;
  readonly #stallMs: number;

  constructor({ maxConnections = connectionsFor(openFileLimit()), stallMs = 60_000 }: ConnectionLimitsOptions = {}) {
    const half = Math.floor(maxConnections / 2);
    // A connection with a complete request in progress is needed; an idle one, or one that never completes its request,
    // is not.
    const isNeeded = (socket: Socket): boolean => this.#requests.get(socket)?.complete === true;
    this.#unauthenticated = new EvictingPool({
      maxItems: half,
      isNeeded,
      maxPerHolder: (address) => (LOOPBACK.has(address) ? half : Math.ceil(half / 4)),
    });
    this.#users = new EvictingPool({ maxItems: half, isNeeded, maxPerHolder: () => Math.ceil(half / 2) });
    this.#stallMs = stallMs;
  }

  /** The number of unauthenticated and authenticated connections. */
  get counts(): { readonly unauthenticated: number; readonly users: number } {
    return { unauthenticated: this.#unauthenticated.size, users: this.#users.size };
  }

  isKnown(socket: Socket): boolean {
    return this.#users.has(socket);
  }

  /** Assigns a connection to the user who was identified on it. */
  assignUser(socket: Socket, user: string): void {
    if (socket.destroyed || this.#users.has(socket)) return;
    this.#unauthenticated.remove(socket);
    this.#users.add(socket, user)?.destroy();
  }

  /**
   * Registers a new connection as unauthenticated. It keeps that place until it closes, or until another limit counts
   * it.
   */
  register(socket: Socket): void {
    socket.once('close', () => {
      this.unregister(socket);
    });
    this.#unauthenticated.add(socket, addressHolder(socket.remoteAddress ?? ''))?.destroy();
  }

  /** Another limit counts this connection from here on: of the TLS socket created from it, or of the tunnels. */
  unregister(socket: Socket): void {
    this.#unauthenticated.remove(socket);
    this.#users.remove(socket);
  }

  /** Counts the connections of a server, and closes the ones that stall. */
  watch(server: Server): void {
    server.setTimeout(this.#stallMs, (socket) => {
      if (!this.#isBusy(socket)) socket.destroy();
    });
    server.on('connection', (socket) => {
      socket.once('close', () => {
        this.#requests.delete(socket);
      });
      this.register(socket);
    });
    server.on('request', (request, response) => {
      const { socket } = request;
      this.#requests.set(socket, request);
      response.once('close', () => {
        if (this.#requests.get(socket) === request) this.#requests.delete(socket);
      });
    });
  }

  /**
   * Whether the server causes the silence: it is still working on a response, or it reads a body with its own timeout.
   */
  #isBusy(socket: Socket): boolean {
    return this.#requests.has(socket) && socket.writableLength === 0;
  }
}
