/** A box as seen by the relay: it dials in and answers requests through the tunnel. For tests only. */
import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { performServerHandshake } from 'node:http2';
import { request as tlsRequest } from 'node:https';
import type { Duplex } from 'node:stream';

export type AnswerStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/** The headers with which a box dials in. */
export const dialHeaders = (boxId: string, secret: string): Record<string, string> => ({
  connection: 'Upgrade',
  upgrade: 'boxwood-tunnel',
  'x-box-id': boxId,
  'x-box-secret': secret,
});

/**
 * Dials a service as a registered box; rejects when the service refuses it. An https service has a certificate that
 * `ca` confirms.
 */
export const dialIn = async (url: string, boxId: string, secret: string, answers: AnswerStream, ca?: Buffer) => {
  const start = url.startsWith('https:') ? tlsRequest : plainRequest;
  const upgrade = start(`${url}/relay-dial`, {
    headers: dialHeaders(boxId, secret),
    ...(ca === undefined ? {} : { ca, agent: false }),
  });
  const opened = Promise.withResolvers<undefined>();
  const closed = Promise.withResolvers<undefined>();
  let connection: Duplex | undefined;
  upgrade.on('upgrade', (_, socket, head) => {
    connection = socket;
    if (head.length > 0) socket.unshift(head);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      closed.resolve(undefined);
    });
    const session = performServerHandshake(socket);
    session.on('error', () => undefined);
    session.once('remoteSettings', () => {
      opened.resolve(undefined);
    });
    session.on('stream', (stream, headers) => {
      stream.on('error', () => undefined);
      answers(stream, headers);
    });
  });
  upgrade.on('response', (reply) => {
    upgrade.destroy(new Error(`refused with ${String(reply.statusCode)}`));
  });
  upgrade.end();
  await once(upgrade, 'upgrade');
  return {
    /** Resolves when the service has opened its side of the tunnel. */
    opened: opened.promise,
    /** Resolves when the connection is closed, by whichever side. */
    closed: closed.promise,
    hangUp: () => {
      connection?.destroy(); // the request no longer owns the connection
    },
  };
};
