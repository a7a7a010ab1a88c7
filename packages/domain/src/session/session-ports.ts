import type { PortResult } from '../outcome.ts';
import type { BoxLink, RelayPass } from './session.ts';

/** Addresses of a box and the credentials to reach it (A21). */
export interface BoxAddresses {
  readonly lanIp: string;
  readonly wanIp: string;
  readonly ipv6: string;
  readonly apiPort: number;
  readonly relayUrl: string;
  readonly relay: RelayPass;
  readonly online: boolean;
  /**
   * The token for this box only. Null when the account service issues none; the account token is used instead (G-05).
   */
  readonly boxToken: string | null;
}

/** Account calls of the session. They use the token stored at the time of the call. */
export interface AccountPort {
  signIn(userName: string, password: string): PortResult<{ readonly token: string; readonly username: string }>;
  signOut(): PortResult<unknown>;
  /** Checks the account token (A58). Refused with ACC 1001 when the user has signed in again elsewhere. */
  checkToken(): PortResult<unknown>;
  boxAddresses(boxName: string): PortResult<BoxAddresses>;
  profile(): PortResult<{ readonly mobile: string; readonly avatar: string }>;
}

/** Identity reported by a box (B09). */
export interface BoxIdentity {
  readonly boxId: string;
  readonly boxName: string;
  readonly model: BoxLink['model'];
  readonly version: string;
}

/** Calls to a box that is not yet the current box of the session. */
export interface BoxSignInPort {
  /** Reads the identity of the box at `apiUrl` within `timeoutMs`, with the token for that box (GETPRODUCTINFO). */
  probe(apiUrl: string, token: string, relay: RelayPass | null, timeoutMs: number): PortResult<BoxIdentity>;
  /** Signs in at the box itself (B120). */
  signIn(
    apiUrl: string,
    userName: string,
    password: string,
  ): PortResult<{ readonly boxToken: string; readonly username: string; readonly admin: boolean }>;
  /** Notifies the box that its token is no longer used; failures are ignored. */
  signOut(apiUrl: string): PortResult<unknown>;
}
