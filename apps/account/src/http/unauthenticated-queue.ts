/** Requests that begin in one iteration of the event loop; the requests of users begin between two iterations. */
const MAX_PER_ITERATION = 2;

/**
 * Begins the requests of unauthenticated clients a few at a time and round-robin by holder, so that neither many of
 * them nor one holder with many connections delays the others. Without a flood no request waits.
 */
export class UnauthenticatedQueue {
  /** Waiting requests by holder; the holder whose request begins next is first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #begun = 0;

  /** The number of waiting requests. */
  get size(): number {
    let all = 0;
    for (const own of this.#waiting.values()) all += own.length;
    return all;
  }

  /** Calls `begin` now or in a later iteration. */
  add(holder: string, begin: () => void): void {
    if (this.#begun === 0) setImmediate(this.#startIteration);
    if (this.#begun < MAX_PER_ITERATION) {
      this.#begun += 1;
      begin();
      return;
    }
    const own = this.#waiting.get(holder);
    if (own === undefined) this.#waiting.set(holder, [begin]);
    else own.push(begin);
  }

  readonly #startIteration = (): void => {
    const next = Array.from({ length: MAX_PER_ITERATION }, () => this.#take()).filter((begin) => begin !== undefined);
    this.#begun = next.length;
    if (next.length > 0) setImmediate(this.#startIteration);
    for (const begin of next) begin();
  };

  /** Removes the next request, and moves its holder to the end. */
  #take(): (() => void) | undefined {
    for (const [holder, own] of this.#waiting) {
      this.#waiting.delete(holder);
      const begin = own.shift();
      if (own.length > 0) this.#waiting.set(holder, own);
      return begin;
    }
    return undefined;
  }
}
