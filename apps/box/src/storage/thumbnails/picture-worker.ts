import type { ChildProcess } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { forkModule } from '../../runtime/programs.ts';
import { PROGRAMS } from '../../runtime/program-registry.ts';
import type { PictureAnswer, PictureJob } from './sharp-child.ts';

const entry = new URL(`./sharp-child.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/** A child process that handles one picture at a time, so that a picture's memory and crashes affect no other. */
export class PictureWorker {
  readonly #child: ChildProcess;
  readonly #deadlineMs: number;
  #settle: ((answer: PictureAnswer | null) => void) | undefined;
  #decodedTenths = 0;
  #hasEnded = false;

  /** @param niceness of the process, as in nice(2) */
  constructor(deadlineMs: number, niceness: number) {
    this.#deadlineMs = deadlineMs;
    const child = forkModule(entry, {
      as: PROGRAMS.pictures,
      execArgv: ['--max-old-space-size=128', '--expose-gc', '--disable-warning=ExperimentalWarning'],
      // One pool thread decodes; more are not needed, and each has a stack.
      env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    });
    this.#child = child;
    // Threads started later inherit it.
    if (niceness > getPriority() && child.pid !== undefined) setPriority(child.pid, niceness);
    child.unref();
    child.channel?.unref();
    child.on('message', (answer: PictureAnswer) => this.#settle?.(answer));
    for (const event of ['error', 'exit'] as const)
      child.on(event, () => {
        this.#hasEnded = true;
        this.#settle?.(null);
      });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Usage in tenths of a decoded picture: reading metadata counts as one tenth, as it takes a tenth of the time. */
  get decodedTenths(): number {
    return this.#decodedTenths;
  }

  /** One job at a time. Null if the input is no picture, too large or too slow; then the process has ended. */
  run(job: PictureJob): Promise<PictureAnswer | null> {
    this.#decodedTenths += job.job === 'read' ? 1 : 10;
    const { promise, resolve } = Promise.withResolvers<PictureAnswer | null>();
    const deadline = setTimeout(() => this.kill(), this.#deadlineMs);
    this.#settle = (answer) => {
      clearTimeout(deadline);
      this.#settle = undefined;
      resolve(answer);
    };
    if (this.#hasEnded) this.#settle(null);
    else this.#child.send(job, (failure) => failure !== null && this.#settle?.(null));
    return promise;
  }

  kill(): void {
    this.#hasEnded = true;
    this.#child.kill('SIGKILL');
    this.#settle?.(null);
  }
}
