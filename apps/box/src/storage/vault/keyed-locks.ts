/** Mutual exclusion by key. Holders of the same key run one after another; different keys are independent. */
export class KeyedLocks {
  readonly #tails = new Map<string, Promise<undefined>>();

  /** Runs `work` while holding every key. Keys are acquired in sorted order, which prevents deadlocks. */
  async withLocks<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const releases: (() => void)[] = [];
    try {
      for (const key of [...new Set(keys)].sort()) releases.push(await this.#acquire(key));
      return await work();
    } finally {
      for (const release of releases.reverse()) release();
    }
  }

  /** Number of keys that are held or waited for. */
  get size(): number {
    return this.#tails.size;
  }

  async #acquire(key: string): Promise<() => void> {
    const previous = this.#tails.get(key);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#tails.set(key, promise);
    await previous;
    return () => {
      if (this.#tails.get(key) === promise) this.#tails.delete(key);
      resolve(undefined);
    };
  }
}
