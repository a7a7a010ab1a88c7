import type { TypeOf } from '@boxwood/command-bus/codecs';
import { flag, int, list, str, struct } from '@boxwood/command-bus/codecs';

/** Which box this is (B09): `product` is N2, N3 or G2, `uptime` seconds, `inited` 0 while no volume is set up. */
export const ProductInfo = struct(
  {
    /** Model. */
    product: str,
    /** Of the firmware, three numbers. */
    version: str,
    /** The same for people. */
    versionname: str,
    /** Names the box everywhere. */
    boxid: str,
    /** Its address in messages. */
    boxjid: str,
    /** As its owner called it. */
    boxname: str,
    /** Serial number. */
    sn: str,
    /** Of its first network interface. */
    mac: str,
    /** Seconds since its start. */
    uptime: int,
    /** 0 while no volume is set up. */
    inited: flag,
  },
  {},
  'ProductInfo',
);
export type ProductInfo = TypeOf<typeof ProductInfo>;

/** The power supply (B31): `source` is adapter, poe or ups, `voltage` in millivolts. */
export const PowerStatus = struct(
  {
    /** `adapter`, `poe` or `ups`. */
    source: str,
    /** 0: something is wrong with it. */
    ok: flag,
    /** Millivolts. */
    voltage: int,
  },
  {},
  'PowerStatus',
);
export type PowerStatus = TypeOf<typeof PowerStatus>;

/** What is new in a version (PLUGIN-03, SDK-E16), for firmware and plugins alike. */
export const VersionInfo = struct(
  {
    /** Numbers with dots, as `1.0.1018`; these are compared. */
    Version: str,
    /** The same for people, as a release is called. */
    VersionName: str,
    /** What is new, a line each. */
    Description: list(str, 500),
  },
  {},
  'VersionInfo',
);
export type VersionInfo = TypeOf<typeof VersionInfo>;
