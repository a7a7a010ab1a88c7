import { parentPort, Worker } from 'node:worker_threads';
import { forkModule } from '../../runtime/programs.ts';
import type { Program } from '../../runtime/program-registry.ts';
import { abortReasonOf } from './shared-task.ts';

/** Monotonic clock shared by all threads, in ms; `performance.now` starts at zero in every thread. */
export const monotonicMs = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

/** Jobs by name. Each takes one cloneable argument and returns a cloneable value or a promise of one. */
export type WorkerJobs = Readonly<Record<string, (argument: never) => unknown>>;

interface WorkerCall {
  readonly id: number;
  readonly job: string;
  readonly argument: unknown;
}
type WorkerReply =
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
export const serveJobs = (jobs: WorkerJobs): void => {
  const run = async ({ id, job, argument }: WorkerCall): Promise<WorkerReply> => {
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
    process.on('message', (call: WorkerCall) => {
      run(call)
        .then((reply) => process.send?.(reply))
        .catch(end);
    });
    process.on('disconnect', () => process.exit());
    return;
  }
  port.on('message', (call: WorkerCall) => {
    run(call)
      .then((reply) => port.postMessage(reply, 'value' in reply ? buffersOf(reply.value) : []))
      .catch(end);
  });
};

/**
 * Limit of the young generation of a worker. Memory that a thread allocates briefly is never returned to the system.
 */
const MAX_YOUNG_GENERATION_MB = 8;

/** Handle of a worker thread or process. */
interface WorkerHandle {
  post(call: WorkerCall): void;
  /** Whether the worker keeps this process alive. */
  keepAlive(needed: boolean): void;
  /** Ends the worker at once. */
  end(): Promise<unknown>;
}
interface WorkerListeners {
  readonly onReply: (reply: WorkerReply) => void;
  readonly onEnd: (failure: Error) => void;
}

const asError = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)));

const startThread = (entry: URL, { onReply, onEnd }: WorkerListeners): WorkerHandle => {
  const worker = new Worker(entry, { resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB } });
  worker.on('message', onReply);
  worker.once('error', (failure) => onEnd(asError(failure)));
  worker.once('exit', () => onEnd(new Error('the worker thread ended')));
  return {
    post: (call) => worker.postMessage(call),
    keepAlive: (needed) => (needed ? worker.ref() : worker.unref()),
    end: () => worker.terminate(),
  };
};

const startProcess =
  (program: Program) =>
  (entry: URL, { onReply, onEnd }: WorkerListeners): WorkerHandle => {
    const child = forkModule(entry, { as: program, env: { MALLOC_ARENA_MAX: '1' }, inheritStderr: true });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.on('message', onReply);
    child.on('error', onEnd);
    child.once('exit', () => onEnd(new Error('the process ended')));
    return {
      post: (call) => void child.send(call),
      keepAlive: (needed) => {
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
        return exited;
      },
    };
  };

/** A caller that waits for a reply, or has stopped waiting. */
interface PendingCall {
  readonly worker: WorkerHandle;
  isAbandoned: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (failure: Error) => void;
}

/**
 * How long work may continue after all callers have stopped waiting, in ms. Restarting a worker costs about as much.
 */
const ABANDONED_WORK_TIMEOUT_MS = 400;

/** A call that every new worker gets first, to open its resources. */
export interface InitialCall<J extends WorkerJobs> {
  readonly job: keyof J & string;
  readonly argument: unknown;
}

export interface BackgroundWorkerOptions<J extends WorkerJobs> {
  /** Idle time after which the worker ends, in ms; evaluated each time it becomes idle. */
  readonly idleMs?: number | (() => number);
  readonly initialCall?: InitialCall<J>;
  /**
   * Runs the jobs in a process of its own, listed in the registry. The C library keeps most of the memory that a thread
   * used for a moment; a process frees it when it ends.
   */
  readonly program?: Program;
}

/**
 * A worker thread or process that starts with the first call and ends after it has been idle. Calls run in order. When
 * the worker dies, its pending calls fail, and the next call starts a new one.
 */
export class BackgroundWorker<J extends WorkerJobs> {
  readonly #entry: URL;
  readonly #idleMs: () => number;
  readonly #initialCall: InitialCall<J> | undefined;
  readonly #spawn: (entry: URL, listeners: WorkerListeners) => WorkerHandle;
  #worker: WorkerHandle | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #closed = false;
  readonly #pending = new Map<number, PendingCall>();

  /** @param entry the file of the worker; in a built box its `.js` is in the folder of the caller */
  constructor(entry: URL, { idleMs = 15_000, initialCall, program }: BackgroundWorkerOptions<J> = {}) {
    this.#entry = entry;
    this.#idleMs = typeof idleMs === 'number' ? () => idleMs : idleMs;
    this.#initialCall = initialCall;
    this.#spawn = program === undefined ? startThread : startProcess(program);
  }

  /** Whether a worker is running. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Whether the worker has pending calls, including abandoned ones. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
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
    clearTimeout(this.#idleTimer);
    worker.keepAlive(true);
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const pendingCall: PendingCall = { worker, isAbandoned: false, resolve, reject };
    this.#pending.set(id, pendingCall);
    const call: WorkerCall = { id, job, argument };
    worker.post(call);
    const abandon = (): void => {
      pendingCall.isAbandoned = true;
      if (signal !== undefined) reject(abortReasonOf(signal));
      setTimeout(() => this.#endIfAbandoned(worker), ABANDONED_WORK_TIMEOUT_MS).unref();
    };
    signal?.addEventListener('abort', abandon, { once: true });
    try {
      // The reply to a call of job K is the result of jobs[K].
      return await (promise as Promise<Awaited<ReturnType<J[K]>>>);
    } finally {
      signal?.removeEventListener('abort', abandon);
    }
  }

  /** Ends the worker for good; pending calls fail. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    await this.#worker?.end();
  }

  /** Ends a worker that only runs abandoned calls. */
  #endIfAbandoned(worker: WorkerHandle): void {
    const workerCalls = [...this.#pending.values()].filter((each) => each.worker === worker);
    if (workerCalls.length === 0 || workerCalls.some(({ isAbandoned }) => !isAbandoned)) return;
    if (this.#worker === worker) this.#worker = undefined;
    worker.end().catch(() => undefined);
  }

  #start(): WorkerHandle {
    const worker = this.#spawn(this.#entry, {
      onReply: (reply) => this.#settle(reply),
      onEnd: (failure) => {
        if (this.#worker === worker) this.#worker = undefined;
        for (const [id, pendingCall] of this.#pending) {
          if (pendingCall.worker !== worker) continue;
          this.#pending.delete(id);
          pendingCall.reject(failure);
        }
      },
    });
    // No caller waits for this reply. If it fails, the calls that need it fail as well.
    if (this.#initialCall !== undefined) worker.post({ id: 0, ...this.#initialCall });
    return worker;
  }

  #settle(reply: WorkerReply): void {
    const pendingCall = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (this.#pending.size === 0) this.#scheduleIdleEnd();
    if ('value' in reply) pendingCall?.resolve(reply.value);
    else pendingCall?.reject(Object.assign(new Error(reply.failure.message), reply.failure));
  }

  #scheduleIdleEnd(): void {
    this.#worker?.keepAlive(false);
    this.#idleTimer = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = undefined;
      // Nothing waits for the worker to end.
      worker?.end().catch(() => undefined);
    }, this.#idleMs()).unref();
  }
}

/** URL of a worker file in the folder of a module, in source and in a build. */
export const workerUrl = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl);
