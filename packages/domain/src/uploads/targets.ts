/** The sizes of what is on its way to each path; nearly always one, which then needs no list. */
export class Targets {
  readonly #sizes = new Map<string, number | readonly number[]>();

  has(target: string, size: number): boolean {
    return this.#of(target).includes(size);
  }

  add(target: string, size: number): void {
    const there = this.#sizes.get(target);
    this.#sizes.set(target, there === undefined ? size : [...this.#of(target), size]);
  }

  /** Takes one of that size away. */
  delete(target: string, size: number): void {
    const there = this.#of(target);
    const at = there.indexOf(size);
    if (at < 0) return;
    const left = there.toSpliced(at, 1);
    const [first] = left;
    if (first === undefined) this.#sizes.delete(target);
    else this.#sizes.set(target, left.length === 1 ? first : left);
  }

  #of(target: string): readonly number[] {
    const there = this.#sizes.get(target);
    return there === undefined ? [] : typeof there === 'number' ? [there] : there;
  }
}
