import { ephemeral, type EventsOf } from '../events/define.ts';
import type { BoxTask } from './tasks.ts';

/** Differences between what the box told before and now. */
export const taskEvents = {
  TasksObserved: ephemeral<{ readonly tasks: readonly BoxTask[] }>(),
  TasksForgotten: ephemeral<{ readonly ids: readonly string[] }>(),
  /** How many are waiting, processing or paused, listed or not. */
  TasksCounted: ephemeral<{ readonly active: number }>(),
};
export type TaskEvent = EventsOf<typeof taskEvents>;
