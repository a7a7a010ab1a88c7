import { copyName } from '@boxwood/box-sdk/rules';
import { Progress } from '../../runtime/progress.ts';
import { runHeavy } from '../../features/tasks/heavy.ts';
import type { TrashBins } from '../../features/trash/trash-bins.ts';
import { type Caller, GEN, DeferredSyncs, type Location, Refusal, toDisk, type Vault } from '../vault/index.ts';
import { isSameInode, type FileStamp, stampOf, isUnchanged } from './file-stamp.ts';
import type { UndoStep } from './undo-steps.ts';

/**
 * Why an operation cannot be undone, as info key of refusal 15: its result is missing, was changed, or contains newer
 * items; its old name is occupied; or the place has no recycle bin.
 */
export type UndoObstacle = 'gone' | 'changed' | 'notEmpty' | 'taken' | 'noTrash';

export interface UndoStepServices {
  readonly vault: Vault;
  readonly bins: TrashBins;
}

/** Checks steps against the disk and then executes them, with the current rights of the caller. */
export class UndoStepRunner {
  readonly #vault: Vault;
  readonly #bins: TrashBins;
  readonly #caller: Caller;
  /** Paths that the steps free, and paths that they fill. */
  readonly #freed: ReadonlySet<string>;
  readonly #filled: ReadonlySet<string>;

  constructor({ vault, bins }: UndoStepServices, caller: Caller, steps: readonly UndoStep[]) {
    this.#vault = vault;
    this.#bins = bins;
    this.#caller = caller;
    this.#freed = new Set(steps.flatMap((step) => freedBy(step)));
    this.#filled = new Set(steps.flatMap((step) => filledBy(step)));
  }

  /** Returns what prevents the step; null when it can run. @throws Refusal 13 when the caller has lost access */
  async obstacle(step: UndoStep): Promise<UndoObstacle | null> {
    switch (step.kind) {
      case 'rename':
        return (
          (await this.#missing(step.from, step.stamp)) ??
          (await this.#occupied(step.to)) ??
          (await this.#missingParent(step.to))
        );
      case 'park':
        if (!this.#bins.hasTrash(this.#locationOf(step.path))) return 'noTrash';
        return (await this.#missing(step.path, step.stamp)) ?? (await this.#edited(step));
      case 'unpark': {
        const item = await this.#itemStamp(step.trash);
        if (item === null || !isSameInode(item, step.stamp)) return 'gone';
        return this.#occupied(step.path);
      }
      case 'rmdir': {
        const found = await this.#stamp(step.path);
        if (!found?.folder || (step.stamp !== null && !isSameInode(found, step.stamp))) return 'gone';
        await using folder = await this.#vault.folder(this.#locationOf(step.path));
        const names = await folder.names();
        return names.every((name) => this.#freed.has(`${step.path}/${name}`)) ? null : 'notEmpty';
      }
      case 'mkdir':
        return (await this.#occupied(step.path)) ?? (await this.#missingParent(step.path));
    }
  }

  /** Whether the disk shows that the step was already executed before a crash. */
  async isDone(step: UndoStep): Promise<boolean> {
    switch (step.kind) {
      case 'rename':
        return (await this.#missing(step.to, step.stamp)) === null;
      case 'park':
        return (await this.#itemStamp(step.trash)) !== null;
      case 'unpark':
        return (await this.#missing(step.path, step.stamp)) === null;
      case 'rmdir':
        return (await this.#stamp(step.path)) === null;
      case 'mkdir':
        return (await this.#stamp(step.path))?.folder === true;
    }
  }

  /**
   * Executes the steps in order; the results are durable when it returns. @throws Refusal when the disk changed since
   * the check
   */
  async runAll(
    steps: readonly UndoStep[],
    each: (run: () => Promise<void>, step: UndoStep) => Promise<void>,
  ): Promise<void> {
    await using deferredSyncs = new DeferredSyncs();
    const restored: string[] = [];
    try {
      for (const step of steps) await each(() => this.#run(step, deferredSyncs, restored), step);
    } finally {
      await deferredSyncs.settle();
      await this.#bins.forgetAll(restored);
    }
  }

  async #run(step: UndoStep, deferredSyncs: DeferredSyncs, restored: string[]): Promise<void> {
    switch (step.kind) {
      case 'rename':
        await this.#vault.move(this.#locationOf(step.from), this.#locationOf(step.to), deferredSyncs);
        return;
      case 'park':
        await this.#bins.put(this.#caller, this.#locationOf(step.path), step.trash, deferredSyncs);
        return;
      case 'unpark':
        await this.#bins.moveOut(this.#caller, step.trash, this.#locationOf(step.path), deferredSyncs);
        restored.push(step.trash);
        return;
      case 'rmdir': {
        const location = this.#locationOf(step.path);
        // The former content must be durable at its new place before the folder is removed.
        await deferredSyncs.settle();
        await using entry = await this.#vault.parent(location);
        await entry.folder.rmdir(entry.name).catch(() => {
          throw new Refusal(GEN.path, 'notEmpty');
        });
        await deferredSyncs.removed(entry.folder);
        this.#vault.notifyRemoved(location);
        return;
      }
      case 'mkdir':
        await this.#vault.makeFolder(this.#locationOf(step.path));
    }
  }

  /** Temporary location for renames that swap names. */
  scratchLocation(step: Extract<UndoStep, { kind: 'rename' }>, name: string): Location {
    return this.#vault.inside(this.#vault.scratchOf(this.#locationOf(step.from)), name);
  }

  async toScratch(step: Extract<UndoStep, { kind: 'rename' }>, name: string): Promise<void> {
    const temporary = this.scratchLocation(step, name);
    if ((await this.#vault.lstat(temporary)) !== undefined) return;
    await this.#vault.makeFolder(this.#vault.scratchOf(this.#locationOf(step.from)));
    if ((await this.#missing(step.from, step.stamp)) === null)
      await this.#vault.move(this.#locationOf(step.from), temporary);
  }

  async fromScratch(step: Extract<UndoStep, { kind: 'rename' }>, name: string): Promise<void> {
    const temporary = this.scratchLocation(step, name);
    if ((await this.#vault.lstat(temporary)) === undefined) return;
    await this.#vault.move(temporary, this.#locationOf(step.to));
  }

  /** Reverts {@link fromScratch}. */
  async backToScratch(step: Extract<UndoStep, { kind: 'rename' }>, name: string): Promise<void> {
    const temporary = this.scratchLocation(step, name);
    if ((await this.#vault.lstat(temporary)) !== undefined || (await this.#missing(step.to, step.stamp)) !== null)
      return;
    await this.#vault.move(this.#locationOf(step.to), temporary);
  }

  /**
   * Moves an item back to its old name, or to a new name when that is occupied, so that it never stays in the hidden
   * folder.
   */
  async restoreFromScratch(step: Extract<UndoStep, { kind: 'rename' }>, name: string): Promise<void> {
    const temporary = this.scratchLocation(step, name);
    if ((await this.#vault.lstat(temporary)) === undefined) return;
    const from = this.#locationOf(step.from);
    const parent = step.from.slice(0, step.from.lastIndexOf('/'));
    for (let count = 0; ; count += 1) {
      const as = count === 0 ? from : this.#locationOf(`${parent}/${copyName(from.name, count, step.stamp.folder)}`);
      try {
        await this.#vault.move(temporary, as);
        return;
      } catch (failure) {
        if (!(failure instanceof Refusal) || failure.code !== GEN.invalid || count > 10_000) throw failure;
      }
    }
  }

  async stampNow(path: string): Promise<FileStamp | null> {
    return this.#stamp(path);
  }

  #locationOf(path: string): Location {
    return this.#vault.resolve(this.#caller, path, 'write');
  }

  async #stamp(path: string): Promise<FileStamp | null> {
    const stat = await this.#vault.lstatExactName(this.#locationOf(path));
    return stat === undefined ? null : stampOf(stat);
  }

  async #itemStamp(trash: string): Promise<FileStamp | null> {
    if (this.#bins.table.get(trash) === undefined) return null;
    const stat = await this.#vault.lstatExactName(this.#bins.itemOf(trash));
    return stat === undefined ? null : stampOf(stat);
  }

  async #missing(path: string, stamp: FileStamp): Promise<UndoObstacle | null> {
    const found = await this.#stamp(path);
    return found !== null && isSameInode(found, stamp) ? null : 'gone';
  }

  async #occupied(path: string): Promise<UndoObstacle | null> {
    return this.#freed.has(path) || (await this.#stamp(path)) === null ? null : 'taken';
  }

  async #missingParent(path: string): Promise<UndoObstacle | null> {
    const parent = path.slice(0, path.lastIndexOf('/'));
    if (this.#filled.has(parent)) return null;
    const folder = this.#vault.resolve(this.#caller, parent, 'read');
    return (await this.#vault.lstat(folder))?.isDirectory() === true ? null : 'gone';
  }

  /** An item moved to the bin would take later edits with it, so its content must be what the operation left. */
  async #edited(step: Extract<UndoStep, { kind: 'park' }>): Promise<UndoObstacle | null> {
    const found = await this.#stamp(step.path);
    if (found === null) return 'gone';
    if (!found.folder) return isUnchanged(found, step.stamp) ? null : 'changed';
    if (step.tree === undefined) return null;
    await using entry = await this.#vault.parent(this.#locationOf(step.path));
    const name = Buffer.from(toDisk(entry.name));
    const { digest } = await runHeavy(
      { kind: 'digest', from: entry.folder.path, name },
      new Progress(),
      new AbortController().signal,
    );
    return digest === step.tree ? null : 'changed';
  }
}

function freedBy(step: UndoStep): string[] {
  switch (step.kind) {
    case 'rename':
      return [step.from];
    case 'park':
    case 'rmdir':
      return [step.path];
    case 'unpark':
    case 'mkdir':
      return [];
  }
}

function filledBy(step: UndoStep): string[] {
  switch (step.kind) {
    case 'rename':
      return [step.to];
    case 'unpark':
    case 'mkdir':
      return [step.path];
    case 'park':
    case 'rmdir':
      return [];
  }
}
