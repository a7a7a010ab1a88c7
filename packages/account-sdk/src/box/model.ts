import type { TypeOf } from '@boxwood/command-bus/codecs';
import { intBetween, list, str, struct, text, yesNo } from '@boxwood/command-bus/codecs';

/** A model name; text, because an unknown one has a refusal of its own (2008). */
export const ModelText = text(1, 16);

/** A version and its notes (PLUGIN-03, SDK-E16): number, name for people, one line per change. */
export const VersionInfo = struct(
  {
    /** Numbers with dots, as `1.0.1018`; these are compared. */
    Version: str,
    /** The same for people, as a release is called. */
    VersionName: str,
    /** What is new, a line each. */
    Description: list(str),
  },
  {},
  'VersionInfo',
);
export type VersionInfo = TypeOf<typeof VersionInfo>;

/**
 * Where a box can be reached (A21): its LAN address and port, its public addresses as the service sees them, and the relay with
 * the two opaque values a request through it must carry. `relayAuth` lives 24 hours; an empty `relayUrl` means there is no relay.
 * `boxToken` (ours) is the token to show to that box: it opens nothing else, and ends with the session or after a day without use. A service
 * that does not know it leaves it out; then the box takes the account's own token (G-05).
 */
export const BoxAddress = struct(
  {
    /** In its own network; empty when it never said. */
    lanIp: str,
    /** As the internet sees it; empty when unknown. */
    wanIp: str,
    /** As the internet sees it; empty when it has none. */
    ipv6: str,
    /** Where it listens at `lanIp`; 0 when it never said. */
    apiPort: intBetween(0, 65535),
    /** Where calls through the relay go; empty: there is none. */
    relayUrl: str,
    /** Goes along with every call through the relay, as `host`. */
    relayHost: str,
    /** The ticket that goes along with it, as `auth`; good for 24 hours. */
    relayAuth: str,
    /** Y: it is connected, or reported within the last 3 minutes. */
    online: yesNo,
  },
  {
    /** What to show to that box; it opens nothing else. Absent: the box takes the account's own token. */
    boxToken: str,
  },
  'BoxAddress',
);
export type BoxAddress = TypeOf<typeof BoxAddress>;
