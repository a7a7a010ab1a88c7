import { request as startRequest } from 'node:http';
import { request as startSecureRequest } from 'node:https';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { OWN_SERVER_TLS } from '../../platform/unverified-tls.ts';
import { newSecret } from '../identity/secrets.ts';

/**
 * Marks requests that came through the relay. Values from clients are replaced, and the value is random for each start
 * of the box, so clients cannot forge it.
 */
const RELAYED_HEADER = 'x-boxwood-relayed';
export const RELAYED_HEADERS: Readonly<Record<typeof RELAYED_HEADER, string>> = { [RELAYED_HEADER]: newSecret() };

/** Whether a request came through the relay. */
export const isRelayed = (headers: Readonly<Record<string, string | readonly string[] | undefined>>): boolean =>
  headers[RELAYED_HEADER] === RELAYED_HEADERS[RELAYED_HEADER];

/** Hop-by-hop headers (RFC 9110, 7.6.1), which must not be forwarded and which HTTP/2 rejects. */
const HOP_BY_HOP_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const forwardableHeaders = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => value !== undefined && !name.startsWith(':') && !HOP_BY_HOP_HEADERS.has(name),
    ),
  );

/** Handles one request of the tunnel. */
export type StreamHandler = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void;

/**
 * Forwards tunnel requests to the box's own HTTP server on the loopback interface, streaming both bodies. Sets {@link
 * RELAYED_HEADER}, so that the box does not trust these requests as local ones.
 */
export const forwardToLoopback =
  (port: number, secure = false): StreamHandler =>
  (stream, headers) => {
    const method = String(headers[':method'] ?? 'GET');
    const upstream = (secure ? startSecureRequest : startRequest)({
      host: '127.0.0.1',
      ...(secure ? OWN_SERVER_TLS : {}),
      port,
      method,
      path: String(headers[':path'] ?? '/'),
      headers: { ...forwardableHeaders(headers), host: `127.0.0.1:${port}`, ...RELAYED_HEADERS },
    });
    const fail = () => {
      upstream.destroy();
      if (stream.destroyed) return;
      if (stream.headersSent)
        stream.close(2); // INTERNAL_ERROR: the client must not treat a partial body as complete
      else stream.respond({ ':status': 502 }, { endStream: true });
    };
    upstream.on('error', fail);
    upstream.on('response', (reply) => {
      if (stream.destroyed) {
        reply.destroy();
        return;
      }
      stream.respond({ ...forwardableHeaders(reply.headers), ':status': reply.statusCode ?? 502 });
      reply.on('error', fail);
      reply.on('aborted', fail);
      reply.pipe(stream);
    });
    stream.on('error', () => upstream.destroy());
    stream.on('close', () => upstream.destroy()); // the caller disconnected, or the response is complete
    stream.pipe(upstream);
  };
