/** Limits of running and waiting tasks. */
export interface FairQueueOptions {
  /** Tasks that run at the same time. */
  readonly atOnce: number;
  /** Tasks of one holder, waiting or running. */
  readonly perHolder: number;
  /**
   * Waiting tasks of all holders together. Known and unknown callers are counted separately, so that unknown ones
   * cannot fill the queue.
   */
  readonly waiting: number;
}

/** Describes the caller that wants to run a task. */
export interface Turn {
  /** The key that shares one place in the queue: a user or an address. */
  readonly holder: string;
  /** Whether the caller is authenticated; known callers are served first. */
  readonly known: boolean;
}

/** The waiting tasks by holder, in the order in which the holders are served. */
class Row {
  readonly holders = new Map<string, (() => void)[]>();
  waiting = 0;

  add(holder: string, begin: () => void): void {
    this.holders.set(holder, [...(this.holders.get(holder) ?? []), begin]);
    this.waiting += 1;
  }

  /** Removes a waiting task whose caller cancelled. */
  remove(holder: string, begin: () => void): void {
    const rest = (this.holders.get(holder) ?? []).filter((each) => each !== begin);
    if (rest.length === 0) this.holders.delete(holder);
    else this.holders.set(holder, rest);
    this.waiting -= 1;
  }

  /** Removes and returns the next task; its holder moves to the end of the queue. */
  next(): (() => void) | undefined {
    for (const [holder, [begin, ...rest]] of this.holders) {
      this.holders.delete(holder);
      if (rest.length > 0) this.holders.set(holder, rest);
      this.waiting -= 1;
      return begin;
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
  readonly #known = new Row();
  readonly #others = new Row();
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
  enter(turn: Turn, signal?: AbortSignal): Promise<() => void> | null {
    const { atOnce, perHolder, waiting } = this.#options;
    const key = `${turn.known ? 'known' : 'other'} ${turn.holder}`;
    const held = this.#held.get(key) ?? 0;
    const row = turn.known ? this.#known : this.#others;
    const free = this.#running < atOnce;
    if (held >= perHolder || (!free && row.waiting >= waiting)) return null;
    this.#held.set(key, held + 1);
    const leave = this.#leaving(key);
    if (free) {
      this.#running += 1;
      return Promise.resolve(leave);
    }
    return wait(row, turn.holder, signal).then(
      () => leave,
      (reason: unknown) => {
        this.#drop(key);
        throw reason;
      },
    );
  }

  #leaving(key: string): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#drop(key);
      this.#running -= 1;
      this.#next();
    };
  }

  #drop(key: string): void {
    const rest = (this.#held.get(key) ?? 1) - 1;
    if (rest === 0) this.#held.delete(key);
    else this.#held.set(key, rest);
  }

  #next(): void {
    const begin = this.#known.next() ?? this.#others.next();
    if (begin === undefined) return;
    this.#running += 1;
    begin();
  }
}

const wait = (row: Row, holder: string, signal: AbortSignal | undefined): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const gone = (): void => {
    row.remove(holder, begin);
    reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
  };
  const begin = (): void => {
    signal?.removeEventListener('abort', gone);
    resolve(undefined);
  };
  row.add(holder, begin);
  signal?.addEventListener('abort', gone, { once: true });
  if (signal?.aborted === true) gone();
  return promise;
};
