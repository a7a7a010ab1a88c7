import type { Drive } from '../model.ts';
import type { Failure, Outcome } from '../outcome.ts';
import type { Observable } from 'rxjs';
import type { StateStream } from '../state/state-stream.ts';

/** The three connection modes (G-06), named after their pages. */
export type ConnectionMode = 'toloc' | 'tolan' | 'towan';

/** Values that the relay requires with every request from outside. */
export interface RelayPass {
  readonly host: string;
  readonly auth: string;
}

/** Everything that calls to the chosen box need. */
export interface BoxLink {
  readonly boxId: string;
  readonly boxName: string;
  readonly nick: string;
  readonly model: 'N2' | 'N3' | 'G2';
  readonly version: string;
  readonly mode: ConnectionMode;
  /** Base URL of the box API. */
  readonly api: string;
  readonly ip: string;
  readonly wanIp: string;
  readonly ipv6: string;
  /** `boxToken` when the box or the account service issued one for this box, otherwise the account token (G-05). */
  readonly token: string;
  readonly relay: RelayPass | null;
  readonly admin: boolean;
}

/** Stage of the user between the sign-in page and the desktop. */
export type SessionStage =
  | { readonly at: 'signed-out'; readonly why: 'start' | 'asked' }
  /** The session ended without a sign-out; `who` was signed in, and may want to continue. */
  | { readonly at: 'signed-out'; readonly why: 'elsewhere' | 'expired'; readonly who: string }
  | { readonly at: 'signing-in'; readonly way: 'account' | 'offline' }
  /** `removed`: an administrator removed the user from the box they were in. */
  | { readonly at: 'choosing'; readonly username: string; readonly removed?: boolean }
  | { readonly at: 'connecting'; readonly username: string; readonly mode: ConnectionMode; readonly target: string }
  | {
      readonly at: 'unreachable';
      readonly username: string;
      readonly mode: ConnectionMode;
      readonly target: string;
      readonly failure: Failure;
    }
  | { readonly at: 'in'; readonly username: string; readonly link: BoxLink };

/**
 * A session transferred to another origin (G-08); `relayAuth` is empty when the box is reached directly. The token is
 * the box token: at the other origin the session exists at that box only, and the account token is not transferred.
 */
export interface SessionTransfer {
  readonly username: string;
  readonly token: string;
  readonly boxId: string;
  readonly boxApi: string;
  readonly relayAuth: string;
  /** Decides only what is shown; the box checks the permission on every call. */
  readonly admin: boolean;
}

/** Connection state while signed in (G-28). */
export type ConnectionState = 'ok' | 'lost' | 'failed' | 'offline';

/** Sign-in, choice of a box, supervision of the session, and sign-out. */
export interface Session {
  readonly stage$: StateStream<SessionStage>;
  readonly connection$: StateStream<ConnectionState>;
  /** Emits when failed reads should be retried: at once after a reconnection, and every few seconds while connected. */
  readonly retry$: Observable<null>;
  /** LAN mode: no account service. Account-only screens show the offline notice (G-07). */
  readonly lanMode$: StateStream<boolean>;
  readonly admin$: StateStream<boolean>;

  /**
   * Account sign-in (A01). A failure with any code other than 200 is returned unchanged, and nothing is stored
   * (LOGIN-05).
   */
  signIn(userName: string, password: string): Outcome<{ readonly username: string }>;
  /** Offline sign-in directly at a box (B120); a mail address is refused with 2000 (LOGIN-07). */
  signInOffline(ip: string, userName: string, password: string): Outcome<{ readonly username: string }>;
  /** Resumes a stored session if it is still valid (G-08). Fails when there is none or it has ended. */
  resume(): Outcome<SessionStage>;
  /**
   * Finds the box and connects: on the LAN if the probe answers within 1500 ms with the right id, otherwise through the
   * relay.
   */
  enter(drive: Drive): Outcome<BoxLink>;
  /** Retries after `unreachable`. */
  retry(): Outcome<BoxLink>;
  /** Returns to the box chooser. In LAN mode there is none, so the session ends. */
  leaveBox(): void;
  /** Adopts a session that another origin passed in the URL fragment (G-08). */
  adoptTransfer(transfer: SessionTransfer): Outcome<SessionStage>;
  /** The session to pass on when the desktop moves to another origin. */
  exportTransfer(): SessionTransfer | null;
  /** New relay values after the relay answered 401 (G-06); null when the box is reached directly. */
  renewRelay(): Outcome<RelayPass | null>;
  /** Runs the login check now; used after a response with 1001 (G-28). */
  checkNow(): void;
  /**
   * Reports a failure of another call: a missing response and 1001 trigger a check at once; box 18 in LAN mode means
   * expired.
   */
  report(failure: Failure): void;
  /**
   * LOGIN-12, in this order: closes windows, signs out at the server (except in LAN mode), clears the stored data,
   * enters the signed-out stage.
   */
  signOut(): Outcome<null>;
}
