import type { Failure, Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';

/** The two gated areas: the encrypted safe (root 3) and the private files (root 8). */
export type ProtectedArea = 'safe' | 'private';

/** State of an area's gate (SAFE-01, SAFE-02, P-10). */
export type GateState =
  /** Not known yet; `failure` when the box could not be reached. */
  | { readonly at: 'unknown'; readonly failure: Failure | null }
  | { readonly at: 'asking' }
  /** No password is set: the first visit sets one. */
  | { readonly at: 'unset' }
  | { readonly at: 'closed'; readonly attemptsLeft: number | null }
  /** After five wrong passwords; `until` is in epoch milliseconds (SAFE-09). */
  | { readonly at: 'locked'; readonly until: number }
  | { readonly at: 'open' };

export interface SafeGate {
  readonly area: ProtectedArea;
  readonly state$: StateStream<GateState>;
  /** True while the area may be used; the box also checks it for every path. */
  readonly open$: StateStream<boolean>;
  /** Asks the box whether a password is set and whether the area is locked. */
  check(): Outcome<GateState>;
  /** Sets the first password: two equal entries and an accepted agreement (SAFE-04). */
  setUp(password: string, repeat: string, agreed: boolean): Outcome<null>;
  unlock(password: string): Outcome<null>;
  change(oldPassword: string, newPassword: string, repeat: string): Outcome<null>;
  lock(): Outcome<null>;
  /** The recovery kit of an open safe: one line that decrypts its files without the box. Not stored here (G-32). */
  recoveryKit(): Outcome<string>;
  /** Handles refusal 13 inside an open area: the box closed it after 30 min without use, or was restarted. */
  noteClosedByBox(): void;
}
