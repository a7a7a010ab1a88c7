import type { UploadEvent } from '../events.ts';
import type { UploadBoard } from './upload-board.ts';
import { tabOf } from './upload-board.ts';
import type { UploadId, UploadTab, UploadTask } from '../uploads.ts';

/** Maximum number of tasks in an event. */
const MAX_TASKS_PER_EVENT = 500;

/** A file to queue. */
export interface NewUpload {
  readonly id: UploadId;
  readonly name: string;
  readonly source: string;
  readonly target: string;
  readonly total: number;
  readonly modified: number;
  readonly keep?: true;
}

/** The tab that queues, and when (epoch seconds). */
export interface QueueContext {
  readonly owner: string;
  readonly ctime: number;
}

const toChunks = <A>(items: readonly A[]): readonly (readonly A[])[] =>
  Array.from({ length: Math.ceil(items.length / MAX_TASKS_PER_EVENT) }, (_, index) =>
    items.slice(index * MAX_TASKS_PER_EVENT, (index + 1) * MAX_TASKS_PER_EVENT),
  );

/**
 * UPLOAD-20 to UPLOAD-22: a single task goes before all waiting ones, several go behind them in order. Tasks already
 * under way and repeated targets in a batch are skipped.
 */
export const decideQueue = (
  board: UploadBoard,
  uploads: readonly NewUpload[],
  context: QueueContext,
): readonly UploadEvent[] => {
  const seen = new Set<string>();
  const fresh = uploads.filter((upload) => {
    const key = `${upload.total} ${upload.target}`;
    if (seen.has(key) || board.hasDuplicate(upload)) return false;
    seen.add(key);
    return true;
  });
  const single = fresh.length === 1 && uploads.length === 1;
  const tasks = fresh.map((upload, index): UploadTask => ({
    ...upload,
    ...context,
    state: 0,
    progress: 0,
    completed: 0,
    speed: 0,
    uuid: '',
    rank: single ? board.front - 1 : board.back + 1 + index,
    problem: null,
    interrupted: false,
  }));
  return toChunks(tasks).map((part) => ({ type: 'UploadsQueued', data: { tasks: part } }));
};

const idsInState = (
  board: UploadBoard,
  ids: readonly UploadId[],
  states: readonly UploadTask['state'][],
): readonly UploadId[] =>
  ids.filter((id) => {
    const task = board.task(id);
    return task !== undefined && states.includes(task.state);
  });

/** UPLOAD-15: from 0 or 2 to 3. */
export const decidePause = (
  board: UploadBoard,
  ids: readonly UploadId[],
  interrupted = false,
): readonly UploadEvent[] =>
  toChunks(idsInState(board, ids, [0, 2])).map((part) => ({ type: 'UploadsPaused', data: { ids: part, interrupted } }));

/**
 * UPLOAD-16: from 3, and with `failed` from -1 (G-18), to 0. A single task goes to the front, several keep their order
 * at the back.
 */
export const decideResume = (board: UploadBoard, ids: readonly UploadId[], failed = false): readonly UploadEvent[] => {
  const resumed = idsInState(board, ids, failed ? [-1] : [3]);
  const single = resumed.length === 1 && ids.length === 1;
  const ordered = resumed.toSorted((a, b) => (board.task(a)?.rank ?? 0) - (board.task(b)?.rank ?? 0));
  return toChunks(ordered).map((part, chunk) => ({
    type: 'UploadsResumed',
    data: {
      ids: part,
      ranks: part.map((_, index) => (single ? board.front - 1 : board.back + 1 + chunk * MAX_TASKS_PER_EVENT + index)),
    },
  }));
};

/** UPLOAD-18, UPLOAD-19. */
export const decideRemove = (
  board: UploadBoard,
  which: UploadTab | 'all' | readonly UploadId[],
): readonly UploadEvent[] => {
  const ids =
    typeof which === 'string'
      ? [...board.tasks()].filter((task) => which === 'all' || tabOf(task.state) === which).map(({ id }) => id)
      : idsInState(board, which, [-1, 0, 1, 2, 3]);
  return toChunks(ids).map((part) => ({ type: 'UploadsRemoved', data: { ids: part } }));
};
