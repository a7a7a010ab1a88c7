import type { TypeOf } from '@boxwood/command-bus/codecs';
import { flag, int, list, oneOf, str, struct, essential } from '@boxwood/command-bus/codecs';

/** A network interface (B13): `kind` is wired or wireless, `speed` in Mbit/s. */
export const NetDev = struct(
  {
    /** Name, as `eth0`. */
    dev: essential(str),
    /** Its own number. */
    mac: str,
    /** `wired` or `wireless`. */
    kind: str,
    /** 1: it has a line. */
    up: flag,
    /** Address. */
    ip: str,
    /** Of the network. */
    mask: str,
    /** Way out of it. */
    gateway: str,
    /** Who is asked for names. */
    dns: list(str, 16),
    /** Addresses. */
    ipv6: list(str, 64),
    /** Mbit/s. */
    speed: int,
  },
  {
    /** Of a wireless one: the network that it is in. */
    ssid: str,
  },
  'NetDev',
);
export type NetDev = TypeOf<typeof NetDev>;

/** Addresses of one interface; with `dhcp` 1 the others say what was obtained. */
export const IpConfig = struct(
  {
    /** Name of the interface. */
    dev: str,
    /** 1: the addresses were obtained. */
    dhcp: flag,
    /** Address. */
    ip: str,
    /** Of the network. */
    mask: str,
    /** Way out of it. */
    gateway: str,
    /** Who is asked for names first. */
    dns1: str,
    /** Who is asked then. */
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
    /** Of the network. */
    mask: str,
    /** Way out of it. */
    gateway: str,
    /** Who is asked for names first. */
    dns1: str,
    /** Who is asked then. */
    dns2: str,
    /** Name of the network. */
    ssid: str,
    /** `open`, `wpa2` or `wpa3`. */
    security: str,
    /** 1: it does not tell its name. */
    hidden: flag,
  },
  {},
  'WirelessConfig',
);
export type WirelessConfig = TypeOf<typeof WirelessConfig>;

/** How a wireless network is protected. */
export const Security = oneOf(['open', 'wpa2', 'wpa3']);

/** A network in reach (B14): signal 0 to 100, frequency in MHz, `security` open, wpa2 or wpa3. */
export const WifiNetwork = struct(
  {
    /** Name of the network. */
    ssid: essential(str),
    /** Of the station that sends it. */
    bssid: str,
    /** How strong it is, 0 to 100. */
    signal: int,
    /** `open`, `wpa2` or `wpa3`. */
    security: str,
    /** MHz. */
    freq: int,
    /** 1: the box is in it. */
    connected: flag,
    /** 1: the box keeps its password. */
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
    /** 1: it does not tell its name. */
    hidden: flag,
    /** 1: the box goes into it by itself. */
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
    /** The node that it leads over; empty: none. */
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

/** Settings of the remote connection (X35): `white` empty blocks everybody, `*` lets everybody in (NET-03). */
export const RemoteConfig = struct(
  {
    /** 1: it is switched on. */
    enable: flag,
    /** Port of the node, 10000 to 20000. */
    port: int,
    /** Addresses that may come in; none: nobody may, `*`: everybody. */
    white: list(str, 5),
  },
  {},
  'RemoteConfig',
);
export type RemoteConfig = TypeOf<typeof RemoteConfig>;

/** What the box found about the router in front of it (B100). */
export const NAT_TYPES = ['open', 'full cone', 'restricted', 'port restricted', 'symmetric', 'unknown'] as const;
