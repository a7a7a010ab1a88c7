import type { IncomingHttpHeaders } from 'node:http';

/** The parts of a request that its origin is judged by. */
export interface RequestOrigin {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  /**
   * Set by the box's own end of the relay, which has checked the origin already. A foreign page cannot send the header
   * without a preflight.
   */
  readonly isRelayed: boolean;
}

/** The origin headers of a request. */
export const originOf = (headers: IncomingHttpHeaders): Omit<RequestOrigin, 'isRelayed'> => {
  const site = headers['sec-fetch-site'];
  return { host: headers.host, origin: headers.origin, fetchSite: typeof site === 'string' ? site : undefined };
};

/**
 * Whether a request that may change something comes from the product's own page, or not from a browser. Browsers send
 * the page's origin on every POST and PUT; scripts send none. The box and the account service use the same rule.
 * Identity is never a cookie, so this is a second line of defence.
 */
export const isOwnOrigin = ({ host, origin, fetchSite, isRelayed }: RequestOrigin): boolean => {
  if (isRelayed) return true;
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return false;
  if (origin === undefined) return true;
  if (origin === 'null' || host === undefined) return false;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
};
