import type { IncomingHttpHeaders } from 'node:http';

/** A request as far as its origin can be judged. */
export interface Requested {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  /** Set by the box's own end of the relay, whose door has judged the origin; a foreign page cannot send the header without asking first. */
  readonly relayed: boolean;
}

/** What a request says of the page it comes from. */
export const originOf = (headers: IncomingHttpHeaders): Omit<Requested, 'relayed'> => {
  const site = headers['sec-fetch-site'];
  return { host: headers.host, origin: headers.origin, fetchSite: typeof site === 'string' ? site : undefined };
};

/**
 * Whether a request that may change something comes from our own page, or from something that is no browser. A browser names the
 * page's origin on every POST and PUT; scripts send none. One rule for the box and the account service. Identity is never a cookie, so this is the second lock, not the first.
 */
export const isOwnOrigin = ({ host, origin, fetchSite, relayed }: Requested): boolean => {
  if (relayed) return true;
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none') return false;
  if (origin === undefined) return true;
  if (origin === 'null' || host === undefined) return false;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
};
