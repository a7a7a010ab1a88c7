/** How much may be under way and how much may wait. */
export interface FairQueueOptions {
  /** Pieces of work at the same time. */
  readonly atOnce: number;
  /** Of one holder, waiting or under way. */
  readonly perHolder: number;
  /** Of all holders together, waiting. */
  readonly waiting: number;
}

/** For whom a place is asked. */
export interface Turn {
  /** Who shares a place in the row: a user, an address. */
  readonly holder: string;
  /** Whether it is somebody we know; they come before everybody else. */
  readonly known: boolean;
}

type Row = Map<string, (() => void)[]>;

/**
 * Lets work begin one holder after the other, so that somebody with a hundred requests does not hold up somebody with one; what is known
 * comes first. What is too much is refused at once instead of waiting for ever.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #known: Row = new Map();
  readonly #others: Row = new Map();
  readonly #held = new Map<string, number>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Pieces of work under way. */
  get running(): number {
    return this.#running;
  }

  /**
   * Asks for a place. Resolves when work may begin, with what to call at its end; null when too much waits already. A signal ends the
   * waiting: then it rejects with the signal's reason.
   */
  enter(turn: Turn, signal?: AbortSignal): Promise<() => void> | null {
    const { atOnce, perHolder, waiting } = this.#options;
    const key = `${turn.known ? 'known' : 'other'} ${turn.holder}`;
    const held = this.#held.get(key) ?? 0;
    const free = this.#running < atOnce;
    if (held >= perHolder || (!free && this.#waiting >= waiting)) return null;
    this.#held.set(key, held + 1);
    const leave = this.#leaving(key);
    if (free) {
      this.#running += 1;
      return Promise.resolve(leave);
    }
    return this.#wait(turn, signal).then(
      () => leave,
      (reason: unknown) => {
        this.#drop(key);
        throw reason;
      },
    );
  }

  #wait({ holder, known }: Turn, signal: AbortSignal | undefined): Promise<void> {
    const row = known ? this.#known : this.#others;
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const gone = (): void => {
      this.#take(row, holder, begin);
      reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    const begin = (): void => {
      signal?.removeEventListener('abort', gone);
      resolve(undefined);
    };
    row.set(holder, [...(row.get(holder) ?? []), begin]);
    this.#waiting += 1;
    signal?.addEventListener('abort', gone, { once: true });
    if (signal?.aborted === true) gone();
    return promise;
  }

  /** Takes one that waits out of its row. */
  #take(row: Row, holder: string, begin: () => void): void {
    const rest = (row.get(holder) ?? []).filter((each) => each !== begin);
    if (rest.length === 0) row.delete(holder);
    else row.set(holder, rest);
    this.#waiting -= 1;
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
    for (const row of [this.#known, this.#others]) {
      const [first] = row;
      if (first === undefined) continue;
      const [holder, [begin, ...rest]] = first;
      // Whoever had a turn goes to the end of the row.
      row.delete(holder);
      if (rest.length > 0) row.set(holder, rest);
      this.#waiting -= 1;
      this.#running += 1;
      begin?.();
      return;
    }
  }
}
