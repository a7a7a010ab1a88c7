import { FairQueue } from '@boxwood/box-sdk/server';
import { PictureChild } from './picture-child.ts';
import type { Content } from './content.ts';
import type { PictureAnswer, PictureJob } from './sharp-child.ts';

/** Number of pictures processed concurrently, each in its own process. */
const AT_ONCE = 2;
/** Maximum queue length. More pictures are refused; clients request them again when they become visible. */
const MAX_WAITING = 400;
const DEADLINE_MS = 20_000;
const IDLE_MS = 20_000;
/**
 * A worker is replaced after this many pictures, because decoders leak memory. Starting one takes as long as reading a
 * hundred pictures.
 */
const LIFE = 500;

/** Processes pictures in child processes that are started on demand. */
export class Shrinker {
  readonly #deadlineMs: number;
  readonly #niceness: number;
  readonly #life: number;
  readonly #queue = new FairQueue({ atOnce: AT_ONCE, perHolder: MAX_WAITING + AT_ONCE, waiting: MAX_WAITING });
  readonly #free: PictureChild[] = [];
  readonly #working = new Set<PictureChild>();
  #closed = false;
  #idle: NodeJS.Timeout | undefined;

  /**
   * @param niceness of the processes: background work uses a lower priority
   * @param picturesPerWorker see {@link PICTURES_PER_WORKER}
   */
  constructor(deadlineMs = DEADLINE_MS, niceness = 0, life = LIFE) {
    this.#deadlineMs = deadlineMs;
    this.#niceness = niceness;
    this.#life = life;
  }

  /** Process ids of the busy workers. */
  get pids(): readonly number[] {
    return [...this.#working].flatMap(({ pid }) => pid ?? []);
  }

  /**
   * @param input a path that this process can read, or the bytes of a picture
   * @param signal ends the job together with its process; the next picture gets a new one
   * @returns WebP of at most `width` × `width`; null if the input is no picture, too large, or too slow
   */
  async shrink(input: string | Uint8Array, width: number, signal: AbortSignal): Promise<Uint8Array | null> {
    return (await this.#ask({ job: 'shrink', input, width }, signal))?.picture ?? null;
  }

  /** Hashes and picture metadata of a file; null if it cannot be read. */
  async read(input: string, isPicture: boolean, signal: AbortSignal): Promise<Content | null> {
    return (await this.#ask({ job: 'read', input, isPicture }, signal))?.content ?? null;
  }

  /** The thumbhash of a picture in base64; null as for {@link shrink}. */
  async far(input: string | Uint8Array, signal: AbortSignal): Promise<string | null> {
    return (await this.#ask({ job: 'far', input }, signal))?.far ?? null;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#idle);
    for (const child of [...this.#working, ...this.#free.splice(0)]) child.kill();
  }

  async #ask(job: PictureJob, signal: AbortSignal): Promise<PictureAnswer | null> {
    const leave = await this.#queue.enter({ holder: '', known: true }, signal);
    if (leave === null) return null;
    try {
      return this.#closed ? null : await this.#with(this.#take(), job, signal);
    } finally {
      leave();
    }
  }

  async #with(child: PictureChild, job: PictureJob, signal: AbortSignal): Promise<PictureAnswer | null> {
    clearTimeout(this.#idle);
    this.#working.add(child);
    const kill = (): void => child.kill();
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    try {
      return await child.ask(job);
    } finally {
      signal.removeEventListener('abort', kill);
      this.#working.delete(child);
      this.#keep(child);
    }
  }

  #take(): PictureChild {
    for (let child = this.#free.pop(); child !== undefined; child = this.#free.pop()) if (!child.ended) return child;
    return new PictureChild(this.#deadlineMs, this.#niceness);
  }

  #keep(child: PictureChild): void {
    if (child.worn >= 10 * this.#life) child.kill();
    if (!child.ended) this.#free.push(child);
    if (this.#working.size > 0) return;
    this.#idle = setTimeout(() => {
      for (const each of this.#free.splice(0)) each.kill();
    }, IDLE_MS).unref();
  }
}
