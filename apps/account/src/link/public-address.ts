import { BlockList, isIP, isIPv4 } from 'node:net';

/** Addresses that lead nowhere from outside (RFC 6890): this network, private, shared, loopback, link-local. */
const INSIDE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  INSIDE.addSubnet(network, prefix, 'ipv4');

/** An address that a box says it has; what is none would lead a guest's browser wherever the box likes, so nobody is told of it. */
export const literalAddress = (said: string): string => (isIP(said) === 0 ? '' : said);

/** The public IPv4 address a box calls from, as the service sees it (A21); empty when it calls from the same network. */
export const publicAddress = (remote: string): string => {
  const address = remote.startsWith('::ffff:') ? remote.slice(7) : remote;
  return isIPv4(address) && !INSIDE.check(address, 'ipv4') ? address : '';
};
