/**
 * Thrown inside a worker when the task was paused or cancelled. The main thread decides what happens to staged files.
 */
export class StoppedError extends Error {}

/** @throws StoppedError when the signal is aborted */
export const throwIfStopped = (signal: AbortSignal): void => {
  if (signal.aborted) throw new StoppedError();
};

const STOP = 0;
const DONE = 1;
const TOTAL = 2;
const ITEMS = 3;

/**
 * Progress and stop flag of one heavy task, in memory shared by the main thread and the worker: reading progress needs
 * no message, and stopping needs no event loop in the worker.
 */
export class Progress {
  readonly memory: SharedArrayBuffer;
  readonly #cells: BigInt64Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(4 * 8)) {
    this.memory = memory;
    this.#cells = new BigInt64Array(memory);
  }

  stop(): void {
    Atomics.store(this.#cells, STOP, 1n);
  }

  /** @throws StoppedError after {@link stop} */
  throwIfStopped(): void {
    if (Atomics.load(this.#cells, STOP) === 1n) throw new StoppedError();
  }

  /** Adds finished bytes. */
  addDone(bytes: number): void {
    Atomics.add(this.#cells, DONE, BigInt(bytes));
  }

  /** Sets the finished bytes, for work that reports a position instead of increments. */
  setDone(bytes: number): void {
    Atomics.store(this.#cells, DONE, BigInt(Math.floor(bytes)));
  }

  setTotal(bytes: number): void {
    Atomics.store(this.#cells, TOTAL, BigInt(Math.floor(bytes)));
  }

  addItem(): void {
    Atomics.add(this.#cells, ITEMS, 1n);
  }

  get done(): number {
    return Number(Atomics.load(this.#cells, DONE));
  }

  get total(): number {
    return Number(Atomics.load(this.#cells, TOTAL));
  }

  get items(): number {
    return Number(Atomics.load(this.#cells, ITEMS));
  }
}
