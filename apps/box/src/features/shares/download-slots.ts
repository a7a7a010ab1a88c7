/** Concurrent downloads per share, so that one link cannot use up the box. */
const MAX_DOWNLOADS_PER_SHARE = 16;
/** Concurrent downloads per visitor. Browsers open six connections to one host. */
const MAX_DOWNLOADS_PER_VISITOR = 6;

/** Limits concurrent downloads of shares. */
export class DownloadSlots {
  readonly #visitorsByShare = new Map<string, string[]>();

  /**
   * Acquires a download slot, which the caller disposes. Returns null when the share or this visitor has no slot left.
   */
  acquire(share: string, visitor: string): Disposable | null {
    const visitors = this.#visitorsByShare.get(share) ?? [];
    if (
      visitors.length >= MAX_DOWNLOADS_PER_SHARE ||
      visitors.filter((one) => one === visitor).length >= MAX_DOWNLOADS_PER_VISITOR
    )
      return null;
    visitors.push(visitor);
    this.#visitorsByShare.set(share, visitors);
    return {
      [Symbol.dispose]: () => {
        visitors.splice(visitors.indexOf(visitor), 1);
        if (visitors.length === 0) this.#visitorsByShare.delete(share);
      },
    };
  }
}
