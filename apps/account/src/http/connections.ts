import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Places } from './places.ts';

/** Files, folders, databases, workers: what is open beside connections. */
const OTHER_FILES = 256;
const MOST = 4096;
const LEAST = 64;
/** Where the number of files is not told. */
const USUAL_FILES = 1024;

/** How many files this process may have open; Node asks for as many as it may have when it starts. */
const openFileLimit = (): number => {
  try {
    const [, soft] = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? USUAL_FILES);
  } catch {
    return USUAL_FILES;
  }
};

/** Connections for a number of files: a connection may have a file of its own open. */
export const connectionsFor = (files: number): number =>
  Math.min(MOST, Math.max(LEAST, Math.floor(((files - OTHER_FILES) * 2) / 3)));

/** The relay and a proxy on this machine: one address, and many people behind it. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1']);

/** Who an address belongs to: whoever has one of IPv6 has the 2^64 addresses beside it as well. */
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
  /** Connections at a time; half of them for those who are known. */
  readonly most?: number;
  /** Milliseconds without a byte after which a connection on which the box waits is closed. */
  readonly stallMs?: number;
}

/**
 * The connections of a process. Whoever connects is a stranger until something they sent says who they are; strangers have half of the places
 * and users the other half, so that neither crowd can keep a person of the family out. A reader who stops reading is let go.
 */
export class Connections {
  readonly #current = new Map<Socket, IncomingMessage>();
  readonly #strangers: Places<Socket>;
  readonly #users: Places<Socket>;
  readonly #stallMs: number;

  constructor({ most = connectionsFor(openFileLimit()), stallMs = 60_000 }: ConnectionsOptions = {}) {
    const half = Math.floor(most / 2);
    // One whose request is here and is being answered would be missed; one that says nothing, or never comes to an end, would not.
    const isNeeded = (socket: Socket): boolean => this.#current.get(socket)?.complete === true;
    this.#strangers = new Places({
      ...{ most: half, isNeeded },
      perHolder: (address) => (LOOPBACK.has(address) ? half : Math.ceil(half / 4)),
    });
    this.#users = new Places({ ...{ most: half, isNeeded }, perHolder: () => Math.ceil(half / 2) });
    this.#stallMs = stallMs;
  }

  /** Connections of those who are not known, and of those who are. */
  get counts(): { readonly strangers: number; readonly users: number } {
    return { strangers: this.#strangers.taken, users: this.#users.taken };
  }

  isKnown(socket: Socket): boolean {
    return this.#users.has(socket);
  }

  /** Whose connection it is turned out. */
  recognised(socket: Socket, user: string): void {
    if (socket.destroyed || this.#users.has(socket)) return;
    this.#strangers.leave(socket);
    this.#users.enter(socket, user)?.destroy();
  }

  /** One that has come and has not been heard yet: it has a place of a stranger until it closes, or until another one stands for it. */
  came(socket: Socket): void {
    socket.once('close', () => {
      this.passed(socket);
    });
    this.#strangers.enter(socket, holderOf(socket.remoteAddress ?? ''))?.destroy();
  }

  /** Another one stands for it now: the encrypted one that was made of it. */
  passed(socket: Socket): void {
    this.#strangers.leave(socket);
  }

  /** Has the connections of a server counted, and the silent ones closed. */
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

  /** Whether the silence is the box's own: somebody waits for an answer that takes its time, or the reader of a body looks after it. */
  #isWorking(socket: Socket): boolean {
    return this.#current.has(socket) && socket.writableLength === 0;
  }
}
