import { networkInterfaces } from 'node:os';
import { isRelayed } from '../../server/relay/loopback.ts';

const lanAddress = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? 'localhost';

/** Address of the box for requests that do not name a host. */
export interface ListenAddress {
  readonly port: number;
  /** Whether the box listens on the loopback interface only. */
  readonly loopbackOnly: boolean;
  /** Whether the box serves HTTPS itself. */
  readonly secure?: boolean;
}

/** Whether a host name means the local machine. Links with such a name would lead other people to their own machine. */
export const isLoopbackHost = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || name === '::1' || name.startsWith('127.');

/**
 * Origin for share links: the one the user reached the box at, which `http/host-check.ts` has checked to be a name of this
 * box. Uses the box's LAN address for relayed requests (the relay requires a ticket), requests without a host, and
 * users at the box itself.
 */
export const shareOrigin = (
  headers: Readonly<Record<string, string | undefined>>,
  { port, loopbackOnly, secure }: ListenAddress,
): string => {
  const { host } = headers;
  const proto = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  const address = `${proto}://${host ?? ''}`;
  if (host !== undefined && !isRelayed(headers) && URL.canParse(address)) {
    const url = new URL(address);
    const isName = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
    if (isName && (loopbackOnly || !isLoopbackHost(url.hostname))) return url.origin;
  }
  return `${secure === true ? 'https' : 'http'}://${lanAddress()}:${port}`;
};
