import type { TypeOf } from '@boxwood/command-bus/codecs';
import { intBetween, list, str, struct, text, yesNo } from '@boxwood/command-bus/codecs';

/** A model name; text, because an unknown one has a refusal of its own (2008). */
export const ModelText = text(1, 16);

/** A version and its notes (PLUGIN-03, SDK-E16): number, name for people, one line per change. */
export const VersionInfo = struct({ Version: str, VersionName: str, Description: list(str) }, {}, 'VersionInfo');
export type VersionInfo = TypeOf<typeof VersionInfo>;

/**
 * Where a box can be reached (A21): its LAN address and port, its public addresses as the service sees them, and the relay with
 * the two opaque values a request through it must carry. `relayAuth` lives 24 hours; an empty `relayUrl` means there is no relay.
 * `boxToken` (ours) is the token to show to that box: it opens nothing else, and ends with the session or after a day without use. A service
 * that does not know it leaves it out; then the box takes the account's own token (G-05).
 */
export const BoxAddress = struct(
  {
    lanIp: str,
    wanIp: str,
    ipv6: str,
    apiPort: intBetween(0, 65535),
    relayUrl: str,
    relayHost: str,
    relayAuth: str,
    online: yesNo,
  },
  { boxToken: str },
  'BoxAddress',
);
export type BoxAddress = TypeOf<typeof BoxAddress>;
