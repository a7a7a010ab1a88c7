/** The sizes of what is on its way to each path: nearly always one. */
export class Targets {
  readonly #sizes = new Map<string, number[]>();

  has(target: string, size: number): boolean {
    return this.#sizes.get(target)?.includes(size) === true;
  }

  add(target: string, size: number): void {
    const sizes = this.#sizes.get(target);
    // An array that is made with its one number takes no room for more.
    if (sizes === undefined) this.#sizes.set(target, [size]);
    else sizes.push(size);
  }

  /** Takes one of that size away, which is there. */
  delete(target: string, size: number): void {
    const sizes = this.#sizes.get(target) ?? [];
    sizes.splice(sizes.indexOf(size), 1);
    if (sizes.length === 0) this.#sizes.delete(target);
  }
}
