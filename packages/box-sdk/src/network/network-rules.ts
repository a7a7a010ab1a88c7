/** Remote connection, wireless networks and addresses (NET-01 to NET-04, VALID-57 to VALID-61, G-41, G-42). */
import {
  checkPort,
  checkWhitelist,
  failed,
  isHost,
  isIPv4,
  parseIPv4,
  passed,
  unless,
} from '@boxwood/command-bus/rules';
import { NETWORK } from '../constants.ts';

/** VALID-58: the address of the box on the offline sign-in form, with an optional port. */
export const checkBoxAddress = (text: string) => {
  if (text === '') return failed('network.boxAddressRequired');
  const match = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(text);
  const host = match?.[1]?.replace(/^\[|\]$/g, '') ?? text;
  const port = match?.[2] === undefined ? 80 : Number(match[2]);
  return unless(isHost(host) && port >= 1 && port <= 65535, 'network.boxAddressFormat');
};

/** VALID-57: whether one more wireless network can be stored; replacing one of the same name always can. */
export const checkWifiCount = (stored: readonly string[], ssid: string) =>
  stored.length < NETWORK.wifiMax || stored.includes(ssid)
    ? passed
    : failed('network.wifiFull', { max: NETWORK.wifiMax });

/** A wireless password: none for an open network, else 8 to 63 printable ASCII characters. */
export const checkWifiPassword = (security: 'open' | 'wpa2' | 'wpa3', password: string) =>
  unless(security === 'open' ? password === '' : /^[\x20-\x7e]{8,63}$/.test(password), 'network.wifiPassword');

/** VALID-59: the remote port. */
export const checkRemotePort = (port: number) => checkPort(port, NETWORK.remotePort);

/** VALID-60, VALID-61: 0 to 5 entries, `*` allowed; an empty list is accepted and blocks everyone. */
export const checkRemoteWhitelist = (entries: readonly string[]) =>
  checkWhitelist(entries, { min: 0, max: NETWORK.whitelistMax, star: true });

/** Who a whitelist of NET-03 allows: everyone, nobody, or the listed addresses. */
export const whitelistScope = (entries: readonly string[]): 'everybody' | 'nobody' | 'listed' => {
  if (entries.includes('*')) return 'everybody';
  return entries.length === 0 ? 'nobody' : 'listed';
};

/** Fixed addresses of an interface. */
export interface FixedAddresses {
  readonly ip: string;
  readonly mask: string;
  readonly gateway: string;
  readonly dns1: string;
  readonly dns2: string;
}

/** Whether a network mask is valid: ones followed by zeros. */
const isMask = (text: string): boolean => {
  const value = parseIPv4(text);
  if (value === undefined || value === 0) return false;
  const zeros = 2 ** 32 - value;
  return Math.log2(zeros) % 1 === 0;
};

/**
 * Manually entered addresses: ip and mask are required, the gateway lies in the network, dns1 and dns2 are addresses if
 * given.
 */
export const checkFixedAddresses = ({ ip, mask, gateway, dns1, dns2 }: FixedAddresses) => {
  const [address, maskBits] = [parseIPv4(ip), parseIPv4(mask)];
  if (address === undefined) return failed('network.ip', { field: 'ip' });
  if (maskBits === undefined || !isMask(mask)) return failed('network.mask');
  for (const [field, value] of Object.entries({ gateway, dns1, dns2 }))
    if (value !== '' && !isIPv4(value)) return failed('network.ip', { field });
  const gatewayAddress = parseIPv4(gateway);
  const size = 2 ** 32 - maskBits;
  return gatewayAddress !== undefined && Math.floor(gatewayAddress / size) !== Math.floor(address / size)
    ? failed('network.gatewayOutside')
    : passed;
};
