import { Shared } from './shared.ts';

interface Turn<T> {
  readonly now: Shared<T>;
  next: Shared<T> | undefined;
}

/**
 * Runs at most one task per key. Callers that arrive during a run share the next run, so every result was started after
 * it was requested. A task is aborted when nobody waits for it.
 */
export class Turns<T> {
  readonly #running = new Map<string, Turn<T>>();

  async next(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const turn = this.#running.get(key);
    if (turn === undefined) return this.#begin(key, work).wait(signal);
    if (turn.next === undefined || turn.next.isOver)
      turn.next = new Shared(async (ended) => {
        await turn.now.settled();
        ended.throwIfAborted();
        return this.#begin(key, work).wait(ended);
      });
    return turn.next.wait(signal);
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const now = new Shared(work);
    const turn: Turn<T> = { now, next: undefined };
    this.#running.set(key, turn);
    now
      .settled()
      .then(() => {
        if (this.#running.get(key) === turn) this.#running.delete(key);
      })
      .catch(() => undefined);
    return now;
  }
}
