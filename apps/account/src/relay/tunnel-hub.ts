import type { IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import type { ClientHttp2Session, ClientHttp2Stream, OutgoingHttpHeaders } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Refusal } from '@boxwood/account-sdk/server';
import { boxClaimOf } from '../http/box-claim.ts';
import { openFileLimit } from '../http/connection-limits.ts';
import { requireBox } from '../link/require-box.ts';
import type { ServiceDeps } from '../service-context.ts';
import { nowSeconds } from '../system-clock.ts';
import { TunnelPlaces, tunnelsFor } from './tunnel-places.ts';

/** The protocol in the Upgrade header of a box that dials in. */
export const TUNNEL_PROTOCOL = 'boxwood-tunnel';
/**
 * Flow-control windows of a stream and of the tunnel, in bytes: the default of 64 KiB would limit the speed of a
 * distant connection.
 */
export const STREAM_WINDOW = 4 * 1024 * 1024;
export const TUNNEL_WINDOW = 32 * 1024 * 1024;
/** Ping interval and ping timeout, in ms. */
const PING_INTERVAL_MS = 20_000;
const PING_TIMEOUT_MS = 10_000;

/** Closes a tunnel whose other side no longer answers pings. */
export const closeWhenUnresponsive = (
  session: Pick<ClientHttp2Session, 'ping' | 'destroy' | 'once' | 'destroyed'>,
): void => {
  const timer = setInterval(() => {
    const timeoutTimer = setTimeout(() => {
      session.destroy();
    }, PING_TIMEOUT_MS);
    const sent =
      !session.destroyed &&
      session.ping(() => {
        clearTimeout(timeoutTimer);
      });
    if (!sent) clearTimeout(timeoutTimer);
  }, PING_INTERVAL_MS);
  timer.unref();
  session.once('close', () => {
    clearInterval(timer);
  });
};

const endWithStatus = (socket: Duplex, status: string, header = '') => {
  socket.end(`HTTP/1.1 ${status}\r\n${header}Connection: close\r\nContent-Length: 0\r\n\r\n`);
};

/** Seconds after which a box may dial again that found no place, and between two reports that all are occupied. */
const FULL_RETRY_SECONDS = 300;

export interface TunnelHubEvents {
  /** Called when a connection has a place among the tunnels and is no ordinary one any more. */
  readonly onAdmitted: (socket: Socket) => void;
  /** Called when requests can be sent to a box. */
  readonly onTunnel: (boxId: string) => void;
}

/**
 * The boxes that dialled in. A box opens an ordinary connection, upgrades it, and from then on answers HTTP/2 requests
 * on it, so that no port has to be opened in the home router.
 */
export const createTunnelHub = (
  deps: Pick<ServiceDeps, 'db' | 'settings'>,
  onFault: (fault: unknown, where: string) => void,
  { onAdmitted, onTunnel }: TunnelHubEvents,
) => {
  const tunnels = new Map<string, ClientHttp2Session>();
  const places = new TunnelPlaces({
    maxTunnels: tunnelsFor(openFileLimit()),
    maxMemory: deps.settings.tunnelMemory,
  });
  let isClosed = false;
  let reportedFullAt = Number.NEGATIVE_INFINITY;

  const refuseFull = (socket: Duplex) => {
    endWithStatus(socket, '503 Service Unavailable', `Retry-After: ${FULL_RETRY_SECONDS}\r\n`);
    const now = nowSeconds(deps.settings.clock);
    if (now - reportedFullAt < FULL_RETRY_SECONDS) return;
    reportedFullAt = now;
    onFault(new Error(`no place for another tunnel: ${places.size} boxes hold all of them`), 'relay');
  };

  const openTunnel = (boxId: string, socket: Duplex, head: Buffer) => {
    if (head.length > 0) socket.unshift(head);
    const session = connect('http://box', {
      createConnection: () => socket,
      settings: { initialWindowSize: STREAM_WINDOW, enablePush: false },
    });
    session.on('connect', () => {
      session.setLocalWindowSize(TUNNEL_WINDOW);
      onTunnel(boxId);
    });
    session.on('error', () => undefined); // `close` follows
    session.on('close', () => {
      if (tunnels.get(boxId) === session) tunnels.delete(boxId);
      socket.destroy();
    });
    socket.on('end', () => {
      session.destroy(); // the box closed the connection; server sockets stay half open by default
    });
    closeWhenUnresponsive(session);
    tunnels.get(boxId)?.destroy(); // the box has reconnected
    tunnels.set(boxId, session);
  };

  const admit = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const claim = boxClaimOf(
      Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')])),
    );
    const box = await requireBox(deps, claim);
    if (socket.destroyed) return;
    if (!places.take(box.box_id, socket)) {
      refuseFull(socket);
      return;
    }
    onAdmitted(request.socket);
    const reply = `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${TUNNEL_PROTOCOL}\r\n\r\n`;
    // HTTP/2 starts when this write is done: over TLS, Node 24 aborts the process when the session receives the end of
    // a write that it did not start (nodejs/node#63436).
    socket.write(reply, () => {
      if (isClosed) socket.destroy();
      if (socket.destroyed) return;
      request.socket.setTimeout(0); // from here on, pings detect a dead connection
      openTunnel(box.box_id, socket, head);
    });
  };

  return {
    /** Whether a box holds a tunnel. */
    isConnected: (boxId: string): boolean => tunnels.has(boxId),

    /** Ids of the boxes that hold a tunnel. */
    connected: (): readonly string[] => [...tunnels.keys()],

    /**
     * Accepts an upgrade request for a tunnel: 401 when the box secret is wrong, 503 with Retry-After when there is no
     * place for another box.
     */
    accept: (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      socket.on('error', () => socket.destroy());
      if (request.headers.upgrade?.toLowerCase() !== TUNNEL_PROTOCOL) {
        endWithStatus(socket, '400 Bad Request');
        return;
      }
      admit(request, socket, head).catch((fault: unknown) => {
        if (!(fault instanceof Refusal)) onFault(fault, 'relay');
        endWithStatus(socket, fault instanceof Refusal ? '401 Unauthorized' : '503 Service Unavailable');
      });
    },

    /** Starts a request to a box; undefined without a tunnel. */
    request: (boxId: string, headers: OutgoingHttpHeaders): ClientHttp2Stream | undefined => {
      const session = tunnels.get(boxId);
      return session === undefined || session.closed || session.destroyed ? undefined : session.request(headers);
    },

    close: (): void => {
      isClosed = true;
      for (const session of tunnels.values()) session.destroy();
      tunnels.clear();
      places.close();
    },
  };
};
export type TunnelHub = ReturnType<typeof createTunnelHub>;

/**
 * Maximum length of a box's reply in characters, and the timeout from the first byte sent to the last byte read, in ms.
 */
const MAX_REPLY_CHARACTERS = 65_536;
const REPLY_TIMEOUT_MS = 10_000;

/**
 * Sends a POST to a box through its tunnel and resolves with the reply text, empty for a status other than 200. Rejects
 * without a tunnel, and when the reply is too long or not complete in time.
 */
export const postThroughTunnel = (
  hub: Pick<TunnelHub, 'request'>,
  boxId: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const stream = hub.request(boxId, { ':method': 'POST', ':path': path, ...headers });
    if (stream === undefined) {
      reject(new Error('the box is offline'));
      return;
    }
    let status = 0;
    let text = '';
    const timeoutTimer = setTimeout(() => {
      stream.destroy(new Error('the box does not answer'));
    }, REPLY_TIMEOUT_MS);
    stream.setEncoding('utf8');
    stream.on('response', (reply) => {
      status = Number(reply[':status']);
    });
    stream.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > MAX_REPLY_CHARACTERS) stream.destroy(new Error('the answer is too long'));
    });
    stream.on('error', reject);
    stream.on('end', () => {
      resolve(status === 200 ? text : '');
    });
    // Always settles, however the stream ends: a delivery that never settles would block all later ones to the box.
    stream.on('close', () => {
      clearTimeout(timeoutTimer);
      reject(new Error('the box closed the connection'));
    });
    stream.end(body);
  });
