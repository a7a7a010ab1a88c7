import type { IncomingMessage } from 'node:http';

/** The address before the path of an absolute request target. */
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i;

/**
 * Turns an absolute request target (RFC 9112, 3.2.2) into a path. Returns false when it names another host than the
 * `Host` header: a proxy is asked for another server, and the request is answered 421.
 */
export const takeOwnTarget = (request: Pick<IncomingMessage, 'url' | 'headers'>): boolean => {
  const { url = '/', headers } = request;
  const [whole, host] = AUTHORITY.exec(url) ?? [];
  if (whole === undefined || host === undefined) return true;
  if (host.toLowerCase() !== headers.host?.toLowerCase()) return false;
  const path = url.slice(whole.length);
  request.url = path.startsWith('/') ? path : `/${path}`;
  return true;
};
