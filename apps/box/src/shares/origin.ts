import { networkInterfaces } from 'node:os';
import { isRelayed } from '../relay/loopback.ts';

const inTheHouse = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? 'localhost';

/** Where a box can be reached when a request does not say. */
export interface Listening {
  readonly port: number;
  /** Whether only this machine reaches it. */
  readonly hereAlone: boolean;
  /** Whether it speaks https itself. */
  readonly secure?: boolean;
}

/** Names by which a machine calls itself. A link with one of them leads everybody else to their own machine. */
export const isHere = (name: string): boolean =>
  name === 'localhost' || name === '[::1]' || name === '::1' || name.startsWith('127.');

/**
 * The origin of links: the one a person reached the box at, because it works for whoever they send it to; the door let in only names of this box
 * (`http/host.ts`). Through the relay that is the
 * relay's, which lets nobody in without a ticket: then, when a request names no host, and when its person sits at the box itself, the box's own
 * address in the house.
 */
export const shareOrigin = (
  headers: Readonly<Record<string, string | undefined>>,
  { port, hereAlone, secure }: Listening,
): string => {
  const { host } = headers;
  const proto = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  const address = `${proto}://${host ?? ''}`;
  if (host !== undefined && !isRelayed(headers) && URL.canParse(address)) {
    const url = new URL(address);
    const isName = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
    if (isName && (hereAlone || !isHere(url.hostname))) return url.origin;
  }
  return `${secure === true ? 'https' : 'http'}://${inTheHouse()}:${port}`;
};
