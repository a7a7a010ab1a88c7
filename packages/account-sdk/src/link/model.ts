import type { TypeOf } from '@boxwood/command-bus/codecs';
import { intBetween, oneOf, str, struct, text, yesNo, essential } from '@boxwood/command-bus/codecs';

/** What a box says about itself when it registers. No address: the service calls nobody, boxes dial in. */
export const BoxCard = struct(
  {
    /** Letters and digits; stays the same for good. */
    boxId: text(4, 64),
    /** What the service calls the box; unique, mostly the id. */
    boxName: text(1, 64),
    /** The model. */
    model: oneOf(['N2', 'N3', 'G2']),
    /** Which edition of it. */
    edition: oneOf(['standard', 'starlight']),
    /** Of its firmware, as `1.0.1018`. */
    version: text(1, 32),
  },
  {},
  'BoxCard',
);
export type BoxCard = TypeOf<typeof BoxCard>;

/** Whether somebody owns the box, and under which name the service knows it. */
export const BoxStanding = struct(
  {
    /** What the service calls the box. */
    boxName: str,
    /** Y: somebody administrates it. */
    owned: essential(yesNo),
  },
  {},
  'BoxStanding',
);
export type BoxStanding = TypeOf<typeof BoxStanding>;

/** Where a box can be reached right now, and what its owner called it; sent once a minute, silence for three minutes reads as offline. */
export const BoxReport = struct(
  {
    /** In its own network; empty when unknown. */
    lanIp: text(0, 64),
    /** As the internet sees it; empty: the service takes where the call came from. */
    wanIp: text(0, 64),
    /** As the internet sees it; empty when it has none. */
    ipv6: text(0, 64),
    /** Where it listens at `lanIp`. */
    apiPort: intBetween(0, 65535),
    /** Of its firmware, as `1.0.1018`. */
    version: text(1, 32),
  },
  {
    /** As its owner called it; absent: as before. */
    title: text(0, 20),
  },
  'BoxReport',
);
export type BoxReport = TypeOf<typeof BoxReport>;

/** Seconds between two reports of a box. */
export const REPORT_EVERY_S = 60;
/** Seconds of silence after which a box counts as offline. */
export const OFFLINE_AFTER_S = 180;
