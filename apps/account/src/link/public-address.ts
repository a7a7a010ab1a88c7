import { BlockList, isIP, isIPv4 } from 'node:net';

/** Addresses that are not reachable from outside (RFC 6890): this network, private, shared, loopback, link-local. */
const PRIVATE_NETWORKS = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE_NETWORKS.addSubnet(network, prefix, 'ipv4');

/**
 * An address that a box reports, empty when it is not a literal IP address: a host name would let the box direct a
 * guest's browser anywhere.
 */
export const literalAddress = (reported: string): string => (isIP(reported) === 0 ? '' : reported);

/** The public IPv4 address that a box calls from (A21); empty when it calls from the same network. */
export const publicAddress = (remote: string): string => {
  const address = remote.startsWith('::ffff:') ? remote.slice(7) : remote;
  return isIPv4(address) && !PRIVATE_NETWORKS.check(address, 'ipv4') ? address : '';
};
