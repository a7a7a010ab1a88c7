/** Concurrent downloads per share, so that one link cannot use up the box. */
const OF_SHARE = 16;
/** Concurrent downloads per visitor. Browsers open six connections to one host. */
const OF_VISITOR = 6;

/** Limits concurrent downloads of shares. */
export class DownloadPlaces {
  readonly #taken = new Map<string, string[]>();

  /**
   * Acquires a download slot, which the caller disposes. Returns null when the share or this visitor has no slot left.
   */
  take(share: string, visitor: string): Disposable | null {
    const taken = this.#taken.get(share) ?? [];
    if (taken.length >= OF_SHARE || taken.filter((one) => one === visitor).length >= OF_VISITOR) return null;
    taken.push(visitor);
    this.#taken.set(share, taken);
    return {
      [Symbol.dispose]: () => {
        taken.splice(taken.indexOf(visitor), 1);
        if (taken.length === 0) this.#taken.delete(share);
      },
    };
  }
}
