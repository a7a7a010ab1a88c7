/**
 * Shares work without sharing stale answers: whoever comes while work on a key is running waits for one more run, together with
 * everybody else who came meanwhile. Every answer was begun after it was asked for.
 */
export class Turns<T> {
  readonly #running = new Map<string, { readonly now: Promise<T>; next: Promise<T> | undefined }>();

  async next(key: string, work: () => Promise<T>): Promise<T> {
    const turn = this.#running.get(key);
    if (turn === undefined) return this.#begin(key, work);
    return (turn.next ??= turn.now.then(
      () => this.#begin(key, work),
      () => this.#begin(key, work),
    ));
  }

  async #begin(key: string, work: () => Promise<T>): Promise<T> {
    const now = work();
    const turn = { now, next: undefined };
    this.#running.set(key, turn);
    try {
      return await now;
    } finally {
      if (this.#running.get(key) === turn) this.#running.delete(key);
    }
  }
}
