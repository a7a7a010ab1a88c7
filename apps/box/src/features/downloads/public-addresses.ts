import { BlockList, isIP } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import { networkInterfaces } from 'node:os';

/**
 * All addresses that are not on the public internet (RFC 6890 and its registries): this machine, private networks, and
 * tunnels to them.
 */
const nonPublic = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  nonPublic.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  nonPublic.addSubnet(net, prefix, 'ipv6');

/** The interfaces of this machine, as the system lists them. */
export type Interfaces = Readonly<
  Record<string, readonly Pick<NetworkInterfaceInfo, 'address' | 'cidr'>[] | undefined>
>;

/**
 * Prefix length of a home network: providers assign up to 2^72 IPv6 addresses, and neighbours of the box in that range
 * are local.
 */
const HOME_PREFIX_BITS = 56;

/** Networks of this machine: at home IPv6 addresses are global, also that of the printer. */
const networksOf = (interfaces: Interfaces): BlockList => {
  const networks = new BlockList();
  for (const { address, cidr } of Object.values(interfaces).flatMap((all) => all ?? [])) {
    const [plain = address] = address.split('%');
    const family = isIP(plain);
    // Skip non-public addresses: the /56 around ::1 would contain every IPv4 address.
    if (family === 0 || nonPublic.check(plain, family === 4 ? 'ipv4' : 'ipv6')) continue;
    const length = cidr?.split('/')[1];
    if (family === 4) networks.addSubnet(plain, Number(length ?? 32), 'ipv4');
    else networks.addSubnet(plain, Math.min(Number(length ?? 128), HOME_PREFIX_BITS), 'ipv6');
  }
  return networks;
};

/**
 * Whether an IP address is on the public internet and not in a network of this machine. False for anything that is no
 * address.
 */
export const isPublic = (address: string, interfaces: Interfaces = networkInterfaces()): boolean => {
  const family = isIP(address);
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  return family !== 0 && !nonPublic.check(address, kind) && !networksOf(interfaces).check(address, kind);
};
