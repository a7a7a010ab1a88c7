import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { ShrinkAnswer, ShrinkJob } from './sharp-child.ts';

/** Pictures in work at once; more wait. */
const AT_ONCE = 2;
/** Waiting pictures; more are refused, and asked for again by whoever scrolls back. */
const MAX_WAITING = 400;
const DEADLINE_MS = 20_000;
const IDLE_MS = 20_000;
/** A child is replaced after so many pictures, so that what a decoder leaks does not add up. */
const LIFE = 500;

const entry = new URL(`./sharp-child.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

interface Open {
  readonly finish: (picture: Uint8Array | null) => void;
  readonly deadline: NodeJS.Timeout;
}

/** Shrinks pictures in a child process that comes and goes as it is needed. */
export class Shrinker {
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;
  #served = 0;
  readonly #open = new Map<number, Open>();
  readonly #waiting: (() => void)[] = [];

  /**
   * @param input a path that this process can read, or the bytes of a picture
   * @returns WebP of at most `width` × `width`, null when it is no picture, too large, or too slow
   */
  async shrink(input: string | Uint8Array, width: number): Promise<Uint8Array | null> {
    if (this.#open.size >= AT_ONCE) {
      if (this.#waiting.length >= MAX_WAITING) return null;
      await new Promise<undefined>((resolve) => this.#waiting.push(() => resolve(undefined)));
    }
    const child = this.#ready();
    this.#last += 1;
    const job: ShrinkJob = { id: this.#last, input, width };
    return new Promise((resolve) => {
      const deadline = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS);
      this.#open.set(job.id, { deadline, finish: resolve });
      child.send(job);
    });
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#child?.kill('SIGKILL');
  }

  #ready(): ChildProcess {
    clearTimeout(this.#idle);
    if (this.#child !== undefined && (this.#served < LIFE || this.#open.size > 0)) return this.#child;
    this.#child?.disconnect();
    const child = fork(entry, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--max-old-space-size=128'],
      env: { PATH: process.env['PATH'], MALLOC_ARENA_MAX: '2' },
    });
    this.#child = child;
    this.#served = 0;
    child.unref();
    child.channel?.unref();
    child.on('message', (answer: ShrinkAnswer) => this.#settle(answer.id, answer.picture));
    child.on('error', () => this.#end(child));
    child.on('exit', () => this.#end(child));
    return child;
  }

  #settle(id: number, picture: Uint8Array | null): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    this.#served += 1;
    clearTimeout(open?.deadline);
    open?.finish(picture);
    this.#waiting.shift()?.();
    if (this.#open.size === 0)
      this.#idle = setTimeout(() => {
        const child = this.#child;
        this.#child = undefined;
        child?.disconnect();
      }, IDLE_MS).unref();
  }

  /** The child died: what it had in hand has no thumbnail. */
  #end(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    for (const id of [...this.#open.keys()]) this.#settle(id, null);
  }
}
