import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  epochSeconds,
  intBetween,
  oneOf,
  str,
  struct,
  text,
  yesNo,
  essential,
  withDefault,
} from '@boxwood/command-bus/codecs';

/** A dynamic domain (DDNS-01, SDK-E39): host and suffix, status, the box it leads to, the redemption code that paid for it. */
export const Domain = struct(
  {
    id: str,
    domain: essential(str),
    suffix: str,
    status: withDefault(oneOf(['unused', 'using', 'stopped']), 'unused'),
    boxName: str,
    boxId: str,
    code: str,
    free: yesNo,
    expire: epochSeconds,
  },
  {},
  'Domain',
);
export type Domain = TypeOf<typeof Domain>;

/** Where HTTP share links of a box point (A06). `url` is empty while the entrance is off, and where no name server answers for the domain. */
export const ShareEntrance = struct(
  { boxid: str, enabled: yesNo, domain: str, port: intBetween(0, 65535), url: str },
  {},
  'ShareEntrance',
);
export type ShareEntrance = TypeOf<typeof ShareEntrance>;

/** A host name as it is typed; the service refuses a wrong one with 2004 or 1040. */
export const HostText = text(1, 64);
