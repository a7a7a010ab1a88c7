export interface PlacesOptions<C> {
  readonly most: number;
  /** Maximum for one holder. */
  readonly perHolder: (holder: string) => number;
  /** Whether the item is in use; unneeded ones are evicted first. */
  readonly isNeeded: (one: C) => boolean;
}

/**
 * A limited number of places that always admits a newcomer and evicts another item instead: an unneeded one if
 * possible, otherwise the oldest, of the holder that exceeds its limit, or of the holder with the most places.
 */
export class Places<C> {
  readonly #options: PlacesOptions<C>;
  readonly #holders = new Map<string, Set<C>>();
  readonly #all = new Map<C, string>();

  constructor(options: PlacesOptions<C>) {
    this.#options = options;
  }

  get taken(): number {
    return this.#all.size;
  }

  has(one: C): boolean {
    return this.#all.has(one);
  }

  /** Adds an item and returns the one to evict, if any. */
  enter(one: C, holder: string): C | undefined {
    const own = this.#holders.get(holder) ?? new Set();
    own.add(one);
    this.#holders.set(holder, own);
    this.#all.set(one, holder);
    if (own.size > this.#options.perHolder(holder)) return this.#victim([own], one);
    return this.#all.size > this.#options.most ? this.#victim(this.#holders.values(), one) : undefined;
  }

  leave(one: C): void {
    const holder = this.#all.get(one);
    if (holder === undefined) return;
    this.#all.delete(one);
    const own = this.#holders.get(holder);
    own?.delete(one);
    if (own?.size === 0) this.#holders.delete(holder);
  }

  #victim(among: Iterable<ReadonlySet<C>>, except: C): C | undefined {
    let found: { readonly one: C; readonly weight: number } | undefined;
    for (const own of among) {
      const others = [...own].filter((one) => one !== except);
      const spare = others.find((one) => !this.#options.isNeeded(one));
      const one = spare ?? others[0];
      // Unneeded items are evicted before needed ones.
      const weight = others.length + (spare === undefined ? 0 : this.#all.size);
      if (one !== undefined && weight > (found?.weight ?? 0)) found = { one, weight };
    }
    return found?.one;
  }
}
