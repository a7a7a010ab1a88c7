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
  { ssid: str },
  'NetDev',
);
export type NetDev = TypeOf<typeof NetDev>;

/** Addresses of one interface; with `dhcp` 1 the others say what was obtained. */
export const IpConfig = struct(
  { dev: str, dhcp: flag, ip: str, mask: str, gateway: str, dns1: str, dns2: str },
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
  { ssid: essential(str), bssid: str, signal: int, security: str, freq: int, connected: flag, saved: flag },
  {},
  'WifiNetwork',
);
export type WifiNetwork = TypeOf<typeof WifiNetwork>;

/** A stored network (B15). */
export const WifiStored = struct({ ssid: essential(str), security: str, hidden: flag, auto: flag }, {}, 'WifiStored');
export type WifiStored = TypeOf<typeof WifiStored>;

/** The built-in remote connection (B25): `status` 0 stopped, 1 connecting, 2 connected, 3 failed (`msg` says why). */
export const RemoteStatus = struct({ status: int, server: str, port: int, msg: str }, {}, 'RemoteStatus');
export type RemoteStatus = TypeOf<typeof RemoteStatus>;

/** Settings of the remote connection (X35): `white` empty blocks everybody, `*` lets everybody in (NET-03). */
export const RemoteConfig = struct({ enable: flag, port: int, white: list(str, 5) }, {}, 'RemoteConfig');
export type RemoteConfig = TypeOf<typeof RemoteConfig>;

/** What the box found about the router in front of it (B100). */
export const NAT_TYPES = ['open', 'full cone', 'restricted', 'port restricted', 'symmetric', 'unknown'] as const;
