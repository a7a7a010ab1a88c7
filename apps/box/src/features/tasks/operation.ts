import type { BigIntStats } from 'node:fs';
import type { Progress } from '../../runtime/progress.ts';
import type { EntryPlacerDeps, EntryPlacer } from '../../storage/copy/entry-placer.ts';
import type { Journal } from '../../storage/journal/journal.ts';
import type { UndoDirection } from '../../storage/journal/undo-steps.ts';
import type { Caller, Folder } from '../../storage/vault/index.ts';
import type { Task, TaskRequest } from './task-model.ts';
import type { Staging } from './staging.ts';

/** Keys of encrypted files, provided by the safe. */
export interface EncryptionKeys {
  /** The public key of a user; null if they have no safe. */
  recipientOf(user: string): Uint8Array | null;
  /** A copy of the secret key, which the caller must wipe; null while the safe is locked in every session. */
  identityOf(user: string): Uint8Array | null;
}

/** What the check of ADDTASK returns about the item. `total` may be 0 until the task has measured it. */
export interface TaskItem {
  readonly name: string;
  readonly type: number;
  readonly total: number;
}

/** A running operation as passed to its code. */
export interface OperationRun {
  readonly task: Task;
  readonly caller: Caller;
  readonly progress: Progress;
  readonly signal: AbortSignal;
  /** Whether files staged by an earlier run are reliable: the machine was not restarted since. */
  readonly isTrusted: boolean;
  readonly password: string | undefined;
  /**
   * Reserves the space that the task still needs on the disk of a folder, until the task ends.
   * @throws OperationFailed 11
   */
  readonly reserveSpace: (folder: Folder, need: () => number) => Promise<void>;
  /** Bytes that the task may still write there besides its reservation, for data of unknown length. */
  readonly availableBytes: (folder: Folder) => Promise<number>;
  /** Reports that the task has begun to move bytes (code 2). */
  readonly reportWorking: () => void;
  /** Sets the name of the item once it is known. */
  readonly setName: (name: string) => void;
}

/** One kind of operation. */
export interface TaskOperation {
  /** @throws Refusal with a TSK code, 5 or 13 */
  check(caller: Caller, request: TaskRequest): Promise<TaskItem>;
  /** Does the work. @throws StoppedError, OperationFailed, Refusal */
  run(run: OperationRun): Promise<void>;
}

/** Called when an undo or redo task ends; `worked` is whether it moved everything. */
export type OnUndoTaskEnded = (operation: number, direction: UndoDirection, worked: boolean) => Promise<void>;

export interface OperationServices extends EntryPlacerDeps {
  readonly journal: Journal;
  readonly placer: EntryPlacer;
  readonly staging: Staging;
  readonly keys: EncryptionKeys;
  readonly onEncrypt: OnEncrypt;
}

/** Called before a plain file is removed after its encryption, to delete what was derived from its content. */
export type OnEncrypt = (plain: BigIntStats) => Promise<void>;
