/**
 * Work that several wait for. Whoever waits gives their own signal and is let go by it at once; the work's own signal is aborted when the last of
 * them has gone.
 */
export class Shared<T> {
  readonly #end = new AbortController();
  readonly #work: Promise<T>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#work = work(this.#end.signal);
    // Who waits is told; that nobody does any more is no fault.
    this.#work.catch(() => undefined);
  }

  /** Whether everybody has gone, so that nobody may join any more. */
  get isOver(): boolean {
    return this.#end.signal.aborted;
  }

  /** Resolves when the work is at its end, however it ended. */
  async settled(): Promise<void> {
    await this.#work.catch(() => undefined);
  }

  /** @throws what the work throws, or the signal's reason */
  async wait(signal: AbortSignal): Promise<T> {
    this.#waiting += 1;
    const { promise: gone, reject } = Promise.withResolvers<never>();
    const go = (): void => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#end.abort(signal.reason);
      reject(reasonOf(signal));
    };
    if (signal.aborted) go();
    else signal.addEventListener('abort', go, { once: true });
    try {
      return await Promise.race([this.#work, gone]);
    } finally {
      signal.removeEventListener('abort', go);
    }
  }
}

/** Why a signal was aborted, as something to throw. */
export const reasonOf = ({ reason }: AbortSignal): Error => (reason instanceof Error ? reason : new Error('aborted'));
