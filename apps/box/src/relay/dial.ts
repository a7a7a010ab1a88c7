import { randomInt } from 'node:crypto';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import type { ServerHttp2Session } from 'node:http2';
import { performServerHandshake } from 'node:http2';
import type { Duplex } from 'node:stream';
import type { StreamHandler } from './loopback.ts';

/** What the box asks for in the Upgrade header. */
const TUNNEL_PROTOCOL = 'boxwood-tunnel';
/** Bytes under way without an acknowledgement, for one stream and for the tunnel. */
const STREAM_WINDOW = 4 * 1024 * 1024;
const TUNNEL_WINDOW = 32 * 1024 * 1024;
/** Milliseconds between two pings, for an answer, and for the first connection. */
const PING_EVERY_MS = 20_000;
const PING_WAIT_MS = 10_000;
const DIAL_WAIT_MS = 15_000;

/** How the tunnel stands. `refused`: the service does not know this box or its secret. */
export type TunnelState = 'dialling' | 'connected' | 'waiting' | 'refused' | 'closed';

export interface DialOptions {
  /** Address of the account service with its prefix, `https://account.example.org`; http only where the line is trusted. */
  readonly url: string;
  readonly boxId: string;
  readonly secret: string;
  /** Answers what comes through the tunnel. */
  readonly serve: StreamHandler;
  /** Milliseconds before the first and between later attempts; doubles from `first` up to `most`. */
  readonly backoff?: { readonly first: number; readonly most: number };
  readonly onState?: (state: TunnelState) => void;
  /** 0 to below 1; spreads the attempts of many boxes after an outage. */
  readonly random?: () => number;
}

export interface Tunnel {
  readonly state: () => TunnelState;
  /** Hangs up for good. */
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
 * Keeps a way open from the relay to this box: dials out, hands the connection over to an HTTP/2 server, and dials again whenever it
 * breaks. Nothing listens; the secret is checked by the service before anything travels.
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

  // Not by a server: that one hangs up on a TLS connection which was not opened for HTTP/2, as this one became it later.
  const speak = (socket: Duplex) => {
    const session = performServerHandshake(socket, {
      settings: { initialWindowSize: STREAM_WINDOW, maxConcurrentStreams: 1000 },
    });
    session.setLocalWindowSize(TUNNEL_WINDOW);
    session.on('error', () => undefined); // its close is what matters
    session.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      try {
        options.serve(stream, headers);
      } catch {
        stream.close(1); // PROTOCOL_ERROR: what cannot be asked for here is the caller's own fault
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
