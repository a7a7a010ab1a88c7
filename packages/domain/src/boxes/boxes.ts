import type { Drive } from '../model.ts';
import type { Failure, Outcome } from '../outcome.ts';
import type { BoxLink } from '../session/session.ts';
import type { StateStream } from '../state/state-stream.ts';

/** The box chooser (LOGIN-17). */
export interface BoxChooserState {
  readonly loading: boolean;
  readonly drives: readonly Drive[];
  readonly failure: Failure | null;
  /** Box id that was entered last from this browser. */
  readonly lastBoxId: string | null;
}

export interface Boxes {
  readonly state$: StateStream<BoxChooserState>;
  refresh(): Outcome<readonly Drive[]>;
  /** The box to enter without asking: the last used one if online, else the only online one, else null (G-08). */
  automatic(): Drive | null;
  /** Loads the list and enters {@link automatic}'s choice; null when the person has to choose. `auto=N` never calls this. */
  enterAutomatically(): Outcome<BoxLink | null>;
  choose(drive: Drive): Outcome<BoxLink>;
  /** Opens an account with an invitation, which binds it to the box of the invitation (X102). Nobody is signed in yet. */
  register(userName: string, password: string, inviteCode: string): Outcome<null>;
  /** Binds the signed-in person to a box with an invitation of its administrator (X103), and lists the boxes anew. */
  join(boxId: string, inviteCode: string): Outcome<null>;
}
