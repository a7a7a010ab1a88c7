import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { drainRequest } from '@boxwood/account';
import { jsonHeaders } from './response-headers.ts';

/** Sends a whole response, with the headers of JSON unless `extraHeaders` replace them. */
export const sendResponse = (
  response: ServerResponse,
  status: number,
  body: string | Uint8Array,
  extraHeaders: Readonly<Record<string, string>> = {},
) => {
  response.writeHead(status, { ...jsonHeaders, 'content-length': Buffer.byteLength(body), ...extraHeaders }).end(body);
};

/** Refuses a request and discards the rest of its body. */
export const refuse = (
  response: ServerResponse,
  status: number,
  reason: string,
  extraHeaders?: Readonly<Record<string, string>>,
) => {
  sendResponse(response, status, JSON.stringify({ error: status === 503 ? 2 : 3, info: reason }), extraHeaders);
  drainRequest(response.req);
};

/** Refuses a connection that has no response object, and closes it. */
export const refuseAndClose = (socket: Duplex, status: string, reason: string): void => {
  const body = JSON.stringify({ error: 3, info: reason });
  const headerLines = Object.entries({
    ...jsonHeaders,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  });
  socket.end(
    `HTTP/1.1 ${status}\r\n${headerLines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
    () => socket.destroy(),
  );
};

/** Answers an invalid or too long request and closes the connection, so that the client does not reuse it. */
export const refuseUnreadable = (fault: Error & { readonly code?: string }, socket: Socket): void => {
  if (fault.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] =
    fault.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'too large']
      : fault.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'too slow']
        : ['400 Bad Request', 'bad request'];
  refuseAndClose(socket, status, reason);
};
