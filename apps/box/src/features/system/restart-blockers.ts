/** Running operations that a scheduled restart must not interrupt. Each feature registers its own. */
export class RestartBlockers {
  readonly #checks: (() => string | null)[] = [];

  /** @param check returns a description of the running operation, or null when there is none */
  add(check: () => string | null): void {
    this.#checks.push(check);
  }

  /** The first running operation; null for none. */
  get first(): string | null {
    for (const check of this.#checks) {
      const blocker = check();
      if (blocker !== null) return blocker;
    }
    return null;
  }
}
