import { FairQueue } from '@boxwood/box-sdk/server';
import { PictureWorker } from './picture-worker.ts';
import type { FileContent } from './file-content.ts';
import type { PictureAnswer, PictureJob } from './sharp-child.ts';

/** Number of pictures processed concurrently, each in its own process. */
const MAX_CONCURRENT_PICTURES = 2;
/** Maximum queue length. More pictures are refused; clients request them again when they become visible. */
const MAX_WAITING = 400;
const DEADLINE_MS = 20_000;
const IDLE_MS = 20_000;
/**
 * A worker is replaced after this many pictures, because decoders leak memory. Starting one takes as long as reading a
 * hundred pictures.
 */
const PICTURES_PER_WORKER = 500;

/** Processes pictures in child processes that are started on demand. */
export class PictureWorkerPool {
  readonly #deadlineMs: number;
  readonly #niceness: number;
  readonly #picturesPerWorker: number;
  readonly #queue = new FairQueue({
    maxRunning: MAX_CONCURRENT_PICTURES,
    maxPerHolder: MAX_WAITING + MAX_CONCURRENT_PICTURES,
    maxWaiting: MAX_WAITING,
  });
  readonly #idleWorkers: PictureWorker[] = [];
  readonly #busyWorkers = new Set<PictureWorker>();
  #closed = false;
  #idleTimer: NodeJS.Timeout | undefined;

  /**
   * @param niceness of the processes: background work uses a lower priority
   * @param picturesPerWorker see {@link PICTURES_PER_WORKER}
   */
  constructor(deadlineMs = DEADLINE_MS, niceness = 0, picturesPerWorker = PICTURES_PER_WORKER) {
    this.#deadlineMs = deadlineMs;
    this.#niceness = niceness;
    this.#picturesPerWorker = picturesPerWorker;
  }

  /** Process ids of the busy workers. */
  get pids(): readonly number[] {
    return [...this.#busyWorkers].flatMap(({ pid }) => pid ?? []);
  }

  /**
   * @param input a path that this process can read, or the bytes of a picture
   * @param signal ends the job together with its process; the next picture gets a new one
   * @returns WebP of at most `width` × `width`; null if the input is no picture, too large, or too slow
   */
  async shrink(input: string | Uint8Array, width: number, signal: AbortSignal): Promise<Uint8Array | null> {
    return (await this.#enqueue({ job: 'shrink', input, width }, signal))?.picture ?? null;
  }

  /** Hashes and picture metadata of a file; null if it cannot be read. */
  async read(input: string, isPicture: boolean, signal: AbortSignal): Promise<FileContent | null> {
    return (await this.#enqueue({ job: 'read', input, isPicture }, signal))?.content ?? null;
  }

  /** The thumbhash of a picture in base64; null as for {@link shrink}. */
  async thumbHash(input: string | Uint8Array, signal: AbortSignal): Promise<string | null> {
    return (await this.#enqueue({ job: 'far', input }, signal))?.thumbHash ?? null;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    for (const worker of [...this.#busyWorkers, ...this.#idleWorkers.splice(0)]) worker.kill();
  }

  async #enqueue(job: PictureJob, signal: AbortSignal): Promise<PictureAnswer | null> {
    const release = await this.#queue.acquire({ holder: '', known: true }, signal);
    if (release === null) return null;
    try {
      return this.#closed ? null : await this.#runOn(this.#acquire(), job, signal);
    } finally {
      release();
    }
  }

  async #runOn(worker: PictureWorker, job: PictureJob, signal: AbortSignal): Promise<PictureAnswer | null> {
    clearTimeout(this.#idleTimer);
    this.#busyWorkers.add(worker);
    const kill = (): void => worker.kill();
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    try {
      return await worker.run(job);
    } finally {
      signal.removeEventListener('abort', kill);
      this.#busyWorkers.delete(worker);
      this.#release(worker);
    }
  }

  #acquire(): PictureWorker {
    for (let worker = this.#idleWorkers.pop(); worker !== undefined; worker = this.#idleWorkers.pop())
      if (!worker.hasEnded) return worker;
    return new PictureWorker(this.#deadlineMs, this.#niceness);
  }

  #release(worker: PictureWorker): void {
    if (worker.decodedTenths >= 10 * this.#picturesPerWorker) worker.kill();
    if (!worker.hasEnded) this.#idleWorkers.push(worker);
    if (this.#busyWorkers.size > 0) return;
    this.#idleTimer = setTimeout(() => {
      for (const each of this.#idleWorkers.splice(0)) each.kill();
    }, IDLE_MS).unref();
  }
}
