/** Thrown inside a worker when the task was paused or cancelled; what was staged stays for the main thread to decide about. */
export class Stopped extends Error {}

/** @throws Stopped after the signal */
export const checkStopped = (signal: AbortSignal): void => {
  if (signal.aborted) throw new Stopped();
};

const STOP = 0;
const DONE = 1;
const TOTAL = 2;
const ITEMS = 3;

/**
 * Progress and the stop signal of one piece of heavy work, in memory shared by the main thread and the worker: reading progress costs
 * no message and stopping needs no event loop on the other side.
 */
export class Gauge {
  readonly memory: SharedArrayBuffer;
  readonly #cells: BigInt64Array;

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(4 * 8)) {
    this.memory = memory;
    this.#cells = new BigInt64Array(memory);
  }

  stop(): void {
    Atomics.store(this.#cells, STOP, 1n);
  }

  /** @throws Stopped when the other side asked to stop */
  check(): void {
    if (Atomics.load(this.#cells, STOP) === 1n) throw new Stopped();
  }

  /** Bytes finished. */
  advance(bytes: number): void {
    Atomics.add(this.#cells, DONE, BigInt(bytes));
  }

  /** Sets the finished bytes, for work that reports a position instead of steps. */
  reach(bytes: number): void {
    Atomics.store(this.#cells, DONE, BigInt(Math.floor(bytes)));
  }

  expect(bytes: number): void {
    Atomics.store(this.#cells, TOTAL, BigInt(Math.floor(bytes)));
  }

  item(): void {
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
