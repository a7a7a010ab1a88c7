/** A box as seen by the relay: it dials in and answers requests through the tunnel. For tests only. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { createServer } from 'node:http2';

export type AnswerStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/** Dials a service as a registered box; rejects when the service refuses it. */
export const dialIn = async (url: string, boxId: string, secret: string, answers: AnswerStream) => {
  const server = createServer();
  server.on('sessionError', () => undefined);
  server.on('session', (session) => session.on('error', () => undefined));
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    answers(stream, headers);
  });
  const upgrade = request(`${url}/relay-dial`, {
    headers: { connection: 'Upgrade', upgrade: 'boxwood-tunnel', 'x-box-id': boxId, 'x-box-secret': secret },
  });
  upgrade.on('upgrade', (_, socket, head) => {
    if (head.length > 0) socket.unshift(head);
    server.emit('connection', socket);
  });
  upgrade.end();
  await once(upgrade, 'upgrade');
  return {
    hangUp: () => {
      upgrade.destroy();
    },
  };
};
