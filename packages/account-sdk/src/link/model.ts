import type { TypeOf } from '@boxwood/command-bus/codecs';
import { intBetween, oneOf, str, struct, text, yesNo } from '@boxwood/command-bus/codecs';

/** What a box says about itself when it registers. No address: the service calls nobody, boxes dial in. */
export const BoxCard = struct(
  {
    boxId: text(4, 64),
    boxName: text(1, 64),
    model: oneOf(['N2', 'N3', 'G2']),
    edition: oneOf(['standard', 'starlight']),
    version: text(1, 32),
  },
  {},
  'BoxCard',
);
export type BoxCard = TypeOf<typeof BoxCard>;

/** Whether somebody owns the box, and under which name the service knows it. */
export const BoxStanding = struct({ boxName: str, owned: yesNo }, {}, 'BoxStanding');
export type BoxStanding = TypeOf<typeof BoxStanding>;

/** Where a box can be reached right now, and what its owner called it; sent once a minute, silence for three minutes reads as offline. */
export const BoxReport = struct(
  { lanIp: text(0, 64), wanIp: text(0, 64), ipv6: text(0, 64), apiPort: intBetween(0, 65535), version: text(1, 32) },
  { title: text(0, 20) },
  'BoxReport',
);
export type BoxReport = TypeOf<typeof BoxReport>;

/** Seconds between two reports of a box. */
export const REPORT_EVERY_S = 60;
/** Seconds of silence after which a box counts as offline. */
export const OFFLINE_AFTER_S = 180;
