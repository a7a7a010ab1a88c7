import { parentPort } from 'node:worker_threads';
import type { HeavyOrder } from './heavy.ts';
import { runOrder } from './heavy-jobs.ts';

/** Entry of the worker thread: one order, one result. */
parentPort?.on('message', (order: HeavyOrder) => parentPort?.postMessage(runOrder(order)));
