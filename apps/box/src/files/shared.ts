/**
 * A task that several callers wait for. Each caller passes a signal and stops waiting when it is aborted; the signal of
 * the task is aborted when the last caller stops waiting.
 */
export class Shared<T> {
  readonly #end = new AbortController();
  readonly #work: Promise<T>;
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    this.#work = work(this.#end.signal);
    // Every caller gets the failure; without callers it is no unhandled rejection.
    this.#work.catch(() => undefined);
  }

  /** Whether all callers have stopped waiting. Nobody may join then. */
  get isOver(): boolean {
    return this.#end.signal.aborted;
  }

  /** Resolves when the task ends, successfully or not. */
  async settled(): Promise<void> {
    await this.#work.catch(() => undefined);
  }

  /** @throws the failure of the task, or the reason of the signal */
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

/** The abort reason of a signal as an Error. */
export const reasonOf = ({ reason }: AbortSignal): Error => (reason instanceof Error ? reason : new Error('aborted'));
