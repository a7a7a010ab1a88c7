/**
 * A task that several callers wait for. Each caller passes a signal and stops waiting when it is aborted; the signal of
 * the task is aborted when the last caller stops waiting.
 */
export class SharedTask<T> {
  readonly #controller = new AbortController();
  readonly #task: Promise<T>;
  #waiters = 0;

  constructor(startTask: (signal: AbortSignal) => Promise<T>) {
    this.#task = startTask(this.#controller.signal);
    // Marks the rejection as handled, because there may be no callers. Every caller still gets the failure.
    this.#task.catch(() => undefined);
  }

  /** Whether all callers have stopped waiting. New callers must start a new task then. */
  get isAbandoned(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Resolves when the task ends, successfully or not. */
  async whenSettled(): Promise<void> {
    await this.#task.catch(() => undefined);
  }

  /** @throws the failure of the task, or the reason of the signal */
  async wait(signal: AbortSignal): Promise<T> {
    this.#waiters += 1;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = (): void => {
      this.#waiters -= 1;
      if (this.#waiters === 0) this.#controller.abort(signal.reason);
      reject(abortReasonOf(signal));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([this.#task, aborted]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}

/** The abort reason of a signal as an Error. */
export const abortReasonOf = ({ reason }: AbortSignal): Error =>
  reason instanceof Error ? reason : new Error('aborted');
