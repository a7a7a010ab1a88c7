import type { TypeOf } from '@boxwood/command-bus/codecs';
import { flag, int, list, oneOf, str, struct, essential } from '@boxwood/command-bus/codecs';

/** A network interface (B13): `kind` is wired or wireless, `speed` in Mbit/s. */
export const NetDev = struct(
  {
    /** Interface name, for example `eth0`. */
    dev: essential(str),
    /** MAC address. */
    mac: str,
    /** `wired` or `wireless`. */
    kind: str,
    /** 1: the link is up. */
    up: flag,
    /** Address. */
    ip: str,
    /** Network mask. */
    mask: str,
    /** Default gateway. */
    gateway: str,
    /** DNS servers. */
    dns: list(str, 16),
    /** IPv6 addresses. */
    ipv6: list(str, 64),
    /** Mbit/s. */
    speed: int,
  },
  {
    /** For a wireless interface: the connected network. */
    ssid: str,
  },
  'NetDev',
);
export type NetDev = TypeOf<typeof NetDev>;

/** Addresses of one interface; with `dhcp` 1 they are the obtained addresses. */
export const IpConfig = struct(
  {
    /** Name of the interface. */
    dev: str,
    /** 1: the addresses were obtained. */
    dhcp: flag,
    /** Address. */
    ip: str,
    /** Network mask. */
    mask: str,
    /** Default gateway. */
    gateway: str,
    /** First DNS server. */
    dns1: str,
    /** Second DNS server. */
    dns2: str,
  },
  {},
  'IpConfig',
);
export type IpConfig = TypeOf<typeof IpConfig>;

/** {@link IpConfig} of a stored wireless network; the password is never returned. */
export const WirelessConfig = struct(
  {
    /** Name of the interface. */
    dev: str,
    /** 1: the addresses were obtained. */
    dhcp: flag,
    /** Address. */
    ip: str,
    /** Network mask. */
    mask: str,
    /** Default gateway. */
    gateway: str,
    /** First DNS server. */
    dns1: str,
    /** Second DNS server. */
    dns2: str,
    /** Name of the network. */
    ssid: str,
    /** `open`, `wpa2` or `wpa3`. */
    security: str,
    /** 1: the network hides its name. */
    hidden: flag,
  },
  {},
  'WirelessConfig',
);
export type WirelessConfig = TypeOf<typeof WirelessConfig>;

/** How a wireless network is protected. */
export const Security = oneOf(['open', 'wpa2', 'wpa3']);

/** A network in range (B14): signal 0 to 100, frequency in MHz, `security` open, wpa2 or wpa3. */
export const WifiNetwork = struct(
  {
    /** Name of the network. */
    ssid: essential(str),
    /** BSSID of the access point. */
    bssid: str,
    /** Signal strength, 0 to 100. */
    signal: int,
    /** `open`, `wpa2` or `wpa3`. */
    security: str,
    /** Frequency in MHz. */
    freq: int,
    /** 1: the box is connected to it. */
    connected: flag,
    /** 1: the box has stored its password. */
    saved: flag,
  },
  {},
  'WifiNetwork',
);
export type WifiNetwork = TypeOf<typeof WifiNetwork>;

/** A stored network (B15). */
export const WifiStored = struct(
  {
    /** Name of the network. */
    ssid: essential(str),
    /** `open`, `wpa2` or `wpa3`. */
    security: str,
    /** 1: the network hides its name. */
    hidden: flag,
    /** 1: the box connects to it automatically. */
    auto: flag,
  },
  {},
  'WifiStored',
);
export type WifiStored = TypeOf<typeof WifiStored>;

/** The built-in remote connection (B25): `status` 0 stopped, 1 connecting, 2 connected, 3 failed (`msg` says why). */
export const RemoteStatus = struct(
  {
    /** 0 stopped, 1 connecting, 2 connected, 3 failed. */
    status: int,
    /** Host of the node it connects through; empty: none. */
    server: str,
    /** Port of the node; 0: none. */
    port: int,
    /** Why it failed; or empty. */
    msg: str,
  },
  {},
  'RemoteStatus',
);
export type RemoteStatus = TypeOf<typeof RemoteStatus>;

/** Settings of the remote connection (X35): an empty `white` blocks everyone, `*` allows everyone (NET-03). */
export const RemoteConfig = struct(
  {
    /** 1: it is switched on. */
    enable: flag,
    /** Port of the node, 10000 to 20000. */
    port: int,
    /** Allowed addresses; empty: none, `*`: all. */
    white: list(str, 5),
  },
  {},
  'RemoteConfig',
);
export type RemoteConfig = TypeOf<typeof RemoteConfig>;

/** NAT type of the router in front of the box (B100). */
export const NAT_TYPES = ['open', 'full cone', 'restricted', 'port restricted', 'symmetric', 'unknown'] as const;
