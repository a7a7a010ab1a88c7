import { isActiveTask } from '@boxwood/box-sdk/rules';
import type { TaskEvent } from './events.ts';
import type { BoxTask } from './tasks.ts';

const isSameTask = (a: BoxTask, b: BoxTask): boolean =>
  a.state === b.state &&
  a.code === b.code &&
  a.progress === b.progress &&
  a.completed === b.completed &&
  a.speed === b.speed &&
  a.message === b.message &&
  a.total === b.total &&
  a.name === b.name &&
  a.target === b.target;

/**
 * Events for the differences between known and polled tasks: new, changed and removed ones. `complete`: the response
 * contained all tasks, so missing ones were removed.
 */
export const eventsOfPoll = (
  known: ReadonlyMap<string, BoxTask>,
  polled: readonly BoxTask[],
  response: { readonly complete: boolean },
): readonly TaskEvent[] => {
  const changed = polled.filter((task) => {
    const before = known.get(task.id);
    return before === undefined || !isSameTask(before, task);
  });
  const present = new Set(polled.map(({ id }) => id));
  const removedIds = response.complete ? [...known.keys()].filter((id) => !present.has(id)) : [];
  return [
    ...(changed.length === 0 ? [] : [{ type: 'TasksObserved', data: { tasks: changed } } as const]),
    ...(removedIds.length === 0 ? [] : [{ type: 'TasksForgotten', data: { ids: removedIds } } as const]),
  ];
};

/** Whether a task that was processing is missing from the list of processing tasks. */
export const hasVanished = (known: ReadonlyMap<string, BoxTask>, processing: readonly BoxTask[]): boolean => {
  const present = new Set(processing.map(({ id }) => id));
  return [...known.values()].some((task) => task.state === 2 && !present.has(task.id));
};

/** STATE-09. */
export const hasActive = (tasks: Iterable<BoxTask>): boolean => {
  for (const task of tasks) if (isActiveTask(task.state)) return true;
  return false;
};
