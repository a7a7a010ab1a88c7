import { Worker } from 'node:worker_threads';
import { FairQueue } from '@boxwood/box-sdk/server';
import type { PackFormat } from '../../storage/archives/archive-formats.ts';
import { type Progress, StoppedError } from '../../runtime/progress.ts';
import { OperationFailed, type OperationCode } from '../../storage/copy/operation-codes.ts';

/**
 * A job for a worker thread. Folders are given by `path` of an open vault folder, which must stay open until the
 * result; names are raw bytes as on disk.
 */
export type HeavyJob = { readonly from: string } & (
  | {
      readonly kind: 'pack';
      readonly names: readonly Uint8Array[];
      readonly staging: string;
      readonly format: PackFormat;
      /** Compression level; 0 only stores. */
      readonly level: number;
    }
  | ({ readonly name: Uint8Array } & (
      | {
          readonly kind: 'measure';
          /** Counting stops here: a larger result means that there is more. */
          readonly maxEntries?: number;
        }
      | { readonly kind: 'digest' }
      | { readonly kind: 'tidy'; readonly zip: boolean }
      | { readonly kind: 'clone'; readonly source: number }
      | { readonly kind: 'copy'; readonly staging: string; readonly trusted: boolean }
      | { readonly kind: 'remove'; readonly twin?: { readonly folder: string; readonly name: Uint8Array } }
      | { readonly kind: 'encrypt'; readonly staging: string; readonly recipient: Uint8Array }
      | { readonly kind: 'decrypt'; readonly staging: string; readonly identity: Uint8Array }
    ))
);

/** Result of a job; `skipped` entries were not copied (special files, links that point outside) or not removed. */
export interface HeavyResult {
  readonly bytes: number;
  readonly files: number;
  readonly folders: number;
  readonly skipped: number;
  /** Result of a `digest` job, otherwise empty. */
  readonly digest: string;
}

export type HeavyAnswer =
  | { readonly tag: 'done'; readonly result: HeavyResult }
  | { readonly tag: 'stopped' }
  | { readonly tag: 'failed'; readonly code: number; readonly text: string };

const entry = new URL(import.meta.url.endsWith('.ts') ? './heavy-worker.ts' : './heavy-worker.js', import.meta.url);

/** How long an idle worker is kept for the next job, in ms. Starting a thread takes about 50 ms. */
const IDLE_WORKER_MS = 5000;
const idle: { readonly worker: Worker; readonly timer: ReturnType<typeof setTimeout> }[] = [];

function acquireWorker(): Worker {
  const last = idle.pop();
  if (last === undefined) return newWorker();
  clearTimeout(last.timer);
  last.worker.ref();
  return last.worker;
}

function releaseWorker(worker: Worker): void {
  worker.unref();
  const timer = setTimeout(() => {
    removeIdle(worker);
    // It ends either way; nothing waits for it.
    worker.terminate().catch(() => undefined);
  }, IDLE_WORKER_MS).unref();
  idle.push({ worker, timer });
}

function removeIdle(worker: Worker): void {
  const index = idle.findIndex((each) => each.worker === worker);
  if (index >= 0) clearTimeout(idle.splice(index, 1)[0]?.timer);
}

function newWorker(): Worker {
  const worker = new Worker(entry, { name: 'heavy' });
  // A failing idle worker must not end the box; {@link runOnWorker} also listens while it works.
  return worker.on('error', () => removeIdle(worker)).on('exit', () => removeIdle(worker));
}

/**
 * Limits concurrent `measure` jobs: clients may request many, and a thread takes 10 MB. Other jobs come from the short
 * task queue, or change something the caller waits for.
 */
const measureQueue = new FairQueue({
  maxRunning: 3,
  maxPerHolder: Number.POSITIVE_INFINITY,
  maxWaiting: Number.POSITIVE_INFINITY,
});

const enterQueue = async ({ kind }: HeavyJob, signal: AbortSignal): Promise<() => void> => {
  if (kind !== 'measure') return () => undefined;
  return (await measureQueue.acquire({ holder: '', known: true }, signal)) ?? (() => undefined);
};

/**
 * Runs a job in a worker thread and resolves when it ends.
 *
 * @param signal stops the job between two slices of 8 MiB; staged files remain
 * @throws StoppedError after the signal, otherwise OperationFailed with an OPS code
 */
export async function runHeavy(job: HeavyJob, progress: Progress, signal: AbortSignal): Promise<HeavyResult> {
  if (signal.aborted) throw new StoppedError();
  const leave = await enterQueue(job, signal).catch(() => {
    throw new StoppedError();
  });
  const stop = (): void => progress.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const worker = acquireWorker();
    const answer = await runOnWorker(worker, { job, memory: progress.memory });
    releaseWorker(worker);
    switch (answer.tag) {
      case 'done':
        return answer.result;
      case 'stopped':
        throw new StoppedError();
      case 'failed':
        // opsOf() made this code.
        throw new OperationFailed(answer.code as OperationCode, answer.text);
    }
  } finally {
    signal.removeEventListener('abort', stop);
    leave();
  }
}

/** Message to a worker. */
export interface HeavyOrder {
  readonly job: HeavyJob;
  readonly memory: SharedArrayBuffer;
}

function runOnWorker(worker: Worker, order: HeavyOrder): Promise<HeavyAnswer> {
  return new Promise((resolve, reject) => {
    const removeListeners = (): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const onMessage = (answer: HeavyAnswer): void => {
      removeListeners();
      resolve(answer);
    };
    const onError = (failure: unknown): void => {
      removeListeners();
      reject(failure instanceof Error ? failure : new Error('the worker failed'));
    };
    const onExit = (): void => onError(new Error('the worker ended without an answer'));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(order);
  });
}
