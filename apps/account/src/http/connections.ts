import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Places } from './places.ts';

/** Open files besides connections: folders, databases, workers. */
const OTHER_FILES = 256;
const MOST = 4096;
const LEAST = 64;
/** Assumed limit where the system does not report it. */
const USUAL_FILES = 1024;

/** The open-file limit of this process; Node raises it to the hard limit at start. */
const openFileLimit = (): number => {
  try {
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? USUAL_FILES);
  } catch {
    return USUAL_FILES;
  }
};

/** The number of connections for a file limit: each connection may have a file of its own open. */
export const connectionsFor = (files: number): number =>
  Math.min(MOST, Math.max(LEAST, Math.floor(((files - OTHER_FILES) * 2) / 3)));

/** Relay and proxy on this machine: one address shared by many users. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1']);

/**
 * The holder of an address. An IPv6 address counts as its /64 network, because one holder usually has all of its
 * addresses.
 */
export const holderOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':') || LOOPBACK.has(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
};

export interface ConnectionsOptions {
  /** Maximum number of connections; half of them are reserved for authenticated users. */
  readonly most?: number;
  /** Time without a byte after which a connection that the server waits for is closed, in ms. */
  readonly stallMs?: number;
}

/**
 * The connections of a process. A connection is unauthenticated until a request on it identifies a user.
 * Unauthenticated and authenticated connections have half of the places each, so that neither group can lock out the
 * other. A reader that stalls is disconnected.
 */
export class Connections {
  readonly #current = new Map<Socket, IncomingMessage>();
  readonly #strangers: Places<Socket>;
  readonly #users: Places<Socket>;
  readonly #stallMs: number;

  constructor({ most = connectionsFor(openFileLimit()), stallMs = 60_000 }: ConnectionsOptions = {}) {
    const half = Math.floor(most / 2);
    // A connection with a complete request in progress is needed; an idle one, or one that never completes its request,
    // is not.
    const isNeeded = (socket: Socket): boolean => this.#current.get(socket)?.complete === true;
    this.#strangers = new Places({
      most: half,
      isNeeded,
      perHolder: (address) => (LOOPBACK.has(address) ? half : Math.ceil(half / 4)),
    });
    this.#users = new Places({ most: half, isNeeded, perHolder: () => Math.ceil(half / 2) });
    this.#stallMs = stallMs;
  }

  /** The number of unauthenticated and authenticated connections. */
  get counts(): { readonly strangers: number; readonly users: number } {
    return { strangers: this.#strangers.taken, users: this.#users.taken };
  }

  isKnown(socket: Socket): boolean {
    return this.#users.has(socket);
  }

  /** Assigns a connection to the user who was identified on it. */
  recognised(socket: Socket, user: string): void {
    if (socket.destroyed || this.#users.has(socket)) return;
    this.#strangers.leave(socket);
    this.#users.enter(socket, user)?.destroy();
  }

  /**
   * Registers a new connection as unauthenticated. It keeps that place until it closes, or until another socket
   * replaces it.
   */
  came(socket: Socket): void {
    socket.once('close', () => {
      this.passed(socket);
    });
    this.#strangers.enter(socket, holderOf(socket.remoteAddress ?? ''))?.destroy();
  }

  /** Another socket replaces this one: the TLS socket created from it. */
  passed(socket: Socket): void {
    this.#strangers.leave(socket);
  }

  /** Counts the connections of a server, and closes the ones that stall. */
  watch(server: Server): void {
    server.setTimeout(this.#stallMs, (socket) => {
      if (!this.#isWorking(socket)) socket.destroy();
    });
    server.on('connection', (socket) => {
      socket.once('close', () => {
        this.#users.leave(socket);
        this.#current.delete(socket);
      });
      this.came(socket);
    });
    server.on('request', (request, response) => {
      const { socket } = request;
      this.#current.set(socket, request);
      response.once('close', () => {
        if (this.#current.get(socket) === request) this.#current.delete(socket);
      });
    });
  }

  /**
   * Whether the server causes the silence: it is still working on a response, or a body reader with its own timeout is
   * active.
   */
  #isWorking(socket: Socket): boolean {
    return this.#current.has(socket) && socket.writableLength === 0;
  }
}
