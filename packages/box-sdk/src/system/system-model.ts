import type { TypeOf } from '@boxwood/command-bus/codecs';
import { flag, int, list, str, struct } from '@boxwood/command-bus/codecs';

/** Identity of the box (B09): `product` is N2, N3 or G2, `uptime` seconds, `inited` 0 while no volume is set up. */
export const ProductInfo = struct(
  {
    /** Model. */
    product: str,
    /** Firmware version, three numbers. */
    version: str,
    /** Display name of the version. */
    versionname: str,
    /** Id of the box. */
    boxid: str,
    /** Its address in messages. */
    boxjid: str,
    /** Name given by the owner. */
    boxname: str,
    /** Serial number. */
    sn: str,
    /** MAC address of the first network interface. */
    mac: str,
    /** Seconds since the box started. */
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
    /** 0: a fault of the power supply. */
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
    /** Version number, for example `1.0.1018`; used for comparison. */
    Version: str,
    /** Display name of the release. */
    VersionName: str,
    /** Release notes, one line per change. */
    Description: list(str, 500),
  },
  {},
  'VersionInfo',
);
export type VersionInfo = TypeOf<typeof VersionInfo>;
