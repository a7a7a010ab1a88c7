/** Sizes of the uploads under way by target path; nearly always one per path. */
export class PendingTargets {
  readonly #sizes = new Map<string, number[]>();

  has(target: string, size: number): boolean {
    return this.#sizes.get(target)?.includes(size) === true;
  }

  add(target: string, size: number): void {
    const sizes = this.#sizes.get(target);
    // An array created with its one element reserves no further memory.
    if (sizes === undefined) this.#sizes.set(target, [size]);
    else sizes.push(size);
  }

  /** Removes one upload of that size, which must exist. */
  delete(target: string, size: number): void {
    const sizes = this.#sizes.get(target) ?? [];
    sizes.splice(sizes.indexOf(size), 1);
    if (sizes.length === 0) this.#sizes.delete(target);
  }
}
