/**
 * Which events of other pages have been applied. Messages can arrive twice (a new tab is sent what may not be stored
 * yet) and out of order, so numbers above a rising floor are remembered one by one.
 */
export class AppliedEvents {
  readonly #origins = new Map<string, { floor: number; readonly above: Set<number> }>();

  /** Marks everything of `origin` up to `seq` as applied. */
  cover(origin: string, seq: number): void {
    const entry = this.#entry(origin);
    entry.floor = Math.max(entry.floor, seq);
  }

  /** True the first time an event is passed; remembers it. */
  admit(origin: string, seq: number): boolean {
    const entry = this.#entry(origin);
    if (seq <= entry.floor || entry.above.has(seq)) return false;
    entry.above.add(seq);
    if (entry.above.size > 8192) {
      const sorted = [...entry.above].sort((a, b) => a - b);
      entry.floor = sorted[4095] ?? entry.floor;
      for (const old of sorted.slice(0, 4096)) entry.above.delete(old);
    }
    return true;
  }

  /** Highest applied sequence number per origin. */
  highest(): Readonly<Record<string, number>> {
    return Object.fromEntries(
      [...this.#origins].map(([origin, { floor, above }]) => {
        let highest = floor;
        for (const seq of above) highest = Math.max(highest, seq);
        return [origin, highest];
      }),
    );
  }

  #entry(origin: string): { floor: number; readonly above: Set<number> } {
    const found = this.#origins.get(origin);
    if (found !== undefined) return found;
    const entry = { floor: 0, above: new Set<number>() };
    this.#origins.set(origin, entry);
    return entry;
  }
}
