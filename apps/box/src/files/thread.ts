import { parentPort, Worker } from 'node:worker_threads';
import { forkModule } from '../runtime/programs.ts';
import type { Program } from '../runtime/registry.ts';
import { reasonOf } from './shared.ts';

/** Milliseconds of the clock that all threads share and nobody sets; `performance.now` begins anew in every thread. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

/** Jobs by name; each takes one argument that can be cloned and returns (a promise of) something that can. */
export type Jobs = Readonly<Record<string, (argument: never) => unknown>>;

interface Call {
  readonly id: number;
  readonly job: string;
  readonly argument: unknown;
}
type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: { readonly message: string; readonly code?: string } };

const buffersOf = (value: unknown): ArrayBuffer[] => {
  const inner: readonly unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [];
  const parts = ArrayBuffer.isView(value) ? [value] : inner;
  return parts.flatMap((part) => (ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer ? [part.buffer] : []));
};

/** The side of the thread or process: answers calls one after the other. A thread moves the arrays of an answer, a process copies them. */
export const serve = (jobs: Jobs): void => {
  const run = async ({ id, job, argument }: Call): Promise<Answer> => {
    try {
      const work = jobs[job] as ((argument: unknown) => unknown) | undefined;
      if (work === undefined) throw new Error(`no job ${job}`);
      return { id, value: await work(argument) };
    } catch (failure) {
      const code = failure instanceof Error && 'code' in failure ? failure.code : undefined;
      return {
        id,
        failure: { message: String(failure), ...(typeof code === 'string' ? { code } : {}) },
      };
    }
  };
  // An answer that cannot be sent leaves somebody waiting: the worker ends, and whoever waits is told so.
  const end = (fault: unknown): never => {
    process.stderr.write(`${String(fault)}\n`);
    process.exit(1);
  };
  const port = parentPort;
  if (port === null) {
    process.on('message', (call: Call) => {
      run(call)
        .then((answer) => process.send?.(answer))
        .catch(end);
    });
    process.on('disconnect', () => process.exit());
    return;
  }
  port.on('message', (call: Call) => {
    run(call)
      .then((answer) => port.postMessage(answer, 'value' in answer ? buffersOf(answer.value) : []))
      .catch(end);
  });
};

/** What a thread allocates and drops again is never given back to the system; a small nursery keeps that small. */
const YOUNG_MB = 8;

/** The other end, in a thread or a process. */
interface Other {
  post(call: Call): void;
  /** Whether this process stays alive for its sake. */
  hold(needed: boolean): void;
  /** Ends it, whatever it is doing. */
  end(): Promise<unknown>;
}
interface Ears {
  readonly answered: (answer: Answer) => void;
  readonly ended: (failure: Error) => void;
}

const asError = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)));

const startThread = (entry: URL, { answered, ended }: Ears): Other => {
  const worker = new Worker(entry, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  worker.on('message', answered);
  worker.once('error', (failure) => ended(asError(failure)));
  worker.once('exit', () => ended(new Error('the worker thread ended')));
  return {
    post: (call) => worker.postMessage(call),
    hold: (needed) => (needed ? worker.ref() : worker.unref()),
    end: () => worker.terminate(),
  };
};

const startProcess =
  (as: Program) =>
  (entry: URL, { answered, ended }: Ears): Other => {
    const child = forkModule(entry, { as, env: { MALLOC_ARENA_MAX: '1' }, complains: true });
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.on('message', answered);
    child.on('error', ended);
    child.once('exit', () => ended(new Error('the process ended')));
    return {
      post: (call) => void child.send(call),
      hold: (needed) => {
        if (needed) {
          child.ref();
          child.channel?.ref();
        } else {
          child.unref();
          child.channel?.unref();
        }
      },
      end: () => {
        // A process that ends of itself meanwhile would leave whoever waits for this without an answer.
        child.ref();
        child.kill('SIGKILL');
        return gone;
      },
    };
  };

/** Whoever waits for an answer, or has left. */
interface Waiting {
  readonly worker: Other;
  left: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (failure: Error) => void;
}

/** Milliseconds that work which nobody waits for any more may still take: to end a thread and start another costs as much. */
const UNWANTED_MS = 400;

/** A call that every new worker gets before any other, to open what it works with. */
export interface Greeting<J extends Jobs> {
  readonly job: keyof J & string;
  readonly argument: unknown;
}

export interface ThreadOptions<J extends Jobs> {
  /** Milliseconds without work after which the thread ends; asked each time that it has none. */
  readonly idleMs?: number | (() => number);
  readonly greeting?: Greeting<J>;
  /**
   * Given, it runs in a process of its own, which the registry knows. The C library shares its memory among threads and keeps most of what one of them needed for a
   * moment; what a process needed is free when it ends.
   */
  readonly apart?: Program;
}

/**
 * A worker thread, or a process, that starts with the first call and ends when it has had nothing to do for a while. Calls are answered in
 * order. One that dies fails its open calls and is started anew by the next one.
 */
export class Thread<J extends Jobs> {
  readonly #entry: URL;
  readonly #idleMs: () => number;
  readonly #greeting: Greeting<J> | undefined;
  readonly #begin: (entry: URL, ears: Ears) => Other;
  #worker: Other | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;
  #closed = false;
  readonly #open = new Map<number, Waiting>();

  /** @param entry the worker's file; in a built box its `.js` stands beside the caller's */
  constructor(entry: URL, { idleMs = 15_000, greeting, apart }: ThreadOptions<J> = {}) {
    this.#entry = entry;
    this.#idleMs = typeof idleMs === 'number' ? () => idleMs : idleMs;
    this.#greeting = greeting;
    this.#begin = apart === undefined ? startThread : startProcess(apart);
  }

  /** Whether there is a thread or process at this moment. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Whether it has something to do, also for somebody who has left. */
  get working(): boolean {
    return this.#open.size > 0;
  }

  /**
   * @param signal lets the caller go at once. Work that nobody waits for any more is ended with its thread when it does not end of itself in a
   *   moment and nobody else waits for one.
   */
  async call<K extends keyof J & string>(
    job: K,
    argument: Parameters<J[K]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<J[K]>>> {
    signal?.throwIfAborted();
    if (this.#closed) throw new Error('the thread was closed');
    const worker = (this.#worker ??= this.#start());
    clearTimeout(this.#idle);
    worker.hold(true);
    this.#last += 1;
    const id = this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiting: Waiting = { worker, left: false, resolve, reject };
    this.#open.set(id, waiting);
    const call: Call = { id, job, argument };
    worker.post(call);
    const leave = (): void => {
      waiting.left = true;
      if (signal !== undefined) reject(reasonOf(signal));
      setTimeout(() => this.#endUnwanted(worker), UNWANTED_MS).unref();
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      // The worker answers a call of job K with what jobs[K] returned.
      return await (promise as Promise<Awaited<ReturnType<J[K]>>>);
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Ends the thread for good; open calls fail. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#worker?.end();
  }

  /** Ends a worker that is busy with nothing but what nobody waits for. */
  #endUnwanted(worker: Other): void {
    const its = [...this.#open.values()].filter((each) => each.worker === worker);
    if (its.length === 0 || its.some(({ left }) => !left)) return;
    if (this.#worker === worker) this.#worker = undefined;
    worker.end().catch(() => undefined);
  }

  #start(): Other {
    const worker = this.#begin(this.#entry, {
      answered: (answer) => this.#settle(answer),
      ended: (failure) => {
        if (this.#worker === worker) this.#worker = undefined;
        for (const [id, waiting] of this.#open) {
          if (waiting.worker !== worker) continue;
          this.#open.delete(id);
          waiting.reject(failure);
        }
      },
    });
    // Its answer belongs to no caller; should it fail, so will the calls that need it.
    if (this.#greeting !== undefined) worker.post({ id: 0, ...this.#greeting });
    return worker;
  }

  #settle(answer: Answer): void {
    const waiting = this.#open.get(answer.id);
    this.#open.delete(answer.id);
    if (this.#open.size === 0) this.#rest();
    if ('value' in answer) waiting?.resolve(answer.value);
    else waiting?.reject(Object.assign(new Error(answer.failure.message), answer.failure));
  }

  #rest(): void {
    this.#worker?.hold(false);
    this.#idle = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = undefined;
      // It ends one way or the other; nobody waits for it.
      worker?.end().catch(() => undefined);
    }, this.#idleMs()).unref();
  }
}

/** The worker file beside a module, in source and in a build. */
export const besideModule = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl);
