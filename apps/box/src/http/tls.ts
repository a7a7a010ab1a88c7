import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import type { Server as NetServer, Socket } from 'node:net';
import { createServer as createNetServer } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { createServer as createTlsServer } from 'node:tls';
import type { Connections } from '@boxwood/account';
import type { TlsFiles } from '../config.ts';
import { StartFailure } from '../config.ts';

/** Where the certificate and its key lie, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** Epoch milliseconds of its last moment. */
  readonly until: number;
}

/** Speaks https before a server that knows nothing of it. */
export interface Tls {
  /** What listens in the place of the server. Who has not finished the handshake is counted as a stranger. */
  before(server: HttpServer, connections: Connections): NetServer;
  /** Lets go of everybody who has not finished the handshake: nothing has been asked there. */
  drop(): void;
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

/** Reads both files, and looks whether they belong together. @throws StartFailure */
export const readCertificate = ({ cert: certFile, key: keyFile }: TlsFiles): Certificate => {
  const [cert, key] = [read(certFile, '--tls-cert'), read(keyFile, '--tls-key')];
  const parsed = (() => {
    try {
      return new X509Certificate(cert);
    } catch {
      throw new StartFailure(`--tls-cert ${certFile} is no certificate in PEM form.`);
    }
  })();
  const own = (() => {
    try {
      return createPrivateKey(key);
    } catch {
      throw new StartFailure(`--tls-key ${keyFile} is no private key in PEM form without a password.`);
    }
  })();
  if (!parsed.checkPrivateKey(own))
    throw new StartFailure(`The key in ${keyFile} is not the one of the certificate in ${certFile}.`);
  const until = Date.parse(parsed.validTo);
  if (until < Date.now()) throw new StartFailure(`The certificate in ${certFile} has ended on ${parsed.validTo}.`);
  return { cert, key, until };
};

/** The first byte of a handshake (RFC 8446, 5.1). No request in plain http begins with it. */
const HANDSHAKE = 22;
/** Who says nothing for so long after connecting, or does not finish the handshake, is let go. */
const SILENCE_MS = 10_000;
const LOOK_MS = 2000;

/** Both ends of a connection, which the encrypted one has in common with the one that it was made of. */
const endsOf = ({ remoteAddress, remotePort, localPort }: Socket): string =>
  `${remoteAddress ?? ''} ${remotePort ?? 0} ${localPort ?? 0}`;

/** Where somebody who speaks http is to go: the same address with https. */
const redirectOf = (head: string): string | null => {
  const [, path, host] = /^[A-Z]+ (\/\S*) HTTP\/1\.[01]\r\n(?:.*\r\n)*?host: *([\w.:[\]-]+)\r\n/i.exec(head) ?? [];
  // Said twice, it might be either (RFC 9112, 3.2).
  const hosts = head.match(/^host:/gim)?.length;
  return path === undefined || host === undefined || hosts !== 1 ? null : `https://${host}${path}`;
};

export interface TlsOptions {
  readonly onRenewed: (until: number) => void;
  /** The files have changed and do not fit; what was read before goes on. */
  readonly onOdd: (failure: unknown) => void;
}

/** Speaks https with the certificate in these files, and with the next one as soon as they hold it. @throws StartFailure */
export const createTls = (files: TlsFiles, { onRenewed, onOdd }: TlsOptions): Tls => {
  let now = readCertificate(files);
  const servers = new Set<TlsServer>();
  const renew = (): void => {
    try {
      const next = readCertificate(files);
      if (next.cert === now.cert && next.key === now.key) return;
      now = next;
      for (const server of servers) server.setSecureContext({ cert: next.cert, key: next.key });
      onRenewed(next.until);
    } catch (failure) {
      // One file is written before the other: the second change is looked at as well.
      onOdd(failure);
    }
  };
  const watched = [files.cert, files.key];
  for (const file of watched) watchFile(file, { interval: LOOK_MS, persistent: false }, renew);

  /** Who has not finished the handshake. */
  const waiting = new Map<string, Socket>();
  const before = (server: HttpServer, connections: Connections): NetServer => {
    const { cert, key } = now;
    const secure = createTlsServer(
      { cert, key, minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'], handshakeTimeout: SILENCE_MS },
      (socket) => {
        const ends = endsOf(socket);
        const bare = waiting.get(ends);
        waiting.delete(ends);
        if (bare !== undefined) connections.passed(bare);
        server.emit('connection', socket);
      },
    );
    // A handshake that fails costs its connection.
    secure.on('tlsClientError', (_fault, socket) => socket.destroy());
    servers.add(secure);
    return createNetServer((socket: Socket) => {
      const ends = endsOf(socket);
      waiting.set(ends, socket);
      socket.once('close', () => {
        if (waiting.get(ends) === socket) waiting.delete(ends);
      });
      connections.came(socket);
      socket.on('error', () => socket.destroy());
      socket.setTimeout(SILENCE_MS, () => socket.destroy());
      socket.once('data', (first: Buffer) => {
        socket.setTimeout(0);
        socket.removeAllListeners('timeout');
        if (first[0] === HANDSHAKE) {
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
    before,
    drop: () => {
      for (const socket of waiting.values()) socket.destroy();
    },
    close: () => {
      for (const file of watched) unwatchFile(file, renew);
    },
  };
};
