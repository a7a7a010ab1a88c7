import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import { createServer as createNetServer } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { createServer as createTlsServer } from 'node:tls';
import type { ConnectionLimits } from '@boxwood/account';
import type { TlsFiles } from '../config.ts';
import { StartFailure } from '../config.ts';

/** Certificate and private key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** Expiry, in epoch milliseconds. */
  readonly until: number;
}

/** Terminates https in front of an http server. */
export interface Tls {
  /**
   * Returns the listener to use in place of the server. A connection counts as anonymous until its handshake is
   * complete.
   */
  wrap(server: HttpServer, connections: ConnectionLimits): NetServer;
  /** Closes every connection with an unfinished handshake; none has sent a request. */
  dropPending(): void;
  close(): void;
}

const read = (file: string, option: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (failure) {
    const why = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown';
    throw new StartFailure(`${option} ${file} cannot be read (${why}).`);
  }
};

/** Reads both files and checks that they match. @throws StartFailure */
export const readCertificate = ({ cert: certFile, key: keyFile }: TlsFiles): Certificate => {
  const [cert, key] = [read(certFile, '--tls-cert'), read(keyFile, '--tls-key')];
  const parsed = (() => {
    try {
      return new X509Certificate(cert);
    } catch {
      throw new StartFailure(`--tls-cert ${certFile} is not a certificate in PEM format.`);
    }
  })();
  const own = (() => {
    try {
      return createPrivateKey(key);
    } catch {
      throw new StartFailure(`--tls-key ${keyFile} is not a private key in PEM format without a password.`);
    }
  })();
  if (!parsed.checkPrivateKey(own))
    throw new StartFailure(`The key in ${keyFile} does not belong to the certificate in ${certFile}.`);
  const until = Date.parse(parsed.validTo);
  if (until < Date.now()) throw new StartFailure(`The certificate in ${certFile} expired on ${parsed.validTo}.`);
  return { cert, key, until };
};

/** First byte of a TLS handshake (RFC 8446, 5.1). No plain http request begins with it. */
const HANDSHAKE_BYTE = 22;
/** Timeout for the first byte and for the handshake, in ms. */
const HANDSHAKE_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 2000;

/** Addresses and ports of a connection, shared by the raw socket and the TLS socket made from it. */
const endpointsOf = ({ remoteAddress, remotePort, localPort }: Socket): string =>
  `${remoteAddress ?? ''} ${remotePort ?? 0} ${localPort ?? 0}`;

/** Redirect target of a plain http request: the same URL with https. */
const redirectOf = (requestHead: string): string | null => {
  const [, path, host] =
    /^[A-Z]+ (\/\S*) HTTP\/1\.[01]\r\n(?:.*\r\n)*?host: *([\w.:[\]-]+)\r\n/i.exec(requestHead) ?? [];
  // With two Host headers, either may be meant (RFC 9112, 3.2).
  const hosts = requestHead.match(/^host:/gim)?.length;
  return path === undefined || host === undefined || hosts !== 1 ? null : `https://${host}${path}`;
};

export interface TlsOptions {
  readonly onRenewed: (until: number) => void;
  /** Called when the changed files do not match; the previous certificate stays in use. */
  readonly onInvalid: (failure: unknown) => void;
}

/** Serves https with the certificate in these files, and reloads it when they change. @throws StartFailure */
export const createTls = (files: TlsFiles, { onRenewed, onInvalid }: TlsOptions): Tls => {
  let current = readCertificate(files);
  const servers = new Set<TlsServer>();
  const renew = (): void => {
    try {
      const next = readCertificate(files);
      if (next.cert === current.cert && next.key === current.key) return;
      current = next;
      for (const server of servers) server.setSecureContext({ cert: next.cert, key: next.key });
      onRenewed(next.until);
    } catch (failure) {
      // The files are written one after the other: the second change is read as well.
      onInvalid(failure);
    }
  };
  const watched = [files.cert, files.key];
  for (const file of watched) watchFile(file, { interval: POLL_INTERVAL_MS, persistent: false }, renew);

  /** Sockets with an unfinished handshake. */
  const pendingHandshakes = new Map<string, Socket>();
  const wrap = (server: HttpServer, connections: ConnectionLimits): NetServer => {
    const { cert, key } = current;
    const secure = createTlsServer(
      { cert, key, minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'], handshakeTimeout: HANDSHAKE_TIMEOUT_MS },
      (socket) => {
        const endpoints = endpointsOf(socket);
        const bare = pendingHandshakes.get(endpoints);
        pendingHandshakes.delete(endpoints);
        if (bare !== undefined) connections.unregister(bare);
        server.emit('connection', socket);
      },
    );
    // A failed handshake closes only its connection.
    secure.on('tlsClientError', (_fault, socket) => socket.destroy());
    servers.add(secure);
    return createNetServer((socket: Socket) => {
      const endpoints = endpointsOf(socket);
      pendingHandshakes.set(endpoints, socket);
      socket.once('close', () => {
        if (pendingHandshakes.get(endpoints) === socket) pendingHandshakes.delete(endpoints);
      });
      connections.register(socket);
      socket.on('error', () => socket.destroy());
      socket.setTimeout(HANDSHAKE_TIMEOUT_MS, () => socket.destroy());
      socket.once('data', (first: Buffer) => {
        socket.setTimeout(0);
        socket.removeAllListeners('timeout');
        if (first[0] === HANDSHAKE_BYTE) {
          socket.pause();
          socket.unshift(first);
          secure.emit('connection', socket);
          return;
        }
        const to = redirectOf(first.toString('latin1'));
        if (to === null) socket.destroy();
        else
          socket.end(
            `HTTP/1.1 307 Temporary Redirect\r\nlocation: ${to}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
          );
      });
    });
  };
  return {
    wrap,
    dropPending: () => {
      for (const socket of pendingHandshakes.values()) socket.destroy();
    },
    close: () => {
      for (const file of watched) unwatchFile(file, renew);
    },
  };
};
