import { parentPort } from 'node:worker_threads';
import type { HeavyAnswer, HeavyOrder } from './heavy.ts';
import { answer, packed } from './heavy-jobs.ts';

const tell = (said: HeavyAnswer): void => parentPort?.postMessage(said);

/** Entry of the worker thread: one order, one answer. */
parentPort?.on('message', ({ job, memory }: HeavyOrder) => {
  if (job.kind === 'pack') packed({ job, memory }, tell);
  else tell(answer({ job, memory }));
});
