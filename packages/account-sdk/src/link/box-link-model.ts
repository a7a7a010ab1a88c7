import type { TypeOf } from '@boxwood/command-bus/codecs';
import { intBetween, oneOf, str, struct, text, yesNo, essential } from '@boxwood/command-bus/codecs';

/**
 * Data of a box at registration. It has no address, because boxes connect to the service, never the other way round.
 */
export const BoxRegistration = struct(
  {
    /** Permanent id; letters and digits. */
    boxId: text(4, 64),
    /** Name of the box at the service; unique, usually the id. */
    boxName: text(1, 64),
    /** Model of the box. */
    model: oneOf(['N2', 'N3', 'G2']),
    /** Edition of the box. */
    edition: oneOf(['standard', 'starlight']),
    /** Firmware version, for example `1.0.1018`. */
    version: text(1, 32),
  },
  {},
  'BoxCard',
);
export type BoxRegistration = TypeOf<typeof BoxRegistration>;

/** Whether the box has an owner, and its name at the service. */
export const RegisteredBox = struct(
  {
    /** Name of the box at the service. */
    boxName: str,
    /** Y: the box has an administrator. */
    owned: essential(yesNo),
  },
  {},
  'BoxStanding',
);
export type RegisteredBox = TypeOf<typeof RegisteredBox>;

/**
 * Current addresses and name of a box, sent once a minute. After three minutes without a report the box counts as
 * offline.
 */
export const BoxReport = struct(
  {
    /** Address in its own network; empty if unknown. */
    lanIp: text(0, 64),
    /** Public address; empty: the service uses the source address of the call. */
    wanIp: text(0, 64),
    /** Public IPv6 address; empty if it has none. */
    ipv6: text(0, 64),
    /** Port at `lanIp`. */
    apiPort: intBetween(0, 65535),
    /** Firmware version, for example `1.0.1018`. */
    version: text(1, 32),
  },
  {
    /** Name given by the owner; absent: unchanged. */
    title: text(0, 20),
  },
  'BoxReport',
);
export type BoxReport = TypeOf<typeof BoxReport>;

/** Seconds between two reports of a box. */
export const REPORT_INTERVAL_S = 60;
/** Seconds without a report after which a box counts as offline. */
export const OFFLINE_AFTER_S = 180;
