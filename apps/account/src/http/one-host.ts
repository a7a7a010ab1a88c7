import type { IncomingMessage } from 'node:http';

/**
 * Whether a request says once whom it is for (RFC 9112, 3.2). Said twice, a proxy in front might go by the one name and we by the other. Before
 * HTTP/1.1 it may be left out. Node looks at what is missing, but not where a connection is to become another one, and takes the first of two.
 */
export const hasOneHost = ({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean => {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host');
  return hosts.length === 1 || (hosts.length === 0 && httpVersion === '1.0');
};

/** What says so on a connection that has no answer of its own. */
export const NOT_ONE_HOST = 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';
