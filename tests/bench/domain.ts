/**
 * The cost of the domain: folding history against plain mutation, and queuing 50,000 uploads.
 *
 *     node --conditions=@boxwood/source tests/bench/domain.ts
 *
 * Ratios hold on any machine; the milliseconds are those of this one.
 */
import {
  type BoxEvent,
  type BoxTask,
  createBoxStore,
  MemoryLog,
  type Recorded,
  tasksProjection,
  type UploadId,
  uploadsProjection,
} from '@boxwood/domain';
import { createReport, median } from './_report.ts';
import { ORIGIN, upload } from './_upload-tasks.ts';

/** Best of a few runs, to exclude other load. */
const best = (runs: number, work: () => void): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
};

const report = createReport();
/** `beside` states what the milliseconds are compared with. */
const add = (measure: string, ms: number, beside: string, ratio: number, limit: number): void => {
  report.add(
    measure,
    ms < 0.1 ? `${(ms * 1000).toFixed(1)} µs` : `${ms.toFixed(2)} ms`,
    ['', beside],
    ratio,
    `<= ${limit} x`,
  );
};

// --- Fold of 100,000 events over 500 tasks -----------------------------------------------------------------------

const boxTask = (index: number, progress: number): BoxTask => ({
  id: `t${index}`,
  operation: 'COPY',
  fileType: 0,
  name: `file ${index}`,
  total: 1000,
  completed: progress,
  progress,
  speed: 1,
  ctime: index,
  source: '/a',
  target: '/b',
  user: 'ann',
  message: '',
  state: 2,
  code: 2,
});

const EVENTS = 100_000;
const TASKS = 500;
const history = Array.from({ length: EVENTS }, (_, index): Recorded<BoxEvent> => ({
  seq: index + 1,
  origin: ORIGIN,
  at: index,
  cause: 'box',
  event: { type: 'TasksObserved', data: { tasks: [boxTask(index % TASKS, index % 100)] } },
}));
/** What the projection's handler does, on a plain map: the same work without drafts. */
const plain = (): void => {
  const tasks = new Map<string, BoxTask>();
  for (const { event } of history) {
    if (event.type !== 'TasksObserved') continue;
    for (const task of event.data.tasks) tasks.set(task.id, { ...task });
  }
};
const mutation = best(3, plain);
const folded = best(3, () => void tasksProjection.reduce(tasksProjection.initial(), history));
add(
  `fold of ${EVENTS} events over ${TASKS} tasks`,
  folded,
  `plain mutation ${mutation.toFixed(1)} ms`,
  folded / mutation,
  40,
);

// --- 50,000 queued uploads ------------------------------------------------------------------------------------

/** Milliseconds per appended event with `queued` uploads pending: started, progressed, finished, one append each. */
const costWith = async (queued: number): Promise<number> => {
  const store = createBoxStore({ origin: ORIGIN, clock: { now: () => 1 }, log: new MemoryLog(), channel: null });
  await store.ready;
  for (let at = 0; at < queued; at += 500) {
    const tasks = Array.from({ length: 500 }, (_, index) => upload(at + index));
    store.append([{ type: 'UploadsQueued', data: { tasks } }], 'person');
  }
  const shown = store.state(uploadsProjection);
  shown.subscribe(({ board }) => board.list('waiting').at(0));
  let next = 0;
  const cost = best(5, () => {
    for (let count = 0; count < 60; count += 1) {
      const id = `u${next}` as UploadId;
      next += 1;
      store.append([{ type: 'UploadStarted', data: { id, uuid: 'x', completed: 0 } }], 'box');
      store.append([{ type: 'UploadProgressed', data: { id, completed: 500, speed: 10 } }], 'box');
      store.append([{ type: 'UploadFinished', data: { id } }], 'box');
    }
  });
  await store.close();
  return cost / 180;
};

const few = await costWith(500);
const many = await costWith(50_000);
add('append of one upload event with 50,000 queued', many, `500 queued ${(few * 1000).toFixed(1)} µs`, many / few, 5);

const queueStart = performance.now();
const store = createBoxStore({ origin: ORIGIN, clock: { now: () => 1 }, log: new MemoryLog(), channel: null });
const parts: number[] = [];
for (let at = 0; at < 50_000; at += 500) {
  const tasks = Array.from({ length: 500 }, (_, index) => upload(at + index));
  const start = performance.now();
  store.append([{ type: 'UploadsQueued', data: { tasks } }], 'person');
  parts.push(performance.now() - start);
}
const queued = performance.now() - queueStart;
add(
  'queuing 50,000 in steps of 500: the last steps',
  queued,
  'the first steps',
  median(parts.slice(-20)) / median(parts.slice(5, 25)),
  5,
);

report.print();
