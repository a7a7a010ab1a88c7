/** Collects the first `count` of many values in order, without sorting all of them. */
export class FirstN<T> {
  readonly #count: number;
  readonly #compare: (one: T, other: T) => number;
  #best: T[] = [];
  #threshold: T | undefined;

  constructor(count: number, compare: (one: T, other: T) => number) {
    this.#count = count;
    this.#compare = compare;
  }

  offer(value: T): void {
    if (this.#threshold !== undefined && this.#compare(value, this.#threshold) > 0) return;
    this.#best.push(value);
    if (this.#best.length < 2 * this.#count) return;
    this.#best = this.all();
    this.#threshold = this.#best.at(-1);
  }

  all(): T[] {
    return this.#best.sort(this.#compare).slice(0, this.#count);
  }
}
