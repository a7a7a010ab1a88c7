import { SharedTask } from './shared-task.ts';

interface KeyRuns<T> {
  readonly current: SharedTask<T>;
  next: SharedTask<T> | undefined;
}

/**
 * Runs at most one task per key. Callers that arrive during a run share the next run, so every result was started after
 * it was requested. A task is aborted when nobody waits for it.
 */
export class CoalescingQueue<T> {
  readonly #running = new Map<string, KeyRuns<T>>();

  async run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const runs = this.#running.get(key);
    if (runs === undefined) return this.#start(key, work).wait(signal);
    if (runs.next === undefined || runs.next.isAbandoned)
      runs.next = new SharedTask(async (nextSignal) => {
        await runs.current.whenSettled();
        nextSignal.throwIfAborted();
        return this.#start(key, work).wait(nextSignal);
      });
    return runs.next.wait(signal);
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): SharedTask<T> {
    const current = new SharedTask(work);
    const runs: KeyRuns<T> = { current, next: undefined };
    this.#running.set(key, runs);
    current
      .whenSettled()
      .then(() => {
        if (this.#running.get(key) === runs) this.#running.delete(key);
      })
      .catch(() => undefined);
    return current;
  }
}
