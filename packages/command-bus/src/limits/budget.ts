/**
 * A total amount shared by many holders, none of which may use all of it: for example the bytes of memory that all
 * connections hold together. A holder releases what it acquired.
 */
export class Budget {
  readonly #limit: number;
  readonly #perHolderLimit: number;
  readonly #amounts = new Map<string, number>();
  #inUse = 0;

  /** @param perHolderLimit the share of `limit` that one holder may use */
  constructor(limit: number, perHolderLimit: number) {
    this.#limit = limit;
    this.#perHolderLimit = perHolderLimit;
  }

  /** The amount in use by all holders. */
  get inUse(): number {
    return this.#inUse;
  }

  /** Acquires `amount` for `holder`. Returns false, and acquires nothing, when that exceeds one of the limits. */
  acquire(holder: string, amount: number): boolean {
    const own = (this.#amounts.get(holder) ?? 0) + amount;
    if (own > this.#perHolderLimit || this.#inUse + amount > this.#limit) return false;
    if (own > 0) this.#amounts.set(holder, own);
    this.#inUse += amount;
    return true;
  }

  release(holder: string, amount: number): void {
    const rest = (this.#amounts.get(holder) ?? 0) - amount;
    if (rest > 0) this.#amounts.set(holder, rest);
    else this.#amounts.delete(holder);
    this.#inUse -= amount;
  }
}
