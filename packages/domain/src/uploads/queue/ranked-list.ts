/** A sorted item: by key, then by id. Neither changes while the item is in a list. */
export interface RankedItem {
  readonly key: number;
  readonly id: string;
}

const CHUNK_ITEMS = 512;

const before = (a: RankedItem, b: RankedItem): boolean => (a.key === b.key ? a.id < b.id : a.key < b.key);

/**
 * Items in order of their key, stored in short chunks: adding, removing and reading by position cost about the square
 * root of the size, so a list of 50,000 rows changes in microseconds. There is no index by id: the caller knows the key
 * of an item.
 */
export class RankedList<T extends RankedItem> {
  readonly #chunks: T[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds an item that is not in the list. */
  add(item: T): void {
    this.#size += 1;
    const at = this.#chunkOf(item);
    const chunk = this.#chunks[at];
    if (chunk === undefined) {
      this.#chunks.push([item]);
      return;
    }
    const index = insertionIndex(chunk, item);
    // New items are usually last: fill chunks instead of splitting them.
    if (index === chunk.length && index >= CHUNK_ITEMS && at === this.#chunks.length - 1) {
      this.#chunks.push([item]);
      return;
    }
    chunk.splice(index, 0, item);
    if (chunk.length > CHUNK_ITEMS) this.#chunks.splice(at + 1, 0, chunk.splice(CHUNK_ITEMS / 2));
  }

  /** Removes an item; does nothing if it is not in the list. */
  delete(item: T): void {
    const at = this.#chunkOf(item);
    const chunk = this.#chunks[at];
    if (chunk === undefined) return;
    const index = insertionIndex(chunk, item);
    if (chunk[index] !== item) return;
    this.#size -= 1;
    chunk.splice(index, 1);
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** The item at a position from the front; negative positions count from the back. */
  at(index: number): T | undefined {
    let rest = index < 0 ? this.size + index : index;
    if (rest < 0) return undefined;
    for (const chunk of this.#chunks) {
      if (rest < chunk.length) return chunk[rest];
      rest -= chunk.length;
    }
    return undefined;
  }

  /** All items in order. */
  *items(): Generator<T> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  /** The last chunk whose first item is not after `item`; 0 when `item` comes before everything. */
  #chunkOf(item: RankedItem): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    // Most items come last, so check the last chunk before the binary search.
    const last = this.#chunks[high]?.[0];
    if (last !== undefined && !before(item, last)) return high;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const first = this.#chunks[middle]?.[0];
      if (first !== undefined && before(item, first)) high = middle - 1;
      else low = middle;
    }
    return low;
  }
}

const insertionIndex = (chunk: readonly RankedItem[], item: RankedItem): number => {
  let low = 0;
  let high = chunk.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = chunk[middle];
    if (found !== undefined && before(found, item)) low = middle + 1;
    else high = middle;
  }
  return low;
};
