export interface PlacesOptions<C> {
  readonly most: number;
  /** Of one holder. */
  readonly perHolder: (holder: string) => number;
  /** Whether somebody would miss it: one that is not goes first. */
  readonly isNeeded: (one: C) => boolean;
}

/**
 * A number of places that are never all taken: who comes gets one, and somebody else loses theirs: one that nobody would miss, else the
 * oldest, of the holder with too many, else of the holder with the most of them.
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

  /** Gives a place, and says who has to go for it. */
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
      // Whatever is spared goes before whatever is needed.
      const weight = others.length + (spare === undefined ? 0 : this.#all.size);
      if (one !== undefined && weight > (found?.weight ?? 0)) found = { one, weight };
    }
    return found?.one;
  }
}
