/** Rules of task states (area TASK, STATE-09, G-22). */
import { OPS } from '@boxwood/command-bus';
import { failed, passed } from '@boxwood/command-bus/rules';
import type { OpTask, TaskState } from './task-model.ts';

/** TASK-04 to TASK-08: any negative number is a failure; an unknown positive one counts as processing. */
export const taskStateOf = (state: number): TaskState => {
  if (state < 0) return -1;
  return state === 0 || state === 1 || state === 3 ? state : 2;
};

/** STATE-09: whether the task menu shows its dot because of a task in this state. */
export const isActiveTask = (state: number): boolean => [0, 2, 3].includes(taskStateOf(state));

/**
 * Processed bytes of a task. The specification has only the total and the percentage (TASK-01): for a box that sends no
 * more, the result is computed from these, and a finished task counts as complete.
 */
export const completedBytesOf = (
  task: Pick<OpTask, 'tb_state' | 'tb_total' | 'tb_completed' | 'tb_progress'>,
): number => {
  if (task.tb_completed > 0) return task.tb_completed;
  const percent = taskStateOf(task.tb_state) === 1 ? 100 : Math.min(100, Math.max(0, task.tb_progress));
  return Math.floor((task.tb_total * percent) / 100);
};

/** TASK-11, G-22: phase of an operation, from its progress code. */
export type OpPhase = 'running' | 'cancelling' | 'done' | 'failed';
export const operationPhaseOf = (code: number): OpPhase => {
  if (code <= OPS.working) return 'running';
  if (code <= OPS.cleaning) return 'cancelling';
  return code === OPS.done ? 'done' : 'failed';
};

/** TASK-09: a running task must be paused before it can be cancelled. */
export const checkCancel = (state: number) => (taskStateOf(state) === 2 ? failed('task.pauseFirst') : passed);

/** TASK-10: what a double-click does to a task in this state. */
export const toggleActionOf = (state: number): 'pause' | 'resume' | 'none' => {
  const taskState = taskStateOf(state);
  if (taskState === 0 || taskState === 2) return 'pause';
  return taskState === 3 ? 'resume' : 'none';
};

/** P-06: the tab that shows a task. */
export const taskTabOf = (state: number): 'processing' | 'waiting' | 'failed' | 'completed' =>
  (({ '-1': 'failed', '0': 'waiting', '1': 'completed', '2': 'processing', '3': 'waiting' }) as const)[
    `${taskStateOf(state)}`
  ];
