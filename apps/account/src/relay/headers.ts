import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Headers that belong to one connection (RFC 9110, 7.6.1) and those HTTP/2 forbids. */
const OF_ONE_HOP: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** What may travel on: everything but the headers of one hop, pseudo headers and those named in `drop`. */
export const passOn = (headers: IncomingHttpHeaders, drop: readonly string[] = []): OutgoingHttpHeaders => {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) =>
        value !== undefined &&
        !name.startsWith(':') &&
        !OF_ONE_HOP.has(name) &&
        !named.has(name) &&
        !drop.includes(name),
    ),
  );
};
