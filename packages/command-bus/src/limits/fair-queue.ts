/** Limits of running and waiting tasks. */
export interface FairQueueOptions {
  /** Tasks that run at the same time. */
  readonly maxRunning: number;
  /** Tasks of one holder, waiting or running. */
  readonly maxPerHolder: number;
  /**
   * Waiting tasks of all holders together. Known and unknown callers are counted separately, so that unknown ones
   * cannot fill the queue.
   */
  readonly maxWaiting: number;
}

/** Describes the caller that wants to run a task. */
export interface QueueTicket {
  /** The key that shares one place in the queue: a user or an address. */
  readonly holder: string;
  /** Whether the caller is authenticated; known callers are served first. */
  readonly known: boolean;
}

/** The waiting tasks by holder, in the order in which the holders are served. */
class HolderQueue {
  readonly holders = new Map<string, (() => void)[]>();
  waiting = 0;

  add(holder: string, start: () => void): void {
    this.holders.set(holder, [...(this.holders.get(holder) ?? []), start]);
    this.waiting += 1;
  }

  /** Removes a waiting task whose caller cancelled. */
  remove(holder: string, start: () => void): void {
    const rest = (this.holders.get(holder) ?? []).filter((each) => each !== start);
    if (rest.length === 0) this.holders.delete(holder);
    else this.holders.set(holder, rest);
    this.waiting -= 1;
  }

  /** Removes and returns the next task; its holder moves to the end of the queue. */
  next(): (() => void) | undefined {
    for (const [holder, [start, ...rest]] of this.holders) {
      this.holders.delete(holder);
      if (rest.length > 0) this.holders.set(holder, rest);
      this.waiting -= 1;
      return start;
    }
    return undefined;
  }
}

/**
 * Starts tasks holder by holder (round robin), so that a caller with a hundred requests does not delay a caller with
 * one. Known callers are served first. A task beyond the limits is refused at once instead of waiting without end.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #known = new HolderQueue();
  readonly #others = new HolderQueue();
  readonly #held = new Map<string, number>();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** The number of running tasks. */
  get running(): number {
    return this.#running;
  }

  /**
   * Requests a slot. Resolves when the task may start, with a function to call at its end; returns null when too many
   * tasks wait already. When the signal aborts, the wait ends and the promise rejects with the signal's reason.
   */
  acquire(ticket: QueueTicket, signal?: AbortSignal): Promise<() => void> | null {
    const { maxRunning, maxPerHolder, maxWaiting } = this.#options;
    const key = `${ticket.known ? 'known' : 'other'} ${ticket.holder}`;
    const held = this.#held.get(key) ?? 0;
    const queue = ticket.known ? this.#known : this.#others;
    const hasFreeSlot = this.#running < maxRunning;
    if (held >= maxPerHolder || (!hasFreeSlot && queue.waiting >= maxWaiting)) return null;
    this.#held.set(key, held + 1);
    const release = this.#createRelease(key);
    if (hasFreeSlot) {
      this.#running += 1;
      return Promise.resolve(release);
    }
    return waitForSlot(queue, ticket.holder, signal).then(
      () => release,
      (reason: unknown) => {
        this.#decrementHeld(key);
        throw reason;
      },
    );
  }

  #createRelease(key: string): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#decrementHeld(key);
      this.#running -= 1;
      this.#startNext();
    };
  }

  #decrementHeld(key: string): void {
    const rest = (this.#held.get(key) ?? 1) - 1;
    if (rest === 0) this.#held.delete(key);
    else this.#held.set(key, rest);
  }

  #startNext(): void {
    const start = this.#known.next() ?? this.#others.next();
    if (start === undefined) return;
    this.#running += 1;
    start();
  }
}

const waitForSlot = (queue: HolderQueue, holder: string, signal: AbortSignal | undefined): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const onAbort = (): void => {
    queue.remove(holder, start);
    reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
  };
  const start = (): void => {
    signal?.removeEventListener('abort', onAbort);
    resolve(undefined);
  };
  queue.add(holder, start);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted === true) onAbort();
  return promise;
};
