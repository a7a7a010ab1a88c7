import type { Drive } from '../model.ts';
import type { Failure, Outcome } from '../outcome.ts';
import type { BoxLink } from '../session/session.ts';
import type { StateStream } from '../state/state-stream.ts';

/** The box chooser (LOGIN-17). */
export interface BoxChooserState {
  readonly loading: boolean;
  readonly drives: readonly Drive[];
  readonly failure: Failure | null;
  /** Id of the box that this browser entered last. */
  readonly lastBoxId: string | null;
}

export interface Boxes {
  readonly state$: StateStream<BoxChooserState>;
  refresh(): Outcome<readonly Drive[]>;
  /**
   * The box to enter without asking the user: the last used one if online, else the only online one, else null (G-08).
   */
  automaticChoice(): Drive | null;
  /**
   * Loads the list and enters the box of {@link automaticChoice}; null when the user has to choose. Not called with `auto=N`.
   */
  enterAutomatically(): Outcome<BoxLink | null>;
  choose(drive: Drive): Outcome<BoxLink>;
  /** Creates an account with an invitation, bound to the box of the invitation (X102). Does not sign in. */
  register(userName: string, password: string, inviteCode: string): Outcome<null>;
  /** Binds the signed-in user to a box with an invitation of its administrator (X103), and reloads the list. */
  join(boxId: string, inviteCode: string): Outcome<null>;
}
