import { join } from 'node:path';
import { DEFAULT_APP_SECRET } from '@boxwood/account-sdk';
import type { WriteAccessLog } from './access-log.ts';
import type { ServiceClock } from './system-clock.ts';
import { systemClock } from './system-clock.ts';
import type { ServerLimits } from './http/server-limits.ts';

/** A tunnel node whose ports this service can assign. `trial` says whether it offers the free plan. */
export interface TunnelNode {
  readonly srvId: string;
  readonly name: string;
  readonly region: string;
  readonly host: string;
  readonly trial: boolean;
}

/** A user of a box as pushed to the box (X106): `verifier` is argon2id in PHC form. */
export interface RosterEntry {
  readonly userName: string;
  readonly admin: 'Y' | 'N';
  readonly verifier: string;
}

/**
 * Delivers to a box in the same process: its users, and the hashes (SHA-256, hex) of its ended tokens. Rejects on
 * failure.
 */
export type PushRoster = (boxId: string, users: readonly RosterEntry[], ended: readonly string[]) => Promise<void>;

/** Configuration of the service. All defaults fit a single installation on one machine. */
export interface AccountOptions {
  /** Folder of the database, the pictures and the outbox; created when missing, readable by the owner only. */
  readonly dataDir: string;
  /** `postgres://...` for a server; default: `account.sqlite` in the data folder. */
  readonly database?: string;
  /** Path prefix of the service when it shares an origin, for example `/account`. Default: none. */
  readonly prefix?: string;
  /** Public address of the relay, without the trailing slash; default: no relay for clients. */
  readonly publicUrl?: string;
  /** Memory for idle tunnels, in MiB, from 1; it limits how many boxes are connected. Default: 512. */
  readonly tunnelMemory?: number;
  /**
   * Sends mail: an `smtp(s)://user:password@host` address and the sender. Without it, mail is written to the outbox
   * folder.
   */
  readonly smtp?: { readonly url: string; readonly from: string };
  /** The application secret of G-26. */
  readonly appSecret?: string;
  /**
   * `invite` (default): accounts are created by invitation of a box. `open`: also with a proven mobile number or mail
   * address.
   */
  readonly registration?: 'invite' | 'open';
  /** Key that every box must present when it registers for the first time; default: none. */
  readonly enrolmentKey?: string;
  /** The box whose process this service runs in: no other box may register, and this one only with this secret. */
  readonly ownBox?: { readonly boxId: string; readonly secret: string };
  /** Suffix of dynamic domains. */
  readonly domainSuffix?: string;
  readonly nodes?: readonly TunnelNode[];
  /** Address that plugin packages are downloaded from. */
  readonly pluginHost?: string;
  /** Delivers to a box in the same process; default: through the tunnel that the box has dialled. */
  readonly pushRoster?: PushRoster;
  /** Other origins whose pages may call the service. */
  readonly origins?: readonly string[];
  /**
   * Folder of release packages for boxes, in addition to the built-in versions: each with a signature and a
   * description. Default: none.
   */
  readonly releases?: string;
  readonly clock?: ServiceClock;
  /** Limits shared with other servers of the same process; default: its own. */
  readonly guard?: ServerLimits;
  /** Frees space on a full disk for a failed write to the SQLite file; returns false when it cannot. Default: none. */
  readonly makeRoom?: () => boolean;
  /** Called for every unexpected error; must not throw. */
  readonly onFault?: (fault: unknown, where: string) => void;
  /** Called for sign-ins, sign-outs and refusals, one log line each; refusals are limited. */
  readonly onAccess?: WriteAccessLog;
  /** Called after every finished call: name, code, milliseconds. */
  readonly onCall?: (record: { readonly command: string; readonly code: number; readonly ms: number }) => void;
}

export interface ServiceSettings {
  readonly dataDir: string;
  readonly database: string;
  readonly prefix: string;
  readonly publicUrl: string;
  readonly tunnelMemory: number;
  readonly smtp: { readonly url: string; readonly from: string } | null;
  readonly appSecret: string;
  readonly registration: 'invite' | 'open';
  readonly enrolmentKey: string;
  readonly ownBox: { readonly boxId: string; readonly secret: string } | null;
  readonly domainSuffix: string;
  readonly nodes: readonly TunnelNode[];
  readonly pluginHost: string;
  readonly pushRoster: PushRoster | null;
  readonly origins: readonly string[];
  readonly releases: string | null;
  readonly clock: ServiceClock;
  readonly makeRoom: () => boolean;
  readonly onFault: (fault: unknown, where: string) => void;
  readonly onAccess: WriteAccessLog;
  readonly onCall: (record: { readonly command: string; readonly code: number; readonly ms: number }) => void;
}

/** MiB for idle tunnels: about 16,000 of them. */
const DEFAULT_TUNNEL_MEMORY = 512;

const ignore = () => undefined;

/** Fills in the defaults. */
export const settingsOf = (options: AccountOptions): ServiceSettings => {
  const prefix = options.prefix ?? '';
  if (prefix !== '' && !/^(\/[A-Za-z0-9_-]+)+$/.test(prefix)) throw new TypeError(`not a prefix: ${prefix}`);
  const tunnelMemory = options.tunnelMemory ?? DEFAULT_TUNNEL_MEMORY;
  if (!Number.isSafeInteger(tunnelMemory) || tunnelMemory < 1) throw new TypeError('not a memory size: tunnelMemory');
  return {
    dataDir: options.dataDir,
    database: options.database ?? join(options.dataDir, 'account.sqlite'),
    prefix,
    publicUrl: (options.publicUrl ?? '').replace(/\/$/, ''),
    tunnelMemory,
    smtp: options.smtp ?? null,
    appSecret: options.appSecret ?? DEFAULT_APP_SECRET,
    registration: options.registration ?? 'invite',
    enrolmentKey: options.enrolmentKey ?? '',
    ownBox: options.ownBox ?? null,
    domainSuffix: options.domainSuffix ?? '.box.example',
    nodes: options.nodes ?? [],
    pluginHost: options.pluginHost ?? '',
    pushRoster: options.pushRoster ?? null,
    origins: options.origins ?? [],
    releases: options.releases ?? null,
    clock: options.clock ?? systemClock,
    makeRoom: options.makeRoom ?? (() => false),
    onFault: options.onFault ?? ignore,
    onAccess: options.onAccess ?? ignore,
    onCall: options.onCall ?? ignore,
  };
};
