import { randomInt } from 'node:crypto';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { ServerHttp2Session } from 'node:http2';
import { performServerHandshake } from 'node:http2';
import type { Duplex } from 'node:stream';
import type { StreamHandler } from './loopback.ts';

/** Protocol name in the Upgrade header. */
const TUNNEL_PROTOCOL = 'boxwood-tunnel';
/** Flow control windows in bytes, for one stream and for the whole tunnel. */
const STREAM_WINDOW = 4 * 1024 * 1024;
const TUNNEL_WINDOW = 32 * 1024 * 1024;
/** Ping interval, ping timeout and connect timeout in ms. */
const PING_EVERY_MS = 20_000;
const PING_WAIT_MS = 10_000;
const DIAL_WAIT_MS = 15_000;

/** State of the tunnel. `refused`: the service does not know this box or its secret. */
export type TunnelState = 'dialling' | 'connected' | 'waiting' | 'refused' | 'closed';

export interface DialOptions {
  /**
   * Address of the account service with its prefix, such as `https://account.example.org`. Use http only on a trusted
   * network.
   */
  readonly url: string;
  readonly boxId: string;
  readonly secret: string;
  /** Handles the requests that arrive through the tunnel. */
  readonly serve: StreamHandler;
  /** Delay before retries in ms; doubles from `initialMs` up to `maxMs`. */
  readonly backoff?: { readonly first: number; readonly most: number };
  readonly onState?: (state: TunnelState) => void;
  /** Returns a number from 0 to below 1 that spreads the retries of many boxes after an outage. */
  readonly random?: () => number;
}

export interface Tunnel {
  readonly state: () => TunnelState;
  /** Closes the tunnel without reconnecting. */
  close(): Promise<void>;
}

const watch = (session: ServerHttp2Session): void => {
  // eslint-disable-next-line no-restricted-syntax -- asks whether one connection is alive, as long as it is open
  const timer = setInterval(() => {
    const late = setTimeout(() => {
      session.destroy();
    }, PING_WAIT_MS);
    const sent =
      !session.destroyed &&
      session.ping(() => {
        clearTimeout(late);
      });
    if (!sent) clearTimeout(late);
  }, PING_EVERY_MS);
  timer.unref();
  session.once('close', () => {
    clearInterval(timer);
  });
};

/**
 * Keeps a tunnel from the relay to this box open: connects to the relay, serves HTTP/2 on the connection, and
 * reconnects when it breaks. The box opens no port, and the service checks the secret before it forwards requests.
 */
export const dialRelay = (options: DialOptions): Tunnel => {
  const { first, most } = options.backoff ?? { first: 1000, most: 60_000 };
  const random = options.random ?? (() => randomInt(2 ** 32) / 2 ** 32);
  let state: TunnelState = 'dialling';
  let failures = 0;
  let again: NodeJS.Timeout | undefined;
  let hangUp: () => void = () => undefined;

  const enter = (next: TunnelState) => {
    state = next;
    options.onState?.(next);
  };

  // Uses no HTTP/2 server, because it closes TLS connections that did not negotiate HTTP/2; this connection was
  // upgraded later.
  const speak = (socket: Duplex) => {
    const session = performServerHandshake(socket, {
      settings: { initialWindowSize: STREAM_WINDOW, maxConcurrentStreams: 1000 },
    });
    session.setLocalWindowSize(TUNNEL_WINDOW);
    session.on('error', () => undefined); // the close event handles it
    session.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      try {
        options.serve(stream, headers);
      } catch {
        stream.close(1); // PROTOCOL_ERROR: the caller sent an invalid request
      }
    });
    watch(session);
  };

  const retry = (why: 'waiting' | 'refused') => {
    if (state === 'closed') return;
    const wait = Math.min(most, first * 2 ** Math.min(failures, 16)) * (0.75 + random() / 2);
    failures += 1;
    enter(why);
    again = setTimeout(dial, wait);
  };

  const serveOn = (socket: Duplex, head: Buffer) => {
    if (head.length > 0) socket.unshift(head);
    hangUp = () => socket.destroy();
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      retry('waiting');
    });
    failures = 0;
    enter('connected');
    speak(socket);
  };

  const dial = () => {
    enter('dialling');
    const start = options.url.startsWith('https:') ? tlsRequest : plainRequest;
    const request = start(`${options.url.replace(/\/$/, '')}/relay-dial`, {
      headers: {
        connection: 'Upgrade',
        upgrade: TUNNEL_PROTOCOL,
        'x-box-id': options.boxId,
        'x-box-secret': options.secret,
      },
      timeout: DIAL_WAIT_MS,
    });
    let over = false;
    const giveUp = (why: 'waiting' | 'refused') => {
      if (over) return;
      over = true;
      request.destroy();
      retry(why);
    };
    hangUp = () => request.destroy();
    request.on('upgrade', (_, socket, head) => {
      if (over) return;
      over = true;
      socket.setTimeout(0);
      if (state === 'closed') socket.destroy();
      else serveOn(socket, head);
    });
    request.on('response', (reply) => {
      reply.resume();
      giveUp(reply.statusCode === 401 ? 'refused' : 'waiting');
    });
    request.on('timeout', () => {
      giveUp('waiting');
    });
    request.on('error', () => {
      giveUp('waiting');
    });
    request.end();
  };
  dial();

  return {
    state: () => state,
    close: () => {
      enter('closed');
      clearTimeout(again);
      hangUp();
      return Promise.resolve();
    },
  };
};
