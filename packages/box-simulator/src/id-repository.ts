import { randomUUID } from 'node:crypto';

/** Items with ids assigned by the box, the newest last. */
export class Repository<T extends object> {
  #items: (T & { readonly id: string })[] = [];

  add(item: T): T & { readonly id: string } {
    const stored = { ...item, id: randomUUID() };
    this.#items.push(stored);
    return stored;
  }

  get all(): readonly (T & { readonly id: string })[] {
    return this.#items;
  }

  find(id: string): (T & { readonly id: string }) | undefined {
    return this.#items.find((one) => one.id === id);
  }

  /** Returns false when there is no such item. */
  remove(id: string): boolean {
    const before = this.#items.length;
    this.#items = this.#items.filter((one) => one.id !== id);
    return this.#items.length < before;
  }
}
