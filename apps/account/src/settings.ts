import { join } from 'node:path';
import { DEFAULT_APP_SECRET } from '@boxwood/account-sdk';
import type { Tell } from './access-log.ts';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';
import type { Guard } from './http/guard.ts';

/** A tunnel node this service can lend ports of. `trial` says whether the free plan is offered there. */
export interface TunnelNode {
  readonly srvId: string;
  readonly name: string;
  readonly region: string;
  readonly host: string;
  readonly trial: boolean;
}

/** A user of a box as it is pushed (X106): `verifier` is argon2id in PHC form. */
export interface RosterEntry {
  readonly userName: string;
  readonly admin: 'Y' | 'N';
  readonly verifier: string;
}

/**
 * Delivers to a box in the same process: its users, and the hashes (SHA-256, hex) of its tokens that have ended. Rejects when it could not.
 */
export type PushRoster = (boxId: string, users: readonly RosterEntry[], ended: readonly string[]) => Promise<void>;

/** How the service is run. Everything has a default that fits one household on one machine. */
export interface AccountOptions {
  /** Folder of the database, the pictures and the outbox; made when it is missing, readable by the owner only. */
  readonly dataDir: string;
  /** `postgres://...` for a server; default: `account.sqlite` in the data folder. */
  readonly database?: string;
  /** What the address of the service starts with when it shares an origin, for example `/account`. Default: nothing. */
  readonly prefix?: string;
  /** Where the relay is reached from outside, without the final slash; default: the service is no relay for clients. */
  readonly publicUrl?: string;
  /** Sends mail: an `smtp(s)://user:password@host` address and the sender. Without it mail goes to the outbox folder. */
  readonly smtp?: { readonly url: string; readonly from: string };
  /** The application secret of G-26. */
  readonly appSecret?: string;
  /** `invite` (default): accounts are opened by invitation of a box. `open`: also with a proven mobile or mail. */
  readonly registration?: 'invite' | 'open';
  /** Asked of every box that registers for the first time; default: any box may. */
  readonly enrolmentKey?: string;
  /** The box whose process this service runs in: no other box may register, and this one only with this secret. */
  readonly ownBox?: { readonly boxId: string; readonly secret: string };
  /** Suffix of dynamic domains. */
  readonly domainSuffix?: string;
  readonly nodes?: readonly TunnelNode[];
  /** Where plugin packages are downloaded from. */
  readonly pluginHost?: string;
  /** Delivers to a box in the same process; default: through the tunnel that the box has dialled, and nowhere else. */
  readonly pushRoster?: PushRoster;
  /** Origins whose pages may call the service from elsewhere. */
  readonly origins?: readonly string[];
  /** Folder of packages that are offered to boxes, beside what is built in: a package, its signature and its description each. Default: none. */
  readonly releases?: string;
  readonly clock?: Clock;
  /** Of the process it runs in, when something else there takes connections too; default: one of its own. */
  readonly guard?: Guard;
  /** Makes room on a full disk for a write to the SQLite file that found none; false when it cannot. Default: nobody does. */
  readonly makeRoom?: () => boolean;
  /** Told about everything unexpected; must not throw. */
  readonly onFault?: (fault: unknown, where: string) => void;
  /** Told who came, went, or was refused a right, one line each; refusals are bounded. */
  readonly onAccess?: Tell;
  /** Told about every finished call: name, code, milliseconds. */
  readonly onCall?: (record: { readonly command: string; readonly code: number; readonly ms: number }) => void;
}

export interface Settings {
  readonly dataDir: string;
  readonly database: string;
  readonly prefix: string;
  readonly publicUrl: string;
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
  readonly clock: Clock;
  readonly makeRoom: () => boolean;
  readonly onFault: (fault: unknown, where: string) => void;
  readonly onAccess: Tell;
  readonly onCall: (record: { readonly command: string; readonly code: number; readonly ms: number }) => void;
}

const ignore = () => undefined;

/** Fills in the defaults. */
export const settingsOf = (options: AccountOptions): Settings => {
  const prefix = options.prefix ?? '';
  if (prefix !== '' && !/^(\/[A-Za-z0-9_-]+)+$/.test(prefix)) throw new TypeError(`not a prefix: ${prefix}`);
  return {
    dataDir: options.dataDir,
    database: options.database ?? join(options.dataDir, 'account.sqlite'),
    prefix,
    publicUrl: (options.publicUrl ?? '').replace(/\/$/, ''),
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
