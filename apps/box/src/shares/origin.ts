import { networkInterfaces } from 'node:os';
import { isRelayed } from '../relay/loopback.ts';

const inTheHouse = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? 'localhost';

/**
 * The origin of links: the one a person reached the box at, because it works for whoever they send it to; the door let in only names of this box
 * (`http/host.ts`). Through the relay that is the
 * relay's, which lets nobody in without a ticket: then, and when a request names no host, the box's own in the house.
 */
export const shareOrigin = (headers: Readonly<Record<string, string | undefined>>, port: number): string => {
  const { host } = headers;
  const proto = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http';
  const address = `${proto}://${host ?? ''}`;
  if (host !== undefined && !isRelayed(headers) && URL.canParse(address)) {
    const url = new URL(address);
    if (url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '') return url.origin;
  }
  return `http://${inTheHouse()}:${port}`;
};
