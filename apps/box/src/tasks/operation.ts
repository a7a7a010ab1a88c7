import type { BigIntStats } from 'node:fs';
import type { Gauge } from '../runtime/gauge.ts';
import type { PlaceServices, Placer } from '../copy/place.ts';
import type { Journal } from '../journal/journal.ts';
import type { Direction } from '../journal/steps.ts';
import type { Caller, Folder } from '../vault/index.ts';
import type { Task, TaskRequest } from './model.ts';
import type { Staging } from './staging.ts';

/** Keys of encrypted files, provided by the safe. */
export interface Keys {
  /** The public key of a user; null if they have no safe. */
  recipientOf(user: string): Uint8Array | null;
  /** A copy of the secret key, which the caller must wipe; null while the safe is locked in every session. */
  identityOf(user: string): Uint8Array | null;
}

/** What the check of ADDTASK returns about the item. `total` may be 0 until the task has measured it. */
export interface Item {
  readonly name: string;
  readonly type: number;
  readonly total: number;
}

/** A running operation as passed to its code. */
export interface Run {
  readonly task: Task;
  readonly caller: Caller;
  readonly gauge: Gauge;
  readonly signal: AbortSignal;
  /** Whether files staged by an earlier run are reliable: the machine was not restarted since. */
  readonly trusted: boolean;
  readonly password: string | undefined;
  /**
   * Reserves the space that the task still needs on the disk of a folder, until the task ends.
   * @throws OperationFailed 11
   */
  readonly claim: (folder: Folder, need: () => number) => Promise<void>;
  /** Bytes that the task may still write there besides its reservation, for data of unknown length. */
  readonly room: (folder: Folder) => Promise<number>;
  /** Reports that the task has begun to move bytes (code 2). */
  readonly working: () => void;
  /** Sets the name of the item once it is known. */
  readonly named: (name: string) => void;
}

/** One kind of operation. */
export interface Operation {
  /** @throws Refusal with a TSK code, 5 or 13 */
  check(caller: Caller, request: TaskRequest): Promise<Item>;
  /** Does the work. @throws StoppedError, OperationFailed, Refusal */
  run(run: Run): Promise<void>;
}

/** Called when an undo or redo task ends; `worked` is whether it moved everything. */
export type OnTurned = (operation: number, direction: Direction, worked: boolean) => Promise<void>;

export interface OperationServices extends PlaceServices {
  readonly journal: Journal;
  readonly placer: Placer;
  readonly staging: Staging;
  readonly keys: Keys;
  readonly onEncrypt: OnEncrypt;
}

/** Called before a plain file is removed after its encryption, to delete what was derived from its content. */
export type OnEncrypt = (plain: BigIntStats) => Promise<void>;
