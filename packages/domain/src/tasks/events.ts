import { ephemeral, type EventsOf, session } from '../events/define.ts';
import type { BoxTask } from './tasks.ts';

/** What this tab gave the box to do, and differences between what the box told before and now. */
export const taskEvents = {
  /** The box was given tasks, and knows those that it took by these ids; one whose answer was lost has none here, and may be there all the same. */
  TasksSent: session<{ readonly ids: readonly string[] }>(),
  TasksObserved: ephemeral<{ readonly tasks: readonly BoxTask[] }>(),
  TasksForgotten: ephemeral<{ readonly ids: readonly string[] }>(),
  /** How many are waiting, processing or paused, listed or not. */
  TasksCounted: ephemeral<{ readonly active: number }>(),
};
export type TaskEvent = EventsOf<typeof taskEvents>;

/** What is told of tasks that were given to the box; null is one that it refused, or whose answer was lost. */
export const tasksSent = (ids: readonly (string | null)[]): readonly TaskEvent[] => [
  { type: 'TasksSent', data: { ids: ids.filter((id) => id !== null) } },
];
