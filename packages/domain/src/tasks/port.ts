import type { Answer } from '../outcome.ts';
import type { BoxTask } from './tasks.ts';

/** The calls of the task list. `state` narrows a list to one state; absent asks for all, newest first. */
export interface TasksPort {
  list(state: BoxTask['state'] | null): Answer<{ readonly total: number; readonly tasks: readonly BoxTask[] }>;
  /** Number of tasks in states 0, 2 and 3 (QRYTASKNUM). */
  countActive(): Answer<number>;
  pause(id: string): Answer<unknown>;
  resume(id: string): Answer<unknown>;
  remove(id: string): Answer<unknown>;
  /** Removes all records of a finished kind. */
  clear(state: -1 | 1): Answer<unknown>;
}
