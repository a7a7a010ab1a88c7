/** What says that the machine must not be restarted by a plan now: features that come later add theirs. */
export class Holds {
  readonly #asks: (() => string | null)[] = [];

  /** @param ask what is under way; null while nothing is */
  add(ask: () => string | null): void {
    this.#asks.push(ask);
  }

  /** The first that is under way; null for none. */
  get any(): string | null {
    for (const ask of this.#asks) {
      const found = ask();
      if (found !== null) return found;
    }
    return null;
  }
}
