import { flagText, list, noArguments, positional, struct, text } from '@boxwood/command-bus/codecs';
import { SLOW_HARDWARE_TIMEOUT_MS, shellCommand } from '../define-commands.ts';
import { NetDev, IpConfig, WirelessConfig, Security, WifiNetwork, WifiStored } from './network-model.ts';

export * from './remote-access-commands.ts';

/** Name of the wireless network. */
const ssid = text(1, 64);
/** Interface name, for example `eth0`. */
const dev = text(1, 32);
/** An address or empty; `network/network-rules.ts` validates it before it is sent. */
const address = text(0, 64);
const addresses = {
  /** 1: addresses are obtained by DHCP, and the five below are empty. */
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
  result: struct({
    /** Wired and wireless ones. */
    list: list(NetDev, 64),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Restarts the network services alone. Administrator only.
 *
 * `POST /eshell` `NETREBOOT []` (B12). The box responds before it restarts them. Refusals: 3 with the reason, for
 * example `host.lacking`: the machine has no network service that can be restarted.
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
  result: struct({
    /** Networks in range. */
    list: list(WifiNetwork, 500),
  }),
  refusals: [3, 7],
  access: 'user',
  idempotent: true,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
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
  result: struct({
    /** At most 20. */
    list: list(WifiStored, 100),
  }),
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
  params: positional({
    /** 0 switches it off. */
    on: flagText,
  }),
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
 * Removes a stored network. Administrator only.
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
 * Sets the addresses of a wired interface; with `dhcp` 1 the others are empty. The box responds first and applies the
 * change after a second. Administrator only.
 *
 * `POST /eshell` `WIREDCFG [dev, dhcp, ip, mask, gateway, dns1, dns2]` (B21). Refusals: 4 not an address, 11 no such
 * interface.
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
  params: positional({
    ssid,
    /** Password of the network; empty if it is open. */
    password: text(0, 128),
    security: Security,
    /** 1: the network hides its name. */
    hidden: flagText,
    ...addresses,
  }),
  result: struct({}),
  refusals: [11, 13, 16],
  access: 'admin',
  idempotent: false,
  secrets: ['password'],
});
