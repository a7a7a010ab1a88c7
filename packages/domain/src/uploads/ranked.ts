/** An id with the number it is sorted by. */
interface Item {
  readonly key: number;
  readonly id: string;
}

const CHUNK = 512;

const before = (a: Item, b: Item): boolean => (a.key === b.key ? a.id < b.id : a.key < b.key);

/**
 * Ids in order of a number, kept in short chunks: adding, removing and reading by position cost about the square root of
 * the size, so a list of 50,000 rows changes in microseconds and nothing is copied for rows nobody looks at.
 */
export class Ranked {
  readonly #chunks: Item[][] = [];
  readonly #keys = new Map<string, number>();

  get size(): number {
    return this.#keys.size;
  }

  /** Adds an id, or moves it. */
  set(id: string, key: number): void {
    if (this.#keys.get(id) === key) return;
    this.delete(id);
    this.#keys.set(id, key);
    const item = { key, id };
    const at = this.#chunkOf(item);
    const chunk = this.#chunks[at];
    if (chunk === undefined) {
      this.#chunks.push([item]);
      return;
    }
    const place = position(chunk, item);
    // What is queued comes last: chunks are filled, not split.
    if (place === chunk.length && place >= CHUNK && at === this.#chunks.length - 1) {
      this.#chunks.push([item]);
      return;
    }
    chunk.splice(place, 0, item);
    if (chunk.length > CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(CHUNK / 2));
  }

  delete(id: string): void {
    const key = this.#keys.get(id);
    if (key === undefined) return;
    this.#keys.delete(id);
    const item = { key, id };
    const at = this.#chunkOf(item);
    const chunk = this.#chunks[at];
    if (chunk === undefined) return;
    chunk.splice(position(chunk, item), 1);
    if (chunk.length === 0) this.#chunks.splice(at, 1);
  }

  /** The id at a position from the front; negative positions count from the back. */
  at(index: number): string | undefined {
    let rest = index < 0 ? this.size + index : index;
    if (rest < 0) return undefined;
    for (const chunk of this.#chunks) {
      if (rest < chunk.length) return chunk[rest]?.id;
      rest -= chunk.length;
    }
    return undefined;
  }

  /** All ids in order. */
  *ids(): Generator<string> {
    for (const chunk of this.#chunks) for (const { id } of chunk) yield id;
  }

  /** The last chunk whose first item is not after `item`; 0 when it goes before everything. */
  #chunkOf(item: Item): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const first = this.#chunks[middle]?.[0];
      if (first !== undefined && before(item, first)) high = middle - 1;
      else low = middle;
    }
    return low;
  }
}

const position = (chunk: readonly Item[], item: Item): number => {
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
