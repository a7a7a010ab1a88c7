import type { BoxEvent } from '../events/box-event.ts';
import { type Projection, projection } from '../store/projection.ts';
import type { BoxTask } from './tasks.ts';

/** Known tasks by id, and the number of active tasks reported by the box. */
export interface TasksData {
  readonly tasks: ReadonlyMap<string, BoxTask>;
  readonly isLoaded: boolean;
  readonly active: number;
}

/** TASK-14, CONST-12: maximum number of finished and failed tasks shown. */
export const MAX_FINISHED_TASKS = 50;

const known = projection<TasksData, BoxEvent>({
  name: 'tasks',
  version: 1,
  scope: 'ephemeral',
  initial: { tasks: new Map(), isLoaded: false, active: 0 },
  on: {
    TasksObserved: (draft, { tasks }) => {
      for (const task of tasks) draft.tasks.set(task.id, task);
      draft.isLoaded = true;
    },
    TasksForgotten: (draft, { ids }) => {
      for (const id of ids) draft.tasks.delete(id);
    },
    TasksCounted: (draft, { active }) => {
      draft.active = active;
      draft.isLoaded = true;
    },
  },
});

/**
 * Drops all but the most recent finished tasks. Runs once per batch and outside of the draft, because iterating a draft
 * copies every entry.
 */
const dropOldFinished = (state: TasksData): TasksData => {
  const finished = [...state.tasks.values()].filter((task) => task.state === 1 || task.state === -1);
  if (finished.length <= MAX_FINISHED_TASKS) return state;
  const dropped = new Set(finished.sort((a, b) => b.ctime - a.ctime).slice(MAX_FINISHED_TASKS));
  return { ...state, tasks: new Map([...state.tasks].filter(([, task]) => !dropped.has(task))) };
};

/** The tasks of the box as known to this browser. */
export const tasksProjection: Projection<TasksData, BoxEvent> = {
  ...known,
  reduce: (state, batch) => {
    const next = known.reduce(state, batch);
    return next === state ? state : dropOldFinished(next);
  },
};
