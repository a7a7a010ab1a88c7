import {
  flagText,
  int,
  intBetween,
  intText,
  list,
  noArguments,
  nothing,
  positional,
  shortList,
  str,
  struct,
  text,
} from '@boxwood/command-bus/codecs';
import { natCommand, shellCommand, SLOW_TIMEOUT_MS } from '../define.ts';
import {
  IpConfig,
  NetDev,
  RemoteConfig,
  RemoteStatus,
  Security,
  WifiNetwork,
  WifiStored,
  WirelessConfig,
} from './model.ts';

const ssid = text(1, 64);
const dev = text(1, 32);
/** An address or nothing; the rules of `network/rules.ts` say what it must be before it is sent. */
const address = text(0, 64);
const addresses = {
  dhcp: flagText,
  ip: address,
  mask: address,
  gateway: address,
  dns1: address,
  dns2: address,
} as const;

/**
 * Lists the network interfaces with their addresses.
 *
 * `POST /eshell` `GETNETWORKINFO []` (B13); speed in Mbit/s. Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list } = await box.send(ListInterfaces, {});
 * ```
 */
export const ListInterfaces = shellCommand({
  name: 'ListInterfaces',
  cmd: 'GETNETWORKINFO',
  params: noArguments,
  result: struct({ list: list(NetDev, 64) }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Restarts the network services alone. Administrator only.
 *
 * `POST /eshell` `NETREBOOT []` (B12). The box answers before it acts. Refusals: 3 with the word why beside it, as `host.lacking`: no service of the network runs
 * on the machine that can be restarted.
 *
 * @example
 * ```ts
 * await box.send(RestartNetwork, {});
 * ```
 */
export const RestartNetwork = shellCommand({
  name: 'RestartNetwork',
  cmd: 'NETREBOOT',
  params: noArguments,
  result: struct({}),
  refusals: [3, 13],
  access: 'admin',
  idempotent: false,
});

/**
 * Scans for wireless networks, up to 10 s.
 *
 * `POST /eshell` `WIFILIST []` (B14). Refusals: 3 failed, 7 no radio.
 *
 * @example
 * ```ts
 * const { list } = await box.send(ScanWifi, {});
 * ```
 */
export const ScanWifi = shellCommand({
  name: 'ScanWifi',
  cmd: 'WIFILIST',
  params: noArguments,
  result: struct({ list: list(WifiNetwork, 500) }),
  refusals: [3, 7],
  access: 'user',
  idempotent: true,
  timeoutMs: SLOW_TIMEOUT_MS,
});

/**
 * Lists the stored wireless networks, at most 20.
 *
 * `POST /eshell` `WIFILISTCFG []` (B15). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list } = await box.send(ListStoredWifi, {});
 * ```
 */
export const ListStoredWifi = shellCommand({
  name: 'ListStoredWifi',
  cmd: 'WIFILISTCFG',
  params: noArguments,
  result: struct({ list: list(WifiStored, 100) }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Switches the radio off or on. Administrator only.
 *
 * `POST /eshell` `WIFISET ["0" | "1"]` (B16). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * await box.send(SetWifiRadio, { on: 1 });
 * ```
 */
export const SetWifiRadio = shellCommand({
  name: 'SetWifiRadio',
  cmd: 'WIFISET',
  params: positional({ on: flagText }),
  result: struct({}),
  refusals: [3, 13],
  access: 'admin',
  idempotent: false,
});

/**
 * Restarts the radio. Administrator only.
 *
 * `POST /eshell` `WIFIRESTART []` (B17). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * await box.send(RestartWifi, {});
 * ```
 */
export const RestartWifi = shellCommand({
  name: 'RestartWifi',
  cmd: 'WIFIRESTART',
  params: noArguments,
  result: struct({}),
  refusals: [3, 13],
  access: 'admin',
  idempotent: false,
});

/**
 * Connects to a stored network. Administrator only.
 *
 * `POST /eshell` `WIFISELECT [ssid]` (B18). Refusals: 3 failed, 11 not stored.
 *
 * @example
 * ```ts
 * await box.send(SelectWifi, { ssid: 'home' });
 * ```
 */
export const SelectWifi = shellCommand({
  name: 'SelectWifi',
  cmd: 'WIFISELECT',
  params: positional({ ssid }),
  result: struct({}),
  refusals: [3, 11, 13],
  access: 'admin',
  idempotent: false,
});

/**
 * Forgets a stored network. Administrator only.
 *
 * `POST /eshell` `WIFIDELCFG [ssid]` (X34). Refusals: 11 not stored.
 *
 * @example
 * ```ts
 * await box.send(ForgetWifi, { ssid: 'old' });
 * ```
 */
export const ForgetWifi = shellCommand({
  name: 'ForgetWifi',
  cmd: 'WIFIDELCFG',
  params: positional({ ssid }),
  result: struct({}),
  refusals: [11, 13],
  access: 'admin',
  idempotent: false,
});

/**
 * Reads the addresses of a wired interface.
 *
 * `POST /eshell` `WIREDCFGGET [dev]` (B19). Refusals: 3 failed, 11 no such interface.
 *
 * @example
 * ```ts
 * const { cfg } = await box.send(GetWiredConfig, { dev: 'eth0' });
 * ```
 */
export const GetWiredConfig = shellCommand({
  name: 'GetWiredConfig',
  cmd: 'WIREDCFGGET',
  params: positional({ dev }),
  result: struct({ cfg: IpConfig }),
  refusals: [3, 11],
  access: 'user',
  idempotent: true,
});

/**
 * Sets the addresses of a wired interface; with `dhcp` 1 the others are empty. It answers first and acts after a second.
 * Administrator only.
 *
 * `POST /eshell` `WIREDCFG [dev, dhcp, ip, mask, gateway, dns1, dns2]` (B21). Refusals: 4 not an address, 11 no such interface.
 *
 * @example
 * ```ts
 * await box.send(SetWiredConfig, { dev: 'eth0', dhcp: 1, ip: '', mask: '', gateway: '', dns1: '', dns2: '' });
 * ```
 */
export const SetWiredConfig = shellCommand({
  name: 'SetWiredConfig',
  cmd: 'WIREDCFG',
  params: positional({ dev, ...addresses }),
  result: struct({}),
  refusals: [4, 11, 13],
  access: 'admin',
  idempotent: false,
});

/**
 * Reads a stored wireless network; its password is never returned.
 *
 * `POST /eshell` `WIRELESSCFGGET [ssid]` (B20). Refusals: 3 failed, 11 not stored.
 *
 * @example
 * ```ts
 * const { cfg } = await box.send(GetWirelessConfig, { ssid: 'home' });
 * ```
 */
export const GetWirelessConfig = shellCommand({
  name: 'GetWirelessConfig',
  cmd: 'WIRELESSCFGGET',
  params: positional({ ssid }),
  result: struct({ cfg: WirelessConfig }),
  refusals: [3, 11],
  access: 'user',
  idempotent: true,
});

/**
 * Stores a wireless network, or replaces the one of the same name. Administrator only.
 *
 * `POST /eshell` `WIRELESSCFGADD [ssid, password, security, hidden, dhcp, ip, mask, gateway, dns1, dns2]` (B22). Refusals: 11 bad
 * value, 16 twenty are stored.
 *
 * @example
 * ```ts
 * await box.send(StoreWifi, {
 *   ssid: 'home', password: 'correct horse', security: 'wpa3', hidden: 0,
 *   dhcp: 1, ip: '', mask: '', gateway: '', dns1: '', dns2: '',
 * });
 * ```
 */
export const StoreWifi = shellCommand({
  name: 'StoreWifi',
  cmd: 'WIRELESSCFGADD',
  params: positional({ ssid, password: text(0, 128), security: Security, hidden: flagText, ...addresses }),
  result: struct({}),
  refusals: [11, 13, 16],
  access: 'admin',
  idempotent: false,
  secrets: ['password'],
});

/**
 * Asks the box how the world sees it; empty when it does not know.
 *
 * `POST /eshell` `GETPUBLICIP []` (B110). Refusals: 3 failed, 7 the account service does not answer.
 *
 * @example
 * ```ts
 * const { ip } = await box.send(GetPublicIp, {});
 * ```
 */
export const GetPublicIp = shellCommand({
  name: 'GetPublicIp',
  cmd: 'GETPUBLICIP',
  params: noArguments,
  result: struct({ ip: str, ipv6: str }),
  refusals: [3, 7],
  access: 'user',
  idempotent: true,
});

/**
 * Asks what kind of router stands in front of the box.
 *
 * `POST /starplan` `GETNATTYPE {}` (B100): 0 open, 1 full cone, 2 restricted, 3 port restricted, 4 symmetric, 5 unknown. Refusals:
 * 3 failed, 7 no answer.
 *
 * @example
 * ```ts
 * const { nattype } = await box.send(GetNatType, {});
 * console.log(NAT_TYPES[nattype]);
 * ```
 */
export const GetNatType = natCommand({
  name: 'GetNatType',
  cmd: 'GETNATTYPE',
  params: nothing,
  result: struct({ nattype: int }),
  refusals: [3, 7],
  access: 'user',
  idempotent: true,
});

/**
 * Reads the state of the remote connection.
 *
 * `POST /eshell` `FRPCSTATUS []` (B25). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { status, msg } = await box.send(GetRemoteStatus, {});
 * ```
 */
export const GetRemoteStatus = shellCommand({
  name: 'GetRemoteStatus',
  cmd: 'FRPCSTATUS',
  params: noArguments,
  result: RemoteStatus,
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Reads the settings of the remote connection.
 *
 * `POST /eshell` `FRPCCFGGET []` (X35). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { port, white } = await box.send(GetRemoteConfig, {});
 * ```
 */
export const GetRemoteConfig = shellCommand({
  name: 'GetRemoteConfig',
  cmd: 'FRPCCFGGET',
  params: noArguments,
  result: RemoteConfig,
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Sets the remote connection: one port from 10000 to 20000 and up to 5 whitelist entries (none blocks everybody, `*` lets everybody
 * in). Administrator only.
 *
 * `POST /eshell` `FRPCCFGSET [enable, port, white1, ...]` (X36). Refusals: 11 port taken or outside, 16 more than five entries.
 *
 * @example
 * ```ts
 * await box.send(SetRemoteConfig, { enable: 1, port: 12022, white: ['203.0.113.0/24'] });
 * ```
 */
export const SetRemoteConfig = shellCommand({
  name: 'SetRemoteConfig',
  cmd: 'FRPCCFGSET',
  params: positional(
    { enable: flagText, port: intText(intBetween(1, 65535)) },
    { key: 'white', codec: shortList(text(1, 100), 0, 20) },
  ),
  result: struct({}),
  refusals: [11, 13, 16],
  access: 'admin',
  idempotent: false,
});
