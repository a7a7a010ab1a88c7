import type { TypeOf } from '@boxwood/command-bus/codecs';
import { intBetween, list, str, struct, text, yesNo } from '@boxwood/command-bus/codecs';

/** A model name; text, because the service refuses an unknown one with its own number (2008). */
export const ModelText = text(1, 16);

/** A version and its notes (PLUGIN-03, SDK-E16): number, display name, one line per change. */
export const VersionInfo = struct(
  {
    /** Version number, for example `1.0.1018`; used for comparison. */
    Version: str,
    /** Display name of the release. */
    VersionName: str,
    /** Release notes, one line per change. */
    Description: list(str),
  },
  {},
  'VersionInfo',
);
export type VersionInfo = TypeOf<typeof VersionInfo>;

/**
 * Where a box can be reached (A21): its LAN address and port, its public addresses as seen by the service, and the
 * relay with the two opaque values that a request through it must carry. `relayAuth` is valid for 24 hours; an empty
 * `relayUrl` means there is no relay. `boxToken` (a Boxwood extension) is a token for that box only; it expires with
 * the session or after a day without use. Services that do not support it omit it; then the box accepts the account's
 * own token (G-05).
 */
export const BoxAddress = struct(
  {
    /** Address in its own network; empty if never reported. */
    lanIp: str,
    /** Public address; empty if unknown. */
    wanIp: str,
    /** Public IPv6 address; empty if it has none. */
    ipv6: str,
    /** Port at `lanIp`; 0 if never reported. */
    apiPort: intBetween(0, 65535),
    /** Base URL of the relay; empty: no relay. */
    relayUrl: str,
    /** Sent with every call through the relay, as `host`. */
    relayHost: str,
    /** Ticket sent with it, as `auth`; valid for 24 hours. */
    relayAuth: str,
    /** Y: connected, or its last report is less than 3 minutes old. */
    online: yesNo,
  },
  {
    /** Token for that box only. Absent: the box accepts the account's own token. */
    boxToken: str,
  },
  'BoxAddress',
);
export type BoxAddress = TypeOf<typeof BoxAddress>;
