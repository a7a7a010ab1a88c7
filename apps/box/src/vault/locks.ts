/** Mutual exclusion by key: the same key waits its turn, different keys do not meet. */
export class KeyedLocks {
  readonly #tails = new Map<string, Promise<undefined>>();

  /** Runs `work` holding every key. Keys are taken in one fixed order, so two holders can never wait for each other. */
  async hold<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const releases: (() => void)[] = [];
    try {
      for (const key of [...new Set(keys)].sort()) releases.push(await this.#take(key));
      return await work();
    } finally {
      for (const release of releases.reverse()) release();
    }
  }

  /** Keys that are held or waited for. */
  get size(): number {
    return this.#tails.size;
  }

  async #take(key: string): Promise<() => void> {
    const before = this.#tails.get(key);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#tails.set(key, promise);
    await before;
    return () => {
      if (this.#tails.get(key) === promise) this.#tails.delete(key);
      resolve(undefined);
    };
  }
}
