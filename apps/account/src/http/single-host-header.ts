import type { IncomingMessage } from 'node:http';

/**
 * Whether a request has exactly one Host header (RFC 9112, 3.2). With two, a proxy in front might use the other one.
 * HTTP/1.0 may leave it out. Node uses the first of two.
 */
export const hasSingleHostHeader = ({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean => {
  const hosts = rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  );
  return hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0');
};

/** The raw refusal for an upgrade connection, which has no response object. */
export const BAD_HOST_RESPONSE = 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';
