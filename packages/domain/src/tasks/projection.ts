import type { BoxEvent } from '../events/event.ts';
import { type Projection, projection } from '../store/projection.ts';
import type { BoxTask } from './tasks.ts';

/** Known tasks by id, and the number of active tasks reported by the box. */
export interface KnownTasks {
  readonly tasks: ReadonlyMap<string, BoxTask>;
  readonly known: boolean;
  readonly active: number;
}

/** TASK-14, CONST-12: maximum number of finished and failed tasks shown. */
export const RECENT = 50;

const known = projection<KnownTasks, BoxEvent>({
  name: 'tasks',
  version: 1,
  scope: 'ephemeral',
  initial: { tasks: new Map(), known: false, active: 0 },
  on: {
    TasksObserved: (draft, { tasks }) => {
      for (const task of tasks) draft.tasks.set(task.id, task);
      draft.known = true;
    },
    TasksForgotten: (draft, { ids }) => {
      for (const id of ids) draft.tasks.delete(id);
    },
    TasksCounted: (draft, { active }) => {
      draft.active = active;
      draft.known = true;
    },
  },
});

/**
 * Drops all but the most recent finished tasks. Runs once per batch and outside of the draft, because iterating a draft
 * copies every entry.
 */
const recent = (state: KnownTasks): KnownTasks => {
  const finished = [...state.tasks.values()].filter((task) => task.state === 1 || task.state === -1);
  if (finished.length <= RECENT) return state;
  const dropped = new Set(finished.sort((a, b) => b.ctime - a.ctime).slice(RECENT));
  return { ...state, tasks: new Map([...state.tasks].filter(([, task]) => !dropped.has(task))) };
};

/** The tasks of the box as known to this browser. */
export const tasksProjection: Projection<KnownTasks, BoxEvent> = {
  ...known,
  reduce: (state, batch) => {
    const next = known.reduce(state, batch);
    return next === state ? state : recent(next);
  },
};
