import type { Reserve } from '../space/reserve.ts';
import type { Bins } from '../trash/bins.ts';
import { type Caller, callerFor, GEN, Refusal, type Vault } from '../vault/index.ts';
import { type Change, isHeavy } from './change.ts';
import type { Journal, Operation, Remade } from './journal.ts';
import { happened } from './recovery.ts';
import { sameThing } from './stamp.ts';
import { StepRunner } from './step-runner.ts';
import { type Direction, inverseOf, netChanges, type Step, stepsOf } from './steps.ts';

/** Starts tasks for changes whose inverse is not a rename. Implemented in `tasks/`. */
export interface Carrier {
  /**
   * Starts a task that undoes or redoes the changes of `operation` that move file contents, and then calls {@link
   * Undo.finishTask}. Returns its id.
   */
  carry(caller: Caller, operation: Operation, direction: Direction): Promise<string>;
  /** Whether a task for the operation is running or will be resumed. */
  isCarrying(operation: number): boolean;
}

export interface UndoOptions {
  readonly journal: Journal;
  readonly vault: Vault;
  readonly bins: Bins;
  /** Frees reserved space for an undo on a full disk. */
  readonly reserve: Pick<Reserve, 'within'>;
}

/** Result of an undo or redo. `task` is the id of the still running task, if any. */
export interface Turned {
  readonly operation: Operation;
  readonly task: string | null;
}

type Rename = Extract<Step, { kind: 'rename' }>;

/**
 * Undo and redo, one operation at a time per user. All steps are checked before execution. An operation is undone
 * completely, or refused with 15 and the reason when files have changed; the next plain undo then skips it.
 */
export class Undo {
  readonly #journal: Journal;
  readonly #vault: Vault;
  readonly #bins: Bins;
  readonly #reserve: Pick<Reserve, 'within'>;
  #carrier: Carrier | null = null;
  readonly #busy = new Map<string, Promise<unknown>>();

  constructor({ journal, vault, bins, reserve }: UndoOptions) {
    this.#reserve = reserve;
    this.#journal = journal;
    this.#vault = vault;
    this.#bins = bins;
  }

  set carrier(carrier: Carrier) {
    this.#carrier = carrier;
  }

  /**
   * Undoes the caller's newest operation, or the one with this id.
   * @throws Refusal 11 nothing to undo, 13 another user's operation, 15 files have changed (info: an UndoObstacle), 3
   * failed
   */
  undo(caller: Caller, id: number | null): Promise<Turned> {
    return this.#alone(caller.user, () => this.#turn(caller, id, 'undo'));
  }

  /** Redoes the last undone operation, or the one with this id. Throws as {@link undo}. */
  redo(caller: Caller, id: number | null): Promise<Turned> {
    return this.#alone(caller.user, () => this.#turn(caller, id, 'redo'));
  }

  async #turn(caller: Caller, id: number | null, direction: Direction): Promise<Turned> {
    const operation = this.#pick(caller, id, direction);
    const { steps, changes } = this.#plan(operation, direction);
    const heavy = changes.some(isHeavy);
    const runner = new StepRunner({ vault: this.#vault, bins: this.#bins }, caller, steps);
    // Files that the operation replaced can return only after its own files have left, so the task checks this later.
    if (!heavy)
      for (const step of steps) {
        const obstacle = await runner.obstacle(step);
        if (obstacle === null) continue;
        this.#journal.turn(operation.id, direction === 'undo' ? 'blocked' : 'undone', operation.changes, obstacle);
        throw new Refusal(GEN.path, obstacle);
      }
    this.#journal.turn(operation.id, direction === 'undo' ? 'undoing' : 'redoing', changes);
    if (!heavy) return { operation: await this.#run(operation, runner, steps, changes, direction), task: null };
    try {
      if (this.#carrier === null) throw new Refusal(GEN.failed, 'tasks');
      const task = await this.#carrier.carry(caller, this.#reload(operation.id), direction);
      return { operation: this.#reload(operation.id), task };
    } catch (failure) {
      this.#journal.turn(operation.id, operation.state, operation.changes, operation.reason);
      throw failure;
    }
  }

  /** Called when a task has finished, with the changes and their current stamps; null when it failed. */
  async carried(id: number, direction: Direction, changes: readonly Change[] | null): Promise<void> {
    const operation = this.#journal.get(id);
    if (operation === null) return;
    if (changes === null) {
      this.#journal.turn(id, direction === 'undo' ? 'done' : 'undone', operation.changes, 'failed');
      return;
    }
    const remade = remadeBy(operation.changes, changes);
    if (direction === 'redo') {
      this.#journal.turn(id, 'done', changes, '', remade);
      return;
    }
    const caller = callerFor(operation.user, ['safe', 'home']);
    const { steps } = this.#plan(operation, 'undo');
    const runner = new StepRunner({ vault: this.#vault, bins: this.#bins }, caller, steps);
    await this.#run(operation, runner, steps, changes, 'undo', remade);
  }

  /**
   * Decides operations that a crash left open, from the disk: intents become what happened or are deleted; an
   * interrupted undo is finished. Call it at the start, after `vault.recover()` and `bins.reconcile()`.
   */
  async recover(): Promise<void> {
    for (const operation of this.#journal.open()) {
      const caller = callerFor(operation.user, ['safe', 'home']);
      if (operation.state === 'intent') {
        const changes = await happened({ vault: this.#vault, bins: this.#bins }, caller, operation.changes);
        if (changes.length === 0) this.#journal.forget(operation.id);
        else this.#journal.turn(operation.id, 'done', changes);
        continue;
      }
      const direction = operation.state === 'undoing' ? 'undo' : 'redo';
      if (operation.changes.some(isHeavy)) {
        if (this.#carrier?.isCarrying(operation.id) !== true) await this.carried(operation.id, direction, null);
        continue;
      }
      const { steps } = this.#plan(operation, direction);
      const runner = new StepRunner({ vault: this.#vault, bins: this.#bins }, caller, steps);
      await this.#run(operation, runner, steps, operation.changes, direction).catch(() => undefined);
    }
  }

  #pick(caller: Caller, id: number | null, direction: Direction): Operation {
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

  #plan(operation: Operation, direction: Direction): { steps: Step[]; changes: Change[] } {
    const changes = netChanges(operation.changes).map((change): Change =>
      change.kind === 'created' && change.trash === undefined ? { ...change, trash: this.#bins.newId() } : change,
    );
    const ordered = direction === 'undo' ? [...changes].reverse() : changes;
    return { steps: ordered.flatMap((change) => stepsOf(change, direction)), changes };
  }

  async #run(
    operation: Operation,
    runner: StepRunner,
    steps: readonly Step[],
    changes: readonly Change[],
    direction: Direction,
    remadeAlready: readonly Remade[] = [],
  ): Promise<Operation> {
    const taken: Step[] = [];
    try {
      await this.#trade(operation.id, runner, steps, taken);
      await runner.takeAll(steps, async (take, step) => {
        if (taken.includes(step) || (await runner.isDone(step))) return;
        await this.#reserve.within(take);
        taken.push(step);
      });
    } catch (failure) {
      const back = await this.#back(runner, taken);
      const reason = failure instanceof Refusal ? (failure.info ?? 'failed') : 'failed';
      const state = direction === 'undo' ? 'blocked' : 'undone';
      this.#journal.turn(operation.id, state, changes, back ? reason : 'half');
      throw new Refusal(GEN.failed, back ? reason : 'half');
    }
    const fresh: Change[] = [];
    const remade: Remade[] = [...remadeAlready];
    for (const change of changes) {
      if (!isMadeBy(change, direction)) {
        fresh.push(change);
        continue;
      }
      const after = await runner.stampNow(change.path);
      fresh.push({ ...change, stamp: after });
      // File systems often assign the same inode number again; then no other operation needs an update.
      if (after !== null && change.stamp !== null && !sameThing(after, change.stamp))
        remade.push({ before: change.stamp, after });
    }
    this.#journal.turn(operation.id, direction === 'undo' ? 'undone' : 'done', fresh, '', remade);
    return this.#reload(operation.id);
  }

  /**
   * Executes renames that swap names through a folder of the box: moves all items out first, then to their new names.
   */
  async #trade(id: number, runner: StepRunner, steps: readonly Step[], taken: Step[]): Promise<void> {
    const renames = steps.filter((step): step is Rename => step.kind === 'rename');
    const froms = new Set(renames.map((step) => step.from));
    if (!renames.some((step) => froms.has(step.to))) return;
    const named = renames.map((step, index) => [step, `undo-${id}-${index}`] as const);
    try {
      for (const [step, name] of named) await runner.toScratch(step, name);
      for (const [step, name] of named) await runner.fromScratch(step, name);
      taken.push(...renames);
    } catch (failure) {
      // Items that already have their new name give it up first, because others may need it back.
      for (const [step, name] of named) await runner.backToScratch(step, name);
      for (const [step, name] of named) await runner.returned(step, name);
      throw failure;
    }
  }

  async #back(runner: StepRunner, taken: readonly Step[]): Promise<boolean> {
    try {
      await runner.takeAll([...taken].reverse().map(inverseOf), (take) => this.#reserve.within(take));
      return true;
    } catch {
      return false;
    }
  }

  #reload(id: number): Operation {
    const operation = this.#journal.get(id);
    if (operation === null) throw new Refusal(GEN.failed, 'journal');
    return operation;
  }

  async #alone<T>(user: string, work: () => Promise<T>): Promise<T> {
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
const isMadeBy = (
  change: Change,
  direction: Direction,
): change is Extract<Change, { kind: 'made-folder' | 'left-folder' }> =>
  change.kind === (direction === 'redo' ? 'made-folder' : 'left-folder');

/** A task brings a file back as another inode than the one that left, so later operations need the new one. */
const remadeBy = (before: readonly Change[], after: readonly Change[]): Remade[] =>
  after.flatMap((change, at) => {
    const old = before[at];
    if (old === undefined || old === change || !isHeavy(old) || !isHeavy(change) || old.was === undefined) return [];
    return sameThing(old.was, change.stamp) ? [] : [{ before: old.was, after: change.stamp }];
  });
