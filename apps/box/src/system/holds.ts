/** Running operations that a scheduled restart must not interrupt. Each feature registers its own. */
export class Holds {
  readonly #asks: (() => string | null)[] = [];

  /** @param ask returns a description of the running operation, or null when there is none */
  add(ask: () => string | null): void {
    this.#asks.push(ask);
  }

  /** The first running operation; null for none. */
  get any(): string | null {
    for (const ask of this.#asks) {
      const found = ask();
      if (found !== null) return found;
    }
    return null;
  }
}
