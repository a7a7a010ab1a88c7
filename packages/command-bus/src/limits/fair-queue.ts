/** How much may be under way and how much may wait. */
export interface FairQueueOptions {
  /** Pieces of work at the same time. */
  readonly atOnce: number;
  /** Of one holder, waiting or under way. */
  readonly perHolder: number;
  /** Of all holders together, waiting; those we know are counted apart, so that strangers cannot take their places. */
  readonly waiting: number;
}

/** For whom a place is asked. */
export interface Turn {
  /** Who shares a place in the row: a user, an address. */
  readonly holder: string;
  /** Whether it is somebody we know; they come before everybody else. */
  readonly known: boolean;
}

/** Who waits, those first whose turn is next. */
class Row {
  readonly holders = new Map<string, (() => void)[]>();
  waiting = 0;

  add(holder: string, begin: () => void): void {
    this.holders.set(holder, [...(this.holders.get(holder) ?? []), begin]);
    this.waiting += 1;
  }

  /** Takes one out that gave up. */
  remove(holder: string, begin: () => void): void {
    const rest = (this.holders.get(holder) ?? []).filter((each) => each !== begin);
    if (rest.length === 0) this.holders.delete(holder);
    else this.holders.set(holder, rest);
    this.waiting -= 1;
  }

  /** Takes the next one out; its holder goes to the end of the row. */
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
 * Lets work begin one holder after the other, so that somebody with a hundred requests does not hold up somebody with one; what is known
 * comes first. What is too much is refused at once instead of waiting for ever.
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
