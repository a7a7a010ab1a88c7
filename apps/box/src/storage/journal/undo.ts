import type { DiskReserve } from '../space/disk-reserve.ts';
import type { TrashBins } from '../../features/trash/trash-bins.ts';
import { type Caller, callerFor, GEN, Refusal, type Vault } from '../vault/index.ts';
import { type JournalChange, needsTask } from './journal-change.ts';
import type { Journal, JournalOperation, RecreatedItem } from './journal.ts';
import { findCompletedChanges } from './journal-recovery.ts';
import { isSameInode } from './file-stamp.ts';
import { UndoStepRunner } from './undo-step-runner.ts';
import { type UndoDirection, inverseOf, netChanges, type UndoStep, stepsOf } from './undo-steps.ts';

/** Starts tasks for changes whose inverse is not a rename. Implemented in `tasks/`. */
export interface UndoTasks {
  /**
   * Starts a task that undoes or redoes the changes of `operation` that move file contents, and then calls {@link
   * Undo.finishTask}. Returns its id.
   */
  start(caller: Caller, operation: JournalOperation, direction: UndoDirection): Promise<string>;
  /** Whether a task for the operation is running or will be resumed. */
  isRunning(operation: number): boolean;
}

export interface UndoOptions {
  readonly journal: Journal;
  readonly vault: Vault;
  readonly bins: TrashBins;
  /** Frees reserved space for an undo on a full disk. */
  readonly reserve: Pick<DiskReserve, 'within'>;
}

/** Result of an undo or redo. `task` is the id of the still running task, if any. */
export interface UndoResult {
  readonly operation: JournalOperation;
  readonly task: string | null;
}

type Rename = Extract<UndoStep, { kind: 'rename' }>;

/**
 * Undo and redo, one operation at a time per user. All steps are checked before execution. An operation is undone
 * completely, or refused with 15 and the reason when files have changed; the next plain undo then skips it.
 */
export class Undo {
  readonly #journal: Journal;
  readonly #vault: Vault;
  readonly #bins: TrashBins;
  readonly #reserve: Pick<DiskReserve, 'within'>;
  #tasks: UndoTasks | null = null;
  readonly #busy = new Map<string, Promise<unknown>>();

  constructor({ journal, vault, bins, reserve }: UndoOptions) {
    this.#reserve = reserve;
    this.#journal = journal;
    this.#vault = vault;
    this.#bins = bins;
  }

  set tasks(tasks: UndoTasks) {
    this.#tasks = tasks;
  }

  /**
   * Undoes the caller's newest operation, or the one with this id.
   * @throws Refusal 11 nothing to undo, 13 another user's operation, 15 files have changed (info: an UndoObstacle), 3
   * failed
   */
  undo(caller: Caller, id: number | null): Promise<UndoResult> {
    return this.#serialise(caller.user, () => this.#execute(caller, id, 'undo'));
  }

  /** Redoes the last undone operation, or the one with this id. Throws as {@link undo}. */
  redo(caller: Caller, id: number | null): Promise<UndoResult> {
    return this.#serialise(caller.user, () => this.#execute(caller, id, 'redo'));
  }

  async #execute(caller: Caller, id: number | null, direction: UndoDirection): Promise<UndoResult> {
    const operation = this.#findOperation(caller, id, direction);
    const { steps, changes } = this.#plan(operation, direction);
    const hasTask = changes.some(needsTask);
    const runner = new UndoStepRunner({ vault: this.#vault, bins: this.#bins }, caller, steps);
    // Files that the operation replaced can return only after its own files have left, so the task checks this later.
    if (!hasTask)
      for (const step of steps) {
        const obstacle = await runner.obstacle(step);
        if (obstacle === null) continue;
        this.#journal.setState(operation.id, direction === 'undo' ? 'blocked' : 'undone', operation.changes, obstacle);
        throw new Refusal(GEN.path, obstacle);
      }
    this.#journal.setState(operation.id, direction === 'undo' ? 'undoing' : 'redoing', changes);
    if (!hasTask) return { operation: await this.#run(operation, runner, steps, changes, direction), task: null };
    try {
      if (this.#tasks === null) throw new Refusal(GEN.failed, 'tasks');
      const task = await this.#tasks.start(caller, this.#reload(operation.id), direction);
      return { operation: this.#reload(operation.id), task };
    } catch (failure) {
      this.#journal.setState(operation.id, operation.state, operation.changes, operation.reason);
      throw failure;
    }
  }

  /** Called when a task has finished, with the changes and their current stamps; null when it failed. */
  async finishTask(id: number, direction: UndoDirection, changes: readonly JournalChange[] | null): Promise<void> {
    const operation = this.#journal.get(id);
    if (operation === null) return;
    if (changes === null) {
      this.#journal.setState(id, direction === 'undo' ? 'done' : 'undone', operation.changes, 'failed');
      return;
    }
    const recreated = recreatedItems(operation.changes, changes);
    if (direction === 'redo') {
      this.#journal.setState(id, 'done', changes, '', recreated);
      return;
    }
    const caller = callerFor(operation.user, ['safe', 'home']);
    const { steps } = this.#plan(operation, 'undo');
    const runner = new UndoStepRunner({ vault: this.#vault, bins: this.#bins }, caller, steps);
    await this.#run(operation, runner, steps, changes, 'undo', recreated);
  }

  /**
   * Decides operations that a crash left open, from the disk: intents become what happened or are deleted; an
   * interrupted undo is finished. Call it at the start, after `vault.recover()` and `bins.reconcile()`.
   */
  async recover(): Promise<void> {
    for (const operation of this.#journal.listOpen()) {
      const caller = callerFor(operation.user, ['safe', 'home']);
      if (operation.state === 'intent') {
        const changes = await findCompletedChanges({ vault: this.#vault, bins: this.#bins }, caller, operation.changes);
        if (changes.length === 0) this.#journal.forget(operation.id);
        else this.#journal.setState(operation.id, 'done', changes);
        continue;
      }
      const direction = operation.state === 'undoing' ? 'undo' : 'redo';
      if (operation.changes.some(needsTask)) {
        if (this.#tasks?.isRunning(operation.id) !== true) await this.finishTask(operation.id, direction, null);
        continue;
      }
      const { steps } = this.#plan(operation, direction);
      const runner = new UndoStepRunner({ vault: this.#vault, bins: this.#bins }, caller, steps);
      await this.#run(operation, runner, steps, operation.changes, direction).catch(() => undefined);
    }
  }

  #findOperation(caller: Caller, id: number | null, direction: UndoDirection): JournalOperation {
    const newest = direction === 'undo' ? this.#journal.lastDone(caller.user) : this.#journal.lastUndone(caller.user);
    const operation = id === null ? newest : this.#journal.get(id);
    if (operation === null) throw new Refusal(GEN.invalid, 'nothing');
    if (operation.user !== caller.user) throw new Refusal(GEN.noPrivilege, 'journal');
    const ready =
      direction === 'undo' ? operation.state === 'done' || operation.state === 'blocked' : operation.state === 'undone';
    if (!ready || !operation.reversible)
      throw new Refusal(GEN.invalid, operation.reversible ? operation.state : 'final');
    return operation;
  }

  #plan(operation: JournalOperation, direction: UndoDirection): { steps: UndoStep[]; changes: JournalChange[] } {
    const changes = netChanges(operation.changes).map((change): JournalChange =>
      change.kind === 'created' && change.trash === undefined ? { ...change, trash: this.#bins.newId() } : change,
    );
    const ordered = direction === 'undo' ? [...changes].reverse() : changes;
    return { steps: ordered.flatMap((change) => stepsOf(change, direction)), changes };
  }

  async #run(
    operation: JournalOperation,
    runner: UndoStepRunner,
    steps: readonly UndoStep[],
    changes: readonly JournalChange[],
    direction: UndoDirection,
    alreadyRecreated: readonly RecreatedItem[] = [],
  ): Promise<JournalOperation> {
    const executed: UndoStep[] = [];
    try {
      await this.#swapNames(operation.id, runner, steps, executed);
      await runner.runAll(steps, async (run, step) => {
        if (executed.includes(step) || (await runner.isDone(step))) return;
        await this.#reserve.within(run);
        executed.push(step);
      });
    } catch (failure) {
      const isRolledBack = await this.#rollBack(runner, executed);
      const reason = failure instanceof Refusal ? (failure.info ?? 'failed') : 'failed';
      const state = direction === 'undo' ? 'blocked' : 'undone';
      this.#journal.setState(operation.id, state, changes, isRolledBack ? reason : 'half');
      throw new Refusal(GEN.failed, isRolledBack ? reason : 'half');
    }
    const newChanges: JournalChange[] = [];
    const recreated: RecreatedItem[] = [...alreadyRecreated];
    for (const change of changes) {
      if (!recreatesFolder(change, direction)) {
        newChanges.push(change);
        continue;
      }
      const after = await runner.stampNow(change.path);
      newChanges.push({ ...change, stamp: after });
      // File systems often assign the same inode number again; then no other operation needs an update.
      if (after !== null && change.stamp !== null && !isSameInode(after, change.stamp))
        recreated.push({ before: change.stamp, after });
    }
    this.#journal.setState(operation.id, direction === 'undo' ? 'undone' : 'done', newChanges, '', recreated);
    return this.#reload(operation.id);
  }

  /**
   * Executes renames that swap names through a folder of the box: moves all items out first, then to their new names.
   */
  async #swapNames(
    id: number,
    runner: UndoStepRunner,
    steps: readonly UndoStep[],
    executed: UndoStep[],
  ): Promise<void> {
    const renames = steps.filter((step): step is Rename => step.kind === 'rename');
    const froms = new Set(renames.map((step) => step.from));
    if (!renames.some((step) => froms.has(step.to))) return;
    const named = renames.map((step, index) => [step, `undo-${id}-${index}`] as const);
    try {
      for (const [step, name] of named) await runner.toScratch(step, name);
      for (const [step, name] of named) await runner.fromScratch(step, name);
      executed.push(...renames);
    } catch (failure) {
      // Items that already have their new name give it up first, because others may need it back.
      for (const [step, name] of named) await runner.backToScratch(step, name);
      for (const [step, name] of named) await runner.restoreFromScratch(step, name);
      throw failure;
    }
  }

  async #rollBack(runner: UndoStepRunner, executed: readonly UndoStep[]): Promise<boolean> {
    try {
      await runner.runAll([...executed].reverse().map(inverseOf), (run) => this.#reserve.within(run));
      return true;
    } catch {
      return false;
    }
  }

  #reload(id: number): JournalOperation {
    const operation = this.#journal.get(id);
    if (operation === null) throw new Refusal(GEN.failed, 'journal');
    return operation;
  }

  async #serialise<T>(user: string, work: () => Promise<T>): Promise<T> {
    const before = this.#busy.get(user) ?? Promise.resolve();
    const run = before.then(work, work);
    this.#busy.set(user, run);
    try {
      return await run;
    } finally {
      if (this.#busy.get(user) === run) this.#busy.delete(user);
    }
  }
}

/**
 * Whether a change recreates its folder. The new folder is another inode, and later operations must compare with it.
 */
const recreatesFolder = (
  change: JournalChange,
  direction: UndoDirection,
): change is Extract<JournalChange, { kind: 'made-folder' | 'left-folder' }> =>
  change.kind === (direction === 'redo' ? 'made-folder' : 'left-folder');

/** A task that moves a file back creates a new inode, so later operations need the new one. */
const recreatedItems = (before: readonly JournalChange[], after: readonly JournalChange[]): RecreatedItem[] =>
  after.flatMap((change, index) => {
    const old = before[index];
    if (old === undefined || old === change || !needsTask(old) || !needsTask(change) || old.was === undefined)
      return [];
    return isSameInode(old.was, change.stamp) ? [] : [{ before: old.was, after: change.stamp }];
  });
