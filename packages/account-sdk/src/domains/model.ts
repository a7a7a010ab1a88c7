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
    /** Names it for `domains.reportUse`. */
    id: str,
    /** The host alone; with `suffix` behind it, it is the whole name. */
    domain: essential(str),
    /** The domain of the service below which it lies. */
    suffix: str,
    /** `unused` reserved, `using` leads to a box, `stopped`. */
    status: withDefault(oneOf(['unused', 'using', 'stopped']), 'unused'),
    /** The box that it leads to, by its name at the service; empty: none. */
    boxName: str,
    /** The same box by its id; empty: none. */
    boxId: str,
    /** The redemption code that paid for it; empty when free, and for everybody but its owner. */
    code: str,
    /** Y: the free one of its owner. */
    free: yesNo,
    expire: epochSeconds,
  },
  {},
  'Domain',
);
export type Domain = TypeOf<typeof Domain>;

/** Where HTTP share links of a box point (A06). `url` is empty while the entrance is off, and where no name server answers for the domain. */
export const ShareEntrance = struct(
  {
    /** The box, by its id. */
    boxid: str,
    /** Y: links can be opened from outside. */
    enabled: yesNo,
    /** The host that links name; empty: the host of the relay. */
    domain: str,
    /** Where the box serves shares in its own network. */
    port: intBetween(0, 65535),
    /** What an address of a share begins with; empty while no entrance leads there. */
    url: str,
  },
  {},
  'ShareEntrance',
);
export type ShareEntrance = TypeOf<typeof ShareEntrance>;

/** A host name as it is typed; the service refuses a wrong one with 2004 or 1040. */
export const HostText = text(1, 64);
