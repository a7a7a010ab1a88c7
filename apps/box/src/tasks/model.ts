import type { OpType } from '@boxwood/box-sdk';
import type { Area } from '../vault/index.ts';

/** -1 failed, 0 waiting, 1 success, 2 processing, 3 paused (TASK-04 to TASK-08). */
export type TaskState = -1 | 0 | 1 | 2 | 3;

/** What a task was asked to do beside source and target. Kept in the database, so nothing secret belongs here. */
export interface TaskParams {
  readonly conflict?: 1 | 2 | 3;
  /** COMPRESS: entries of the source folder. */
  readonly names?: readonly string[];
  /** A task of undo or redo: the operation, and exact moves to make. */
  readonly turn?: {
    readonly operation: number;
    readonly direction: 'undo' | 'redo';
    readonly moves: readonly { readonly from: string; readonly to: string }[];
  };
}

/** What ADDTASK asks for, whatever its operation. */
export interface TaskRequest {
  readonly cmd: Task['cmd'];
  readonly source: string;
  readonly target: string;
  readonly params: TaskParams;
  /** Of an archive. Kept in memory only: after a restart the task fails with 12 and is asked again. */
  readonly password?: string;
}

export interface Task {
  readonly id: string;
  readonly user: string;
  readonly cmd: OpType;
  readonly source: string;
  readonly target: string;
  readonly params: TaskParams;
  /** Areas that were unlocked when the task was accepted; it may finish what was allowed then. */
  readonly areas: readonly Area[];
  readonly name: string;
  /** File type code of the item (G-23). */
  readonly type: number;
  /** Epoch seconds. */
  readonly created: number;
  readonly state: TaskState;
  /** Progress code (OPS). */
  readonly code: number;
  readonly message: string;
  readonly total: number;
  readonly done: number;
  /** The machine's boot in which it was staged: page cache of another boot may be lost. */
  readonly boot: string;
}
