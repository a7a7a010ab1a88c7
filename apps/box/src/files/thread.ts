import { parentPort, Worker } from 'node:worker_threads';
import { forkModule } from '../runtime/programs.ts';
import type { Program } from '../runtime/registry.ts';
import { reasonOf } from './shared.ts';

/** Monotonic clock shared by all threads, in ms; `performance.now` starts at zero in every thread. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

/** Jobs by name. Each takes one cloneable argument and returns a cloneable value or a promise of one. */
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

/**
 * The worker side: runs calls one after the other. A thread transfers the arrays of a result, a process copies them.
 */
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
  // A reply that cannot be sent would leave the caller waiting: the worker exits, which rejects its pending calls.
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

/**
 * Limit of the young generation of a worker. Memory that a thread allocates briefly is never returned to the system.
 */
const YOUNG_MB = 8;

/** Handle of a worker thread or process. */
interface Other {
  post(call: Call): void;
  /** Whether the worker keeps this process alive. */
  hold(needed: boolean): void;
  /** Ends the worker at once. */
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
        // Without this reference, a process that exits on its own would never resolve the promise.
        child.ref();
        child.kill('SIGKILL');
        return gone;
      },
    };
  };

/** A caller that waits for a reply, or has stopped waiting. */
interface Waiting {
  readonly worker: Other;
  left: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (failure: Error) => void;
}

/**
 * How long work may continue after all callers have stopped waiting, in ms. Restarting a worker costs about as much.
 */
const UNWANTED_MS = 400;

/** A call that every new worker gets first, to open its resources. */
export interface Greeting<J extends Jobs> {
  readonly job: keyof J & string;
  readonly argument: unknown;
}

export interface ThreadOptions<J extends Jobs> {
  /** Idle time after which the worker ends, in ms; evaluated each time it becomes idle. */
  readonly idleMs?: number | (() => number);
  readonly greeting?: Greeting<J>;
  /**
   * Runs the jobs in a process of its own, listed in the registry. The C library keeps most of the memory that a thread
   * used for a moment; a process frees it when it ends.
   */
  readonly apart?: Program;
}

/**
 * A worker thread or process that starts with the first call and ends after it has been idle. Calls run in order. When
 * the worker dies, its pending calls fail, and the next call starts a new one.
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

  /** @param entry the file of the worker; in a built box its `.js` is in the folder of the caller */
  constructor(entry: URL, { idleMs = 15_000, greeting, apart }: ThreadOptions<J> = {}) {
    this.#entry = entry;
    this.#idleMs = typeof idleMs === 'number' ? () => idleMs : idleMs;
    this.#greeting = greeting;
    this.#begin = apart === undefined ? startThread : startProcess(apart);
  }

  /** Whether a worker is running. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Whether the worker has pending calls, including abandoned ones. */
  get working(): boolean {
    return this.#open.size > 0;
  }

  /**
   * @param signal makes the caller stop waiting at once. If nobody waits for the remaining work and it does not end
   * within a moment, the worker is ended.
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
      // The reply to a call of job K is the result of jobs[K].
      return await (promise as Promise<Awaited<ReturnType<J[K]>>>);
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Ends the worker for good; pending calls fail. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#worker?.end();
  }

  /** Ends a worker that only runs abandoned calls. */
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
    // No caller waits for this reply. If it fails, the calls that need it fail as well.
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
      // Nothing waits for the worker to end.
      worker?.end().catch(() => undefined);
    }, this.#idleMs()).unref();
  }
}

/** URL of a worker file in the folder of a module, in source and in a build. */
export const besideModule = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl);
