import { ephemeral, type EventsOf, session } from '../events/event-kinds.ts';
import type { BoxTask } from './tasks.ts';

/** Tasks submitted by this tab, and changes reported by the box. */
export const taskEvents = {
  /** Ids of the tasks that the box accepted. A task whose response was lost has no id here, but may exist. */
  TasksSent: session<{ readonly ids: readonly string[] }>(),
  TasksObserved: ephemeral<{ readonly tasks: readonly BoxTask[] }>(),
  TasksForgotten: ephemeral<{ readonly ids: readonly string[] }>(),
  /** Number of waiting, processing or paused tasks, listed or not. */
  TasksCounted: ephemeral<{ readonly active: number }>(),
};
export type TaskEvent = EventsOf<typeof taskEvents>;

/** Event for submitted tasks; null stands for a task that was refused or whose response was lost. */
export const tasksSubmitted = (ids: readonly (string | null)[]): readonly TaskEvent[] => [
  { type: 'TasksSent', data: { ids: ids.filter((id) => id !== null) } },
];
