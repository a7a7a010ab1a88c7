import type { BigIntStats } from 'node:fs';
import { TSK } from '@boxwood/command-bus';
import type { Gauge } from '../copy/gauge.ts';
import { type PlaceServices, Placer } from '../copy/place.ts';
import type { Journal } from '../journal/journal.ts';
import type { Direction } from '../journal/steps.ts';
import { callerFor, type Caller, type Folder, Refusal } from '../vault/index.ts';
import { cryptOperation, type Keys } from './crypt-operation.ts';
import type { Task, TaskRequest } from './model.ts';
import { removeOperation } from './remove-operation.ts';
import { Staging } from './staging.ts';
import { transferOperation } from './transfer-operation.ts';

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

export interface OperationOptions {
  readonly journal: Journal;
  readonly keys: Keys;
  readonly onEncrypt?: OnEncrypt;
  readonly onTurned: OnTurned;
  /** Further operations, by name. */
  readonly more?: (services: OperationServices) => Readonly<Record<string, Operation>>;
}

/** All operations of the box by their name on the wire. */
export class Operations {
  readonly #byCmd: ReadonlyMap<string, Operation>;
  readonly #vault: PlaceServices['vault'];
  readonly #staging: Staging;

  readonly #onTurned: OnTurned;

  constructor(services: PlaceServices & OperationOptions) {
    this.#onTurned = services.onTurned;
    this.#vault = services.vault;
    this.#staging = new Staging(services.vault);
    const all: OperationServices = {
      ...services,
      onEncrypt: services.onEncrypt ?? (() => Promise.resolve()),
      placer: new Placer(services),
      staging: this.#staging,
    };
    const transfer = transferOperation(all);
    const crypt = cryptOperation(all);
    this.#byCmd = new Map(
      Object.entries({
        COPY: transfer,
        MOVE: transfer,
        EMOVE: crypt,
        DMOVE: crypt,
        REMOVE: removeOperation(all),
        ...services.more?.(all),
      }),
    );
  }

  check(caller: Caller, request: TaskRequest): Promise<Item> {
    const operation = this.#byCmd.get(request.cmd);
    // UPLOAD has nowhere to send to: said plainly instead of queued for ever.
    if (operation === undefined) return Promise.reject(new Refusal(TSK.target, 'not offered'));
    return operation.check(caller, request);
  }

  async run(run: Run): Promise<void> {
    const operation = this.#byCmd.get(run.task.cmd);
    if (operation === undefined) throw new Refusal(TSK.target, 'not offered');
    await operation.run(run);
    const { turn } = run.task.params;
    if (turn !== undefined) await this.#onTurned(turn.operation, turn.direction, true);
  }

  /** Why a task may not go on where it reads and writes; null while it may. */
  lostRight({ user, areas, cmd, source, target, params: { turn } }: Task): Refusal | null {
    const caller = callerFor(user, areas);
    const moves = turn?.moves ?? [{ from: source, to: target }];
    try {
      for (const { from, to } of moves) {
        // A download comes from elsewhere.
        if (cmd !== 'DOWN') this.#vault.resolve(caller, from, 'read');
        if (to !== '') this.#vault.resolve(caller, to, 'write');
      }
      return null;
    } catch (failure) {
      if (failure instanceof Refusal) return failure;
      throw failure;
    }
  }

  /** Removes what a failed or cancelled task staged. */
  async clean(task: Task): Promise<void> {
    await this.#staging.clear(callerFor(task.user, task.areas), task);
    const { turn } = task.params;
    if (turn !== undefined) await this.#onTurned(turn.operation, turn.direction, false);
  }

  /** Removes what tasks staged that nobody knows any more. */
  sweep(known: (id: string) => boolean): Promise<void> {
    return this.#staging.sweep(known);
  }
}
