import type { BigIntStats } from 'node:fs';
import type { Gauge } from '../runtime/gauge.ts';
import type { PlaceServices, Placer } from '../copy/place.ts';
import type { Journal } from '../journal/journal.ts';
import type { Direction } from '../journal/steps.ts';
import type { Caller, Folder } from '../vault/index.ts';
import type { Task, TaskRequest } from './model.ts';
import type { Staging } from './staging.ts';

/** Where the keys of encrypted files come from; provided by the safe. */
export interface Keys {
  /** The public key of a user, null when they have no safe. */
  recipientOf(user: string): Uint8Array | null;
  /** A copy of the secret key, which the caller wipes; null while the safe is locked everywhere. */
  identityOf(user: string): Uint8Array | null;
}

/** What ADDTASK learns about the item while it checks. `total` may be 0 until the task has measured. */
export interface Item {
  readonly name: string;
  readonly type: number;
  readonly total: number;
}

/** A running operation as its code sees it. */
export interface Run {
  readonly task: Task;
  readonly caller: Caller;
  readonly gauge: Gauge;
  readonly signal: AbortSignal;
  /** Whether what an earlier run staged can be relied on: the machine was not restarted since. */
  readonly trusted: boolean;
  readonly password: string | undefined;
  /**
   * Asks for the room that the task still needs on the disk of a folder; it is kept for it until the task ends.
   * @throws OperationFailed 11
   */
  readonly claim: (folder: Folder, need: () => number) => Promise<void>;
  /** Bytes that the task may still write there, beside what it has claimed; for what nobody knows the length of. */
  readonly room: (folder: Folder) => Promise<number>;
  /** The task has begun to move bytes (code 2). */
  readonly working: () => void;
  /** What the item is called turned out on the way. */
  readonly named: (name: string) => void;
}

/** One kind of operation. */
export interface Operation {
  /** @throws Refusal with a TSK code, 5 or 13 */
  check(caller: Caller, request: TaskRequest): Promise<Item>;
  /** Does the work. @throws Stopped, OperationFailed, Refusal */
  run(run: Run): Promise<void>;
}

/** Told about the end of a task that undoes or repeats an operation of the journal: whether it moved everything. */
export type OnTurned = (operation: number, direction: Direction, worked: boolean) => Promise<void>;

export interface OperationServices extends PlaceServices {
  readonly journal: Journal;
  readonly placer: Placer;
  readonly staging: Staging;
  readonly keys: Keys;
  readonly onEncrypt: OnEncrypt;
}

/** Told about a plain file that was encrypted and is about to be removed: what was made of its content goes, too. */
export type OnEncrypt = (plain: BigIntStats) => Promise<void>;
