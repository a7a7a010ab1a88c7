import { randomUUID } from 'node:crypto';

/** Items with ids assigned by the box, the newest last. */
export class Shelf<T extends object> {
  #things: (T & { readonly id: string })[] = [];

  add(thing: T): T & { readonly id: string } {
    const kept = { ...thing, id: randomUUID() };
    this.#things.push(kept);
    return kept;
  }

  get all(): readonly (T & { readonly id: string })[] {
    return this.#things;
  }

  find(id: string): (T & { readonly id: string }) | undefined {
    return this.#things.find((one) => one.id === id);
  }

  /** Returns false when there is no such item. */
  remove(id: string): boolean {
    const before = this.#things.length;
    this.#things = this.#things.filter((one) => one.id !== id);
    return this.#things.length < before;
  }
}
