import type { Failure, Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';

/** The two gated areas: the encrypted safe (root 3) and the private files (root 8). */
export type GatedArea = 'safe' | 'private';

/** Where the gate of an area stands (SAFE-01, SAFE-02, P-10). */
export type GateState =
  /** The box has not said yet; `failure` when it could not be reached. */
  | { readonly at: 'unknown'; readonly failure: Failure | null }
  | { readonly at: 'asking' }
  /** No password yet: the first visit sets one. */
  | { readonly at: 'unset' }
  | { readonly at: 'closed'; readonly left: number | null }
  /** Five wrong entries: `until` is epoch milliseconds (SAFE-09). */
  | { readonly at: 'locked'; readonly until: number }
  | { readonly at: 'open' };

export interface SafeGate {
  readonly area: GatedArea;
  readonly state$: StateStream<GateState>;
  /** True while the area may be used; the box checks it again on every path. */
  readonly open$: StateStream<boolean>;
  /** Asks the box whether a password is set and whether the area is locked. */
  check(): Outcome<GateState>;
  /** First password: two equal entries and an accepted agreement (SAFE-04). */
  setUp(password: string, repeat: string, agreed: boolean): Outcome<null>;
  unlock(password: string): Outcome<null>;
  change(oldPassword: string, newPassword: string, repeat: string): Outcome<null>;
  lock(): Outcome<null>;
  /** The recovery kit of an open safe: the one line that opens its files without the box. It is kept nowhere here (G-32). */
  kit(): Outcome<string>;
  /** The box refused with 13 below the open area: it closed it after 30 min without use, or was started anew. */
  wentCold(): void;
}
