import { readdir, readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { NetDev } from '@boxwood/box-sdk';

const read = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');

/** Parses the default gateways from /proc/net/route, in little-endian hexadecimal. */
export const parseGateways = (route: string): ReadonlyMap<string, string> =>
  new Map(
    route
      .split('\n')
      .map((line) => line.split(/\s+/))
      .filter(([, destination]) => destination === '00000000')
      .map(([dev = '', , gateway = '']) => {
        const octets = (gateway.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
        return [dev, octets.reverse().join('.')];
      }),
  );

/** Parses the name servers from resolv.conf. */
export const parseNameServers = (conf: string): readonly string[] =>
  [...conf.matchAll(/^\s*nameserver\s+(\S+)/gm)].map((match) => match[1] ?? '');

/** Lists the network interfaces except the loopback (B13). */
export const listInterfaces = async (): Promise<readonly NetDev[]> => {
  const gateways = parseGateways(await read('/proc/net/route'));
  const dns = parseNameServers(await read('/etc/resolv.conf'));
  const addresses = networkInterfaces();
  const names = await readdir('/sys/class/net').catch(() => Object.keys(addresses));
  const known = await Promise.all(
    names
      .filter((dev) => dev !== 'lo')
      .map(async (dev): Promise<NetDev> => {
        const base = join('/sys/class/net', dev);
        const wireless = (await readdir(base).catch((): string[] => [])).includes('wireless');
        const own = addresses[dev] ?? [];
        const v4 = own.find((entry) => entry.family === 'IPv4');
        const speed = Number(await read(join(base, 'speed')));
        return {
          dev,
          mac: (await read(join(base, 'address'))).trim(),
          kind: wireless ? 'wireless' : 'wired',
          up: (await read(join(base, 'operstate'))).trim() === 'down' ? 0 : 1,
          ip: v4?.address ?? '',
          mask: v4?.netmask ?? '',
          gateway: gateways.get(dev) ?? '',
          dns,
          ipv6: own.filter((entry) => entry.family === 'IPv6').map((entry) => entry.address),
          speed: Number.isFinite(speed) && speed > 0 ? speed : 0,
        };
      }),
  );
  return known;
};
