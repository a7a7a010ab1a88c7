import type { Drive } from '../model.ts';
import type { Failure, Outcome } from '../outcome.ts';
import type { Observable } from 'rxjs';
import type { StateStream } from '../state/state-stream.ts';

/** The three ways to a box (G-06) by the name of their page. */
export type ConnectionMode = 'toloc' | 'tolan' | 'towan';

/** Values the relay wants with every request from outside. */
export interface RelayPass {
  readonly host: string;
  readonly auth: string;
}

/** Everything that calls to the chosen box need to know. */
export interface BoxLink {
  readonly boxId: string;
  readonly boxName: string;
  readonly nick: string;
  readonly model: 'N2' | 'N3' | 'G2';
  readonly version: string;
  readonly mode: ConnectionMode;
  /** Base address of the box API. */
  readonly api: string;
  readonly ip: string;
  readonly wanIp: string;
  readonly ipv6: string;
  /** `boxToken` when the box or the account service issued one for this box, otherwise the account token (G-05). */
  readonly token: string;
  readonly relay: RelayPass | null;
  readonly admin: boolean;
}

/** Where a person stands between the sign-in page and the desktop. */
export type SessionStage =
  | { readonly at: 'signed-out'; readonly why: 'start' | 'asked' }
  /** It ended by itself; `who` was signed in, and may want to go on. */
  | { readonly at: 'signed-out'; readonly why: 'elsewhere' | 'expired'; readonly who: string }
  | { readonly at: 'signing-in'; readonly way: 'account' | 'offline' }
  /** `removed`: from the box that they were in, by its administrator. */
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
 * A session on its way to another origin (G-08); `relayAuth` is empty when the box is reached directly. The token is the one for the box: at the
 * other origin the session stands at that box alone, the account's own token stays where it was given.
 */
export interface HandedSession {
  readonly username: string;
  readonly token: string;
  readonly boxId: string;
  readonly boxApi: string;
  readonly relayAuth: string;
  /** What the person may do there is the box's to say at every call; this only decides what is shown. */
  readonly admin: boolean;
}

/** State of the line while signed in (G-28). */
export type LineState = 'ok' | 'lost' | 'failed' | 'offline';

/** Sign-in, the choice of a mode, the watch over the session, and the way out. */
export interface Session {
  readonly stage$: StateStream<SessionStage>;
  readonly line$: StateStream<LineState>;
  /** Emits when what could not be read is to be asked for again: at once when the line is back, and every few seconds while there is one. */
  readonly again$: Observable<null>;
  /** LAN mode: no account service. Account-only screens show the offline notice (G-07). */
  readonly lanMode$: StateStream<boolean>;
  readonly admin$: StateStream<boolean>;

  /** Account sign-in (A01). The failure of any other code than 200 is handed back unchanged and nothing is stored (LOGIN-05). */
  signIn(userName: string, password: string): Outcome<{ readonly username: string }>;
  /** Offline sign-in directly at a box (B120); a mail address is refused with 2000 (LOGIN-07). */
  signInOffline(ip: string, userName: string, password: string): Outcome<{ readonly username: string }>;
  /** Continues a stored session if it is still good (G-08). `left` when there is none or it ended. */
  resume(): Outcome<SessionStage>;
  /** Looks where the box is and connects: LAN if the probe answers in 1500 ms with the right id, otherwise the relay. */
  enter(drive: Drive): Outcome<BoxLink>;
  /** Tries again after `unreachable`. */
  retry(): Outcome<BoxLink>;
  /** Back to the chooser. In LAN mode there is none: it ends the session. */
  leaveBox(): void;
  /** Takes a session over that another origin handed on in the fragment of the address (G-08). */
  takeOver(handed: HandedSession): Outcome<SessionStage>;
  /** What to hand on when the desktop moves to another origin. */
  handOver(): HandedSession | null;
  /** New relay values after the relay answered 401 (G-06); null when the box is reached directly. */
  renewRelay(): Outcome<RelayPass | null>;
  /** Asks the login check now; calls that were answered 1001 use it (G-28). */
  checkNow(): void;
  /** Tells the session about a failure seen elsewhere: no answer is looked into at once, 1001 runs the check at once, box 18 in LAN mode means expired. */
  report(failure: Failure): void;
  /** LOGIN-12: closes windows, server logout except in LAN mode, clears the stored data, signed-out stage - in that order. */
  signOut(): Outcome<null>;
}
