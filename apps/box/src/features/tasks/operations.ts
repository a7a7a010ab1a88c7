import { TSK } from '@boxwood/command-bus';
import { type EntryPlacerDeps, EntryPlacer } from '../../storage/copy/entry-placer.ts';
import type { Journal } from '../../storage/journal/journal.ts';
import { callerFor, type Caller, Refusal } from '../../storage/vault/index.ts';
import { cryptOperation } from './crypt-operation.ts';
import type { Task, TaskRequest } from './task-model.ts';
import type {
  TaskItem,
  EncryptionKeys,
  OnEncrypt,
  OnUndoTaskEnded,
  TaskOperation,
  OperationServices,
  OperationRun,
} from './operation.ts';
import { removeOperation } from './remove-operation.ts';
import { Staging } from './staging.ts';
import { transferOperation } from './transfer-operation.ts';

export interface OperationOptions {
  readonly journal: Journal;
  readonly keys: EncryptionKeys;
  readonly onEncrypt?: OnEncrypt;
  readonly onUndoTaskEnded: OnUndoTaskEnded;
  /** Further operations, by name. */
  readonly extraOperations?: (services: OperationServices) => Readonly<Record<string, TaskOperation>>;
}

/** All operations of the box by their wire name. */
export class Operations {
  readonly #byCmd: ReadonlyMap<string, TaskOperation>;
  readonly #vault: EntryPlacerDeps['vault'];
  readonly #staging: Staging;

  readonly #onUndoTaskEnded: OnUndoTaskEnded;

  constructor(services: EntryPlacerDeps & OperationOptions) {
    this.#onUndoTaskEnded = services.onUndoTaskEnded;
    this.#vault = services.vault;
    this.#staging = new Staging(services.vault);
    const all: OperationServices = {
      ...services,
      onEncrypt: services.onEncrypt ?? (() => Promise.resolve()),
      placer: new EntryPlacer(services),
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
        ...services.extraOperations?.(all),
      }),
    );
  }

  check(caller: Caller, request: TaskRequest): Promise<TaskItem> {
    const operation = this.#byCmd.get(request.cmd);
    // UPLOAD has no destination: refused at once instead of queued forever.
    if (operation === undefined) return Promise.reject(new Refusal(TSK.target, 'not offered'));
    return operation.check(caller, request);
  }

  async run(run: OperationRun): Promise<void> {
    const operation = this.#byCmd.get(run.task.cmd);
    if (operation === undefined) throw new Refusal(TSK.target, 'not offered');
    await operation.run(run);
    const { turn: undoParams } = run.task.params;
    if (undoParams !== undefined) await this.#onUndoTaskEnded(undoParams.operation, undoParams.direction, true);
  }

  /** Why a task may not continue to read and write its paths; null while it may. */
  findRevocation({ user, areas, cmd, source, target, params: { turn: undoParams } }: Task): Refusal | null {
    const caller = callerFor(user, areas);
    const moves = undoParams?.moves ?? [{ from: source, to: target }];
    try {
      for (const { from, to } of moves) {
        // A download has a remote source.
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
    const { turn: undoParams } = task.params;
    if (undoParams !== undefined) await this.#onUndoTaskEnded(undoParams.operation, undoParams.direction, false);
  }

  /** Removes staged files of tasks that no longer exist. */
  sweep(known: (id: string) => boolean): Promise<void> {
    return this.#staging.sweep(known);
  }
}
