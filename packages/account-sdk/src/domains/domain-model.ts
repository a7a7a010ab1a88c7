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

/**
 * A dynamic domain (DDNS-01, SDK-E39): host and suffix, status, the box it points to, the redemption code used for it.
 */
export const Domain = struct(
  {
    /** Id for `domains.reportUse`. */
    id: str,
    /** Host without the suffix; followed by `suffix` it is the full name. */
    domain: essential(str),
    /** Parent domain of the service. */
    suffix: str,
    /** `unused`: reserved, `using`: points to a box, `stopped`. */
    status: withDefault(oneOf(['unused', 'using', 'stopped']), 'unused'),
    /** Name at the service of the box it points to; empty: none. */
    boxName: str,
    /** Id of that box; empty: none. */
    boxId: str,
    /** Redemption code used for it; empty if free, and for everyone but the owner. */
    code: str,
    /** Y: the owner's free domain. */
    free: yesNo,
    expire: epochSeconds,
  },
  {},
  'Domain',
);
export type Domain = TypeOf<typeof Domain>;

/**
 * Target of the HTTP share links of a box (A06). `url` is empty while the entrance is off, and if no name server
 * resolves the domain.
 */
export const ShareEntrance = struct(
  {
    /** Id of the box. */
    boxid: str,
    /** Y: links can be opened from the internet. */
    enabled: yesNo,
    /** Host in the links; empty: the host of the relay. */
    domain: str,
    /** Port of the box for shares in its own network. */
    port: intBetween(0, 65535),
    /** Base URL of share links; empty while there is no entrance. */
    url: str,
  },
  {},
  'ShareEntrance',
);
export type ShareEntrance = TypeOf<typeof ShareEntrance>;

/** A host name as typed; the service refuses an invalid one with 2004 or 1040. */
export const HostText = text(1, 64);
