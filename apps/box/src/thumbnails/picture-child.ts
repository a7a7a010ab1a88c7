import type { ChildProcess } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { forkModule } from '../runtime/programs.ts';
import { PROGRAMS } from '../runtime/registry.ts';
import type { PictureAnswer, PictureJob } from './sharp-child.ts';

const entry = new URL(`./sharp-child.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/** A process that shrinks, or looks at, one picture at a time: what one picture costs, no other pays for. */
export class PictureChild {
  readonly #child: ChildProcess;
  readonly #deadlineMs: number;
  #settle: ((answer: PictureAnswer | null) => void) | undefined;
  #worn = 0;
  #ended = false;

  /** @param niceness what it leaves to others of the processor, as of nice(2) */
  constructor(deadlineMs: number, niceness: number) {
    this.#deadlineMs = deadlineMs;
    const child = forkModule(entry, {
      as: PROGRAMS.pictures,
      execArgv: ['--max-old-space-size=128', '--expose-gc', '--disable-warning=ExperimentalWarning'],
      // A thread of the pool decodes; one at a time needs no more, and each has a stack.
      env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    });
    this.#child = child;
    // Threads that it starts later inherit it.
    if (niceness > getPriority() && child.pid !== undefined) setPriority(child.pid, niceness);
    child.unref();
    child.channel?.unref();
    child.on('message', (answer: PictureAnswer) => this.#settle?.(answer));
    for (const event of ['error', 'exit'] as const)
      child.on(event, () => {
        this.#ended = true;
        this.#settle?.(null);
      });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Tenths of pictures that it decoded: to read what one says of itself is one, and takes a tenth of the time. */
  get worn(): number {
    return this.#worn;
  }

  /** One at a time. Null when it is no picture, too large, or too slow: then the child is no more. */
  ask(job: PictureJob): Promise<PictureAnswer | null> {
    this.#worn += job.job === 'read' ? 1 : 10;
    const { promise, resolve } = Promise.withResolvers<PictureAnswer | null>();
    const deadline = setTimeout(() => this.kill(), this.#deadlineMs);
    this.#settle = (answer) => {
      clearTimeout(deadline);
      this.#settle = undefined;
      resolve(answer);
    };
    if (this.#ended) this.#settle(null);
    else this.#child.send(job, (failure) => failure !== null && this.#settle?.(null));
    return promise;
  }

  kill(): void {
    this.#ended = true;
    this.#child.kill('SIGKILL');
    this.#settle?.(null);
  }
}
