import { request as startRequest } from 'node:http';
import { request as startSecureRequest } from 'node:https';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { newSecret } from '../identity/secrets.ts';

/**
 * Says that a request came through the relay; whatever a client wrote there is replaced. The value is made at each start of the box, so that
 * nobody else can say it.
 */
const RELAYED_HEADER = 'x-boxwood-relayed';
export const RELAYED: Readonly<Record<typeof RELAYED_HEADER, string>> = { [RELAYED_HEADER]: newSecret() };

/** Whether a request came through the relay. */
export const isRelayed = (headers: Readonly<Record<string, string | readonly string[] | undefined>>): boolean =>
  headers[RELAYED_HEADER] === RELAYED[RELAYED_HEADER];

/** Headers of one connection (RFC 9110, 7.6.1): they mean nothing on the next one, and HTTP/2 refuses them. */
const OF_ONE_HOP: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const passOn = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => value !== undefined && !name.startsWith(':') && !OF_ONE_HOP.has(name),
    ),
  );

/** Answers one request of the tunnel. */
export type StreamHandler = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/**
 * Answers tunnel requests from the box's own HTTP server on the loopback, bodies streaming both ways. The box sees them like any
 * other request, with {@link RELAYED_HEADER} set; it must not take the loopback address for trust.
 */
export const fromLoopback =
  (port: number, secure = false): StreamHandler =>
  (stream, headers) => {
    const method = String(headers[':method'] ?? 'GET');
    const upstream = (secure ? startSecureRequest : startRequest)({
      // The certificate is for the names of this box, and this is the box itself.
      ...(secure ? { rejectUnauthorized: false } : {}),
      host: '127.0.0.1',
      port,
      method,
      path: String(headers[':path'] ?? '/'),
      headers: { ...passOn(headers), host: `127.0.0.1:${port}`, ...RELAYED },
    });
    const fail = () => {
      upstream.destroy();
      if (stream.destroyed) return;
      if (stream.headersSent)
        stream.close(2); // INTERNAL_ERROR: the other side must not take half a body for a whole one
      else stream.respond({ ':status': 502 }, { endStream: true });
    };
    upstream.on('error', fail);
    upstream.on('response', (reply) => {
      if (stream.destroyed) {
        reply.destroy();
        return;
      }
      stream.respond({ ...passOn(reply.headers), ':status': reply.statusCode ?? 502 });
      reply.on('error', fail);
      reply.on('aborted', fail);
      reply.pipe(stream);
    });
    stream.on('error', () => upstream.destroy());
    stream.on('close', () => upstream.destroy()); // the caller went away, or everything is said
    stream.pipe(upstream);
  };
