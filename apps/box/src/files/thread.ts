import { parentPort, Worker } from 'node:worker_threads';

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

/** The worker's side: answers calls one after the other. Arrays in an answer are moved, not copied. */
export const serve = (jobs: Jobs): void => {
  const port = parentPort;
  if (port === null) throw new Error('not a worker thread');
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
  port.on('message', (call: Call) => {
    void run(call).then((answer) => port.postMessage(answer, 'value' in answer ? buffersOf(answer.value) : []));
  });
};

/** What a thread allocates and drops again is never given back to the system; a small nursery keeps that small. */
const YOUNG_MB = 8;

/** A call that every new worker gets before any other, to open what it works with. */
export interface Greeting<J extends Jobs> {
  readonly job: keyof J & string;
  readonly argument: unknown;
}

export interface ThreadOptions<J extends Jobs> {
  /** Milliseconds without work after which the thread ends. */
  readonly idleMs?: number;
  readonly greeting?: Greeting<J>;
}

/**
 * A worker thread that starts with the first call and ends when it has had nothing to do for a while. Calls are answered in order.
 * A thread that dies fails its open calls and is started anew by the next one.
 */
export class Thread<J extends Jobs> {
  readonly #entry: URL;
  readonly #idleMs: number;
  readonly #greeting: Greeting<J> | undefined;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;
  #closed = false;
  readonly #open = new Map<
    number,
    { readonly worker: Worker; readonly resolve: (value: unknown) => void; readonly reject: (failure: Error) => void }
  >();

  /** @param entry the worker's file; in a built box its `.js` stands beside the caller's */
  constructor(entry: URL, { idleMs = 15_000, greeting }: ThreadOptions<J> = {}) {
    this.#entry = entry;
    this.#idleMs = idleMs;
    this.#greeting = greeting;
  }

  async call<K extends keyof J & string>(job: K, argument: Parameters<J[K]>[0]): Promise<Awaited<ReturnType<J[K]>>> {
    if (this.#closed) throw new Error('the thread was closed');
    const worker = (this.#worker ??= this.#start());
    clearTimeout(this.#idle);
    worker.ref();
    this.#last += 1;
    const id = this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#open.set(id, { worker, resolve, reject });
    const call: Call = { id, job, argument };
    worker.postMessage(call);
    // The worker answers a call of job K with what jobs[K] returned.
    return promise as Promise<Awaited<ReturnType<J[K]>>>;
  }

  /** Ends the thread for good; open calls fail. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#entry, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    worker.on('message', (answer: Answer) => this.#settle(answer));
    const end = (failure: Error): void => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const [id, waiting] of this.#open) {
        if (waiting.worker !== worker) continue;
        this.#open.delete(id);
        waiting.reject(failure);
      }
    };
    worker.once('error', (failure) => end(failure instanceof Error ? failure : new Error(String(failure))));
    worker.once('exit', () => end(new Error('the worker thread ended')));
    // Its answer belongs to no caller; should it fail, so will the calls that need it.
    if (this.#greeting !== undefined) worker.postMessage({ id: 0, ...this.#greeting } satisfies Call);
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
    this.#worker?.unref();
    this.#idle = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = undefined;
      void worker?.terminate();
    }, this.#idleMs).unref();
  }
}

/** The worker file beside a module, in source and in a build. */
export const besideModule = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}.${moduleUrl.endsWith('.ts') ? 'ts' : 'js'}`, moduleUrl);
