import type { Answer } from '../outcome.ts';
import type { BoxTask } from './tasks.ts';

/** The box calls for tasks. `state` filters a list by one state; null lists all, newest first. */
export interface TasksPort {
  list(state: BoxTask['state'] | null): Answer<{ readonly total: number; readonly tasks: readonly BoxTask[] }>;
  /** Number of tasks in states 0, 2 and 3 (QRYTASKNUM). */
  countActive(): Answer<number>;
  pause(id: string): Answer<unknown>;
  resume(id: string): Answer<unknown>;
  remove(id: string): Answer<unknown>;
  /** Removes all records of a finished state. */
  clear(state: -1 | 1): Answer<unknown>;
}
