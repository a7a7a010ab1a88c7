/** Collects the first `count` of many values in order, without sorting all of them. */
export class FirstOf<T> {
  readonly #count: number;
  readonly #compare: (one: T, other: T) => number;
  #best: T[] = [];
  #last: T | undefined;

  constructor(count: number, compare: (one: T, other: T) => number) {
    this.#count = count;
    this.#compare = compare;
  }

  offer(each: T): void {
    if (this.#last !== undefined && this.#compare(each, this.#last) > 0) return;
    this.#best.push(each);
    if (this.#best.length < 2 * this.#count) return;
    this.#best = this.all();
    this.#last = this.#best.at(-1);
  }

  all(): T[] {
    return this.#best.sort(this.#compare).slice(0, this.#count);
  }
}
