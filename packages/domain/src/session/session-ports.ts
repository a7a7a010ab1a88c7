import type { PortResult } from '../outcome.ts';
import type { BoxLink, RelayPass } from './session.ts';

/** Addresses of a box (A21). */
export interface BoxRoutes {
  readonly lanIp: string;
  readonly wanIp: string;
  readonly ipv6: string;
  readonly apiPort: number;
  readonly relayUrl: string;
  readonly relay: RelayPass;
  readonly online: boolean;
  /** The token for this box only; null from a service that issues none: then the account token is used (G-05). */
  readonly boxToken: string | null;
}

/** Account calls of the session. They use the token stored at the time of the call. */
export interface AccountPort {
  signIn(userName: string, password: string): PortResult<{ readonly token: string; readonly username: string }>;
  signOut(): PortResult<unknown>;
  /** A58; refused with ACC 1001 when a newer sign-in exists. */
  checkToken(): PortResult<unknown>;
  boxRoutes(boxName: string): PortResult<BoxRoutes>;
  profile(): PortResult<{ readonly mobile: string; readonly avatar: string }>;
}

/** Identity reported by a box (B09). */
export interface BoxIdentity {
  readonly boxId: string;
  readonly boxName: string;
  readonly model: BoxLink['model'];
  readonly version: string;
}

/** Calls to a box that is not yet the session's box. */
export interface BoxEntryPort {
  /** GETPRODUCTINFO at `api` within `timeoutMs`, with the token meant for that box. */
  probe(api: string, token: string, relay: RelayPass | null, timeoutMs: number): PortResult<BoxIdentity>;
  /** B120: sign-in at the box itself. */
  signIn(
    api: string,
    userName: string,
    password: string,
  ): PortResult<{ readonly boxToken: string; readonly username: string; readonly admin: boolean }>;
  /** Notifies the box that its token is no longer used; failures are ignored. */
  signOut(api: string): PortResult<unknown>;
}
