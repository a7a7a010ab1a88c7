/**
 * A sum that many draw from and nobody can take alone: bytes of memory that all connections hold together. Whoever takes gives back.
 */
export class Budget {
  readonly #most: number;
  readonly #perHolder: number;
  readonly #taken = new Map<string, number>();
  #held = 0;

  /** @param perHolder what one holder may have of `most` */
  constructor(most: number, perHolder: number) {
    this.#most = most;
    this.#perHolder = perHolder;
  }

  /** What is taken altogether. */
  get held(): number {
    return this.#held;
  }

  /** Takes `amount` for `holder`; false when that is more than there is for them, and then nothing is taken. */
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
