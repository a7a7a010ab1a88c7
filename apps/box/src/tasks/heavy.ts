import { Worker } from 'node:worker_threads';
import { FairQueue } from '@boxwood/box-sdk/server';
import type { PackFormat } from '../archives/formats.ts';
import { type Gauge, Stopped } from '../runtime/gauge.ts';
import { OperationFailed, type OpsCode } from '../copy/ops.ts';

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
          readonly most?: number;
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
const IDLE_MS = 5000;
const idle: { readonly worker: Worker; readonly timer: ReturnType<typeof setTimeout> }[] = [];

function takeWorker(): Worker {
  const last = idle.pop();
  if (last === undefined) return newWorker();
  clearTimeout(last.timer);
  last.worker.ref();
  return last.worker;
}

function keepWorker(worker: Worker): void {
  worker.unref();
  const timer = setTimeout(() => {
    forget(worker);
    // It ends either way; nothing waits for it.
    worker.terminate().catch(() => undefined);
  }, IDLE_MS).unref();
  idle.push({ worker, timer });
}

function forget(worker: Worker): void {
  const at = idle.findIndex((each) => each.worker === worker);
  if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.timer);
}

function newWorker(): Worker {
  const worker = new Worker(entry, { name: 'heavy' });
  // A failing idle worker must not end the box; {@link runOnWorker} also listens while it works.
  return worker.on('error', () => forget(worker)).on('exit', () => forget(worker));
}

/**
 * Limits concurrent `measure` jobs: clients may request many, and a thread takes 10 MB. Other jobs come from the short
 * task queue, or change something the caller waits for.
 */
const measures = new FairQueue({ atOnce: 3, perHolder: Number.POSITIVE_INFINITY, waiting: Number.POSITIVE_INFINITY });

const enter = async ({ kind }: HeavyJob, signal: AbortSignal): Promise<() => void> => {
  if (kind !== 'measure') return () => undefined;
  return (await measures.enter({ holder: '', known: true }, signal)) ?? (() => undefined);
};

/**
 * Runs a job in a worker thread and resolves when it ends.
 *
 * @param signal stops the job between two slices of 8 MiB; staged files remain
 * @throws StoppedError after the signal, otherwise OperationFailed with an OPS code
 */
export async function runHeavy(job: HeavyJob, gauge: Gauge, signal: AbortSignal): Promise<HeavyResult> {
  if (signal.aborted) throw new Stopped();
  const leave = await enter(job, signal).catch(() => {
    throw new Stopped();
  });
  const stop = (): void => gauge.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const worker = takeWorker();
    const answer = await ask(worker, { job, memory: gauge.memory });
    keepWorker(worker);
    switch (answer.tag) {
      case 'done':
        return answer.result;
      case 'stopped':
        throw new Stopped();
      case 'failed':
        // opsOf() made this code.
        throw new OperationFailed(answer.code as OpsCode, answer.text);
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

function ask(worker: Worker, order: HeavyOrder): Promise<HeavyAnswer> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      worker.off('message', answered).off('error', failed).off('exit', ended);
    };
    const answered = (answer: HeavyAnswer): void => {
      done();
      resolve(answer);
    };
    const failed = (failure: unknown): void => {
      done();
      reject(failure instanceof Error ? failure : new Error('the worker failed'));
    };
    const ended = (): void => failed(new Error('the worker ended without an answer'));
    worker.on('message', answered).on('error', failed).on('exit', ended);
    worker.postMessage(order);
  });
}
