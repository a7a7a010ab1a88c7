import type { Failure, Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';

/** Operation types (TASK-02). */
export type OperationType =
  'COPY' | 'MOVE' | 'EMOVE' | 'DMOVE' | 'DOWN' | 'UPLOAD' | 'REMOVE' | 'COMPRESS' | 'DECOMPRESS';

/** A long operation on the box (TASK-01, G-23). */
export interface BoxTask {
  readonly id: string;
  /** The operation; `unknown` for one that this version does not know. */
  readonly operation: OperationType | 'unknown';
  /** File type code of the item. */
  readonly fileType: number;
  readonly name: string;
  readonly total: number;
  readonly completed: number;
  readonly progress: number;
  readonly speed: number;
  /** Epoch seconds. */
  readonly ctime: number;
  readonly source: string;
  readonly target: string;
  readonly user: string;
  readonly message: string;
  /** TASK-04 to TASK-08: negative failed, 0 waiting, 1 success, 2 processing, 3 paused. */
  readonly state: -1 | 0 | 1 | 2 | 3;
  /** Progress code: 0 to 2 running, 3 and 4 cancelling, 5 done, 6 and above an error of the operation (TASK-11). */
  readonly code: number;
}

export type TaskTab = 'processing' | 'waiting' | 'failed' | 'completed';

/** All known tasks, newest first, at most the 50 most recent finished ones (TASK-14). */
export interface TasksState {
  readonly tasks: readonly BoxTask[];
  /** False until the first response. */
  readonly isLoaded: boolean;
}

/** Actions available for a task. */
export interface TaskActions {
  readonly pause: boolean;
  readonly resume: boolean;
  /** Only for paused and waiting tasks (TASK-09, G-22). */
  readonly cancel: boolean;
  readonly remove: boolean;
}

/** The tasks of the box. Polled every 60 s in the background, and every 3 s while {@link Tasks.watch} is active. */
export interface Tasks {
  readonly state$: StateStream<TasksState>;
  /** Why the list is unknown or outdated; null after a successful response. */
  readonly failure$: StateStream<Failure | null>;
  tab$(tab: TaskTab): StateStream<readonly BoxTask[]>;
  /** Dot of the task menu: box tasks or uploads in state 0, 2 or 3 (SHELL-23, STATE-09). */
  readonly dot$: StateStream<boolean>;
  actions(task: BoxTask): TaskActions;
  /** Keeps the list up to date while a screen shows it. */
  watch(): { close(): void };
  /** Reloads at once, for instance after a transfer was submitted. */
  refresh(): void;
  pause(id: string): Outcome<null>;
  resume(id: string): Outcome<null>;
  /** Pause if running, resume if paused (TASK-10). */
  toggle(id: string): Outcome<null>;
  /** Refused with a message unless the task is paused or waiting. */
  cancel(id: string): Outcome<null>;
  /** Removes the record of a finished or failed task. */
  remove(id: string): Outcome<null>;
  clear(tab: 'failed' | 'completed'): Outcome<null>;
  close(): void;
}
