import type { OpType } from '@boxwood/box-sdk';
import type { ProtectedArea } from '../../storage/vault/index.ts';

/** -1 failed, 0 waiting, 1 success, 2 processing, 3 paused (TASK-04 to TASK-08). */
export type TaskState = -1 | 0 | 1 | 2 | 3;

/** Parameters of a task besides source and target. Stored in the database, so they must contain no secrets. */
export interface TaskParams {
  readonly conflict?: 1 | 2 | 3;
  /** COMPRESS: entries of the source folder. */
  readonly names?: readonly string[];
  /** An undo or redo task: its operation, and the exact moves to make. */
  readonly turn?: {
    readonly operation: number;
    readonly direction: 'undo' | 'redo';
    readonly moves: readonly { readonly from: string; readonly to: string }[];
  };
}

/** An ADDTASK request for any operation. */
export interface TaskRequest {
  readonly cmd: Task['cmd'];
  readonly source: string;
  readonly target: string;
  readonly params: TaskParams;
  /**
   * Password of an archive. Kept in memory only: after a restart the task fails with 12 and the client asks for it
   * again.
   */
  readonly password?: string;
}

export interface Task {
  readonly id: string;
  readonly user: string;
  readonly cmd: OpType;
  readonly source: string;
  readonly target: string;
  readonly params: TaskParams;
  /** Areas that were unlocked when the task was accepted; the task may finish with them. */
  readonly areas: readonly ProtectedArea[];
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
  /** Boot id of the machine in which it was staged: unsynced data of another boot may be lost. */
  readonly boot: string;
}
