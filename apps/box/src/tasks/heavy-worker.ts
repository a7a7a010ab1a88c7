import { parentPort } from 'node:worker_threads';
import type { HeavyOrder } from './heavy.ts';
import { answer } from './heavy-jobs.ts';

/** Entry of the worker thread: one order, one result. */
parentPort?.on('message', (order: HeavyOrder) => parentPort?.postMessage(answer(order)));
