import type { PortResult } from '../outcome.ts';
import type { BoxTask } from './tasks.ts';

/** The box calls for tasks. `state` filters a list by one state; null lists all, newest first. */
export interface TasksPort {
  list(state: BoxTask['state'] | null): PortResult<{ readonly total: number; readonly tasks: readonly BoxTask[] }>;
  /** Number of tasks in states 0, 2 and 3 (QRYTASKNUM). */
  countActive(): PortResult<number>;
  pause(id: string): PortResult<unknown>;
  resume(id: string): PortResult<unknown>;
  remove(id: string): PortResult<unknown>;
  /** Removes all records of a finished state. */
  clear(state: -1 | 1): PortResult<unknown>;
}
