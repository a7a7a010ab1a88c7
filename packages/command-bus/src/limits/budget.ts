/**
 * A total amount shared by many holders, none of which may use all of it: for example the bytes of memory that all
 * connections hold together. A holder releases what it acquired.
 */
export class Budget {
  readonly #most: number;
  readonly #perHolder: number;
  readonly #taken = new Map<string, number>();
  #held = 0;

  /** @param perHolderLimit the share of `limit` that one holder may use */
  constructor(most: number, perHolder: number) {
    this.#most = most;
    this.#perHolder = perHolder;
  }

  /** The amount in use by all holders. */
  get held(): number {
    return this.#held;
  }

  /** Acquires `amount` for `holder`. Returns false, and acquires nothing, when that exceeds one of the limits. */
  take(holder: string, amount: number): boolean {
    const own = (this.#taken.get(holder) ?? 0) + amount;
    if (own > this.#perHolder || this.#held + amount > this.#most) return false;
    if (own > 0) this.#taken.set(holder, own);
    this.#held += amount;
    return true;
  }

  give(holder: string, amount: number): void {
    const rest = (this.#taken.get(holder) ?? 0) - amount;
    if (rest > 0) this.#taken.set(holder, rest);
    else this.#taken.delete(holder);
    this.#held -= amount;
  }
}
