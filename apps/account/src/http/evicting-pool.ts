export interface EvictingPoolOptions<C> {
  readonly maxItems: number;
  /** Maximum for one holder. */
  readonly maxPerHolder: (holder: string) => number;
  /** Whether the item is in use; unneeded ones are evicted first. */
  readonly isNeeded: (entry: C) => boolean;
}

/**
 * A pool with a limited number of slots. It always admits a new item and evicts another one: an unneeded one if
 * possible, otherwise the oldest item of the holder that exceeds its limit, or of the holder with the most slots.
 */
export class EvictingPool<C> {
  readonly #options: EvictingPoolOptions<C>;
  readonly #holders = new Map<string, Set<C>>();
  readonly #all = new Map<C, string>();

  constructor(options: EvictingPoolOptions<C>) {
    this.#options = options;
  }

  get size(): number {
    return this.#all.size;
  }

  has(entry: C): boolean {
    return this.#all.has(entry);
  }

  /** Adds an item and returns the one to evict, if any. */
  add(entry: C, holder: string): C | undefined {
    const own = this.#holders.get(holder) ?? new Set();
    own.add(entry);
    this.#holders.set(holder, own);
    this.#all.set(entry, holder);
    if (own.size > this.#options.maxPerHolder(holder)) return this.#chooseEviction([own], entry);
    return this.#all.size > this.#options.maxItems ? this.#chooseEviction(this.#holders.values(), entry) : undefined;
  }

  remove(entry: C): void {
    const holder = this.#all.get(entry);
    if (holder === undefined) return;
    this.#all.delete(entry);
    const own = this.#holders.get(holder);
    own?.delete(entry);
    if (own?.size === 0) this.#holders.delete(holder);
  }

  #chooseEviction(among: Iterable<ReadonlySet<C>>, except: C): C | undefined {
    let heaviest: { readonly entry: C; readonly weight: number } | undefined;
    for (const own of among) {
      const others = [...own].filter((entry) => entry !== except);
      const unneeded = others.find((entry) => !this.#options.isNeeded(entry));
      const entry = unneeded ?? others[0];
      // Unneeded items are evicted before needed ones.
      const weight = others.length + (unneeded === undefined ? 0 : this.#all.size);
      if (entry !== undefined && weight > (heaviest?.weight ?? 0)) heaviest = { entry, weight };
    }
    return heaviest?.entry;
  }
}
