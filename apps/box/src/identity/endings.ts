/** Somebody was shown out: of one session, of every session of a user (a new password), of the box, or of a place that others still may enter. */
export type Ending =
  | { readonly kind: 'session'; readonly session: string }
  | { readonly kind: 'sessions'; readonly user: string }
  | { readonly kind: 'user'; readonly user: string }
  /** A share ended, an area was locked, a folder went: whatever goes on by a right asks again whether it is there. */
  | { readonly kind: 'right' };

/**
 * The one place through which everything ends that hangs on a session, a user or a right: tokens, file keys, open areas, running downloads and uploads,
 * tasks, shares. Whoever keeps such a thing listens here; whoever shows somebody out announces it here and knows nothing of the rest.
 */
export class Endings {
  readonly #listeners: ((ending: Ending) => void)[] = [];
  readonly #onFault: (fault: unknown) => void;

  /** @param onFault told when a listener fails; the others are told all the same */
  constructor(onFault: (fault: unknown) => void) {
    this.#onFault = onFault;
  }

  /** Listeners are called in the order in which they came: what lets people in first, what runs by it afterwards. */
  on(listener: (ending: Ending) => void): void {
    this.#listeners.push(listener);
  }

  announce(ending: Ending): void {
    for (const listener of this.#listeners)
      try {
        listener(ending);
      } catch (fault) {
        this.#onFault(fault);
      }
  }
}
