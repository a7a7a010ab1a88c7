export interface EvictingPoolOptions<C> {
  readonly maxItems: number;
  /** Maximum for one holder. */
  readonly maxPerHolder: (holder: string) => number;
  /** Whether the item is in use; unneeded ones are evicted first. */
  readonly isNeeded: (one: C) => boolean;
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

  has(one: C): boolean {
    return this.#all.has(one);
  }

  /** Adds an item and returns the one to evict, if any. */
  add(one: C, holder: string): C | undefined {
    const own = this.#holders.get(holder) ?? new Set();
    own.add(one);
    this.#holders.set(holder, own);
    this.#all.set(one, holder);
    if (own.size > this.#options.maxPerHolder(holder)) return this.#chooseEviction([own], one);
    return this.#all.size > this.#options.maxItems ? this.#chooseEviction(this.#holders.values(), one) : undefined;
  }

  remove(one: C): void {
    const holder = this.#all.get(one);
    if (holder === undefined) return;
    this.#all.delete(one);
    const own = this.#holders.get(holder);
    own?.delete(one);
    if (own?.size === 0) this.#holders.delete(holder);
  }

  #chooseEviction(among: Iterable<ReadonlySet<C>>, except: C): C | undefined {
    let found: { readonly one: C; readonly weight: number } | undefined;
    for (const own of among) {
      const others = [...own].filter((one) => one !== except);
      const unneeded = others.find((one) => !this.#options.isNeeded(one));
      const one = unneeded ?? others[0];
      // Unneeded items are evicted before needed ones.
      const weight = others.length + (unneeded === undefined ? 0 : this.#all.size);
      if (one !== undefined && weight > (found?.weight ?? 0)) found = { one, weight };
    }
    return found?.one;
  }
}
