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
/** Requests that the tunnel carries at once; each occupies a connection to the box's own server. */
const MAX_REQUESTS = 256;
/** Ping interval, ping timeout and connect timeout in ms. */
const PING_INTERVAL_MS = 20_000;
const PING_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 15_000;
/** Maximum of a wait that the service asks for, in ms: its places may be free much earlier. */
const MAX_REQUESTED_WAIT_MS = 3_600_000;

/** State of the tunnel. `refused`: the service does not know this box or its secret. */
export type TunnelState = 'dialling' | 'connected' | 'waiting' | 'refused' | 'closed';

export interface RelayTunnelOptions {
  /**
   * Address of the account service with its prefix, such as `https://account.example.org`. Use http only on a trusted
   * network.
   */
  readonly url: string;
  readonly boxId: string;
  readonly secret: string;
  /** Handles the requests that arrive through the tunnel. */
  readonly serve: StreamHandler;
  /**
   * Delay before retries in ms; doubles from `initialMs` up to `maxMs`, and starts again after a tunnel that was open for
   * `maxMs`.
   */
  readonly backoff?: { readonly initialMs: number; readonly maxMs: number };
  readonly onState?: (state: TunnelState) => void;
  /** Returns a number from 0 to below 1 that spreads the retries of many boxes after an outage. */
  readonly random?: () => number;
}

export interface RelayTunnel {
  readonly state: () => TunnelState;
  /** Closes the tunnel without reconnecting. */
  close(): Promise<void>;
}

const pingRegularly = (session: ServerHttp2Session): void => {
  // eslint-disable-next-line no-restricted-syntax -- asks whether one connection is alive, as long as it is open
  const timer = setInterval(() => {
    const timeout = setTimeout(() => {
      session.destroy();
    }, PING_TIMEOUT_MS);
    const sent =
      !session.destroyed &&
      session.ping(() => {
        clearTimeout(timeout);
      });
    if (!sent) clearTimeout(timeout);
  }, PING_INTERVAL_MS);
  timer.unref();
  session.once('close', () => {
    clearInterval(timer);
  });
};

/** The wait in ms that a service asks for with Retry-After (RFC 9110, 10.2.3), in seconds; 0 for none. */
const requestedWait = (retryAfter = ''): number =>
  /^\d{1,9}$/.test(retryAfter) ? Math.min(MAX_REQUESTED_WAIT_MS, Number(retryAfter) * 1000) : 0;

/**
 * Keeps a tunnel from the relay to this box open: connects to the relay, serves HTTP/2 on the connection, and
 * reconnects when it breaks. The box opens no port, and the service checks the secret before it forwards requests.
 */
export const dialRelay = (options: RelayTunnelOptions): RelayTunnel => {
  const { initialMs, maxMs } = options.backoff ?? { initialMs: 1000, maxMs: 60_000 };
  const random = options.random ?? (() => randomInt(2 ** 32) / 2 ** 32);
  let state: TunnelState = 'dialling';
  let failures = 0;
  let retryTimer: NodeJS.Timeout | undefined;
  let stableTimer: NodeJS.Timeout | undefined;
  let hangUp: () => void = () => undefined;

  const setState = (next: TunnelState) => {
    state = next;
    options.onState?.(next);
  };

  // Uses no HTTP/2 server, because it closes TLS connections that did not negotiate HTTP/2; this connection was
  // upgraded later.
  const serveHttp2 = (socket: Duplex) => {
    const session = performServerHandshake(socket, {
      settings: { initialWindowSize: STREAM_WINDOW, maxConcurrentStreams: MAX_REQUESTS },
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
    pingRegularly(session);
  };

  const retry = (why: 'waiting' | 'refused', atLeastMs = 0) => {
    if (state === 'closed') return;
    const spread = random() / 2;
    const wait = Math.min(maxMs, initialMs * 2 ** Math.min(failures, 16)) * (0.75 + spread);
    failures += 1;
    setState(why);
    retryTimer = setTimeout(dial, Math.max(wait, atLeastMs * (1 + spread)));
  };

  const serveOn = (socket: Duplex, head: Buffer) => {
    if (head.length > 0) socket.unshift(head);
    hangUp = () => socket.destroy();
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(stableTimer);
      retry('waiting');
    });
    // A service that closes each tunnel at once is not dialled at once.
    stableTimer = setTimeout(() => {
      failures = 0;
    }, maxMs);
    stableTimer.unref();
    setState('connected');
    serveHttp2(socket);
  };

  const dial = () => {
    setState('dialling');
    const start = options.url.startsWith('https:') ? tlsRequest : plainRequest;
    const request = start(`${options.url.replace(/\/$/, '')}/relay-dial`, {
      headers: {
        connection: 'Upgrade',
        upgrade: TUNNEL_PROTOCOL,
        'x-box-id': options.boxId,
        'x-box-secret': options.secret,
      },
      timeout: CONNECT_TIMEOUT_MS,
    });
    let isSettled = false;
    const giveUp = (why: 'waiting' | 'refused', atLeastMs = 0) => {
      if (isSettled) return;
      isSettled = true;
      request.destroy();
      retry(why, atLeastMs);
    };
    hangUp = () => request.destroy();
    request.on('upgrade', (_, socket, head) => {
      if (isSettled) return;
      isSettled = true;
      socket.setTimeout(0);
      if (state === 'closed') socket.destroy();
      else serveOn(socket, head);
    });
    request.on('response', (reply) => {
      reply.resume();
      giveUp(reply.statusCode === 401 ? 'refused' : 'waiting', requestedWait(reply.headers['retry-after']));
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
      setState('closed');
      clearTimeout(retryTimer);
      clearTimeout(stableTimer);
      hangUp();
      return Promise.resolve();
    },
  };
};
