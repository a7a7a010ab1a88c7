/** An access was revoked: one session, every session of a user (a new password), a user, or a right to a place. */
export type Revocation =
  | { readonly kind: 'session'; readonly session: string }
  | { readonly kind: 'sessions'; readonly user: string }
  | { readonly kind: 'user'; readonly user: string }
  /** A share ended, an area was locked or a folder was deleted: everything that depends on a right checks it again. */
  | { readonly kind: 'right' };

/**
 * Publishes revocations to everything that depends on a session, user or right: tokens, file keys, unlocked areas,
 * downloads, uploads, tasks, shares. Each of these listens here, so code that revokes does not depend on them.
 */
export class Revocations {
  readonly #listeners: ((revocation: Revocation) => void)[] = [];
  readonly #onFault: (fault: unknown) => void;

  /** @param onFault called when a listener fails; the other listeners still run */
  constructor(onFault: (fault: unknown) => void) {
    this.#onFault = onFault;
  }

  /** Listeners are called in order of registration: credentials first, then what depends on them. */
  on(listener: (revocation: Revocation) => void): void {
    this.#listeners.push(listener);
  }

  announce(revocation: Revocation): void {
    for (const listener of this.#listeners)
      try {
        listener(revocation);
      } catch (fault) {
        this.#onFault(fault);
      }
  }
}
