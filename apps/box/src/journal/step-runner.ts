import { copyName } from '@boxwood/box-sdk/rules';
import { Gauge } from '../runtime/gauge.ts';
import { runHeavy } from '../tasks/heavy.ts';
import type { Bins } from '../trash/bins.ts';
import { type Caller, GEN, LateSyncs, type Location, Refusal, toDisk, type Vault } from '../vault/index.ts';
import { sameThing, type Stamp, stampOf, unchanged } from './stamp.ts';
import type { Step } from './steps.ts';

/**
 * Why an operation cannot be undone, as info key of refusal 15: its result is missing, was changed, or contains newer
 * items; its old name is occupied; or the place has no recycle bin.
 */
export type Obstacle = 'gone' | 'changed' | 'notEmpty' | 'taken' | 'noTrash';

export interface StepServices {
  readonly vault: Vault;
  readonly bins: Bins;
}

/** Checks steps against the disk and then executes them, with the current rights of the caller. */
export class StepRunner {
  readonly #vault: Vault;
  readonly #bins: Bins;
  readonly #caller: Caller;
  /** Paths that the steps free, and paths that they fill. */
  readonly #freed: ReadonlySet<string>;
  readonly #filled: ReadonlySet<string>;

  constructor({ vault, bins }: StepServices, caller: Caller, steps: readonly Step[]) {
    this.#vault = vault;
    this.#bins = bins;
    this.#caller = caller;
    this.#freed = new Set(steps.flatMap((step) => freedBy(step)));
    this.#filled = new Set(steps.flatMap((step) => filledBy(step)));
  }

  /** Returns what prevents the step; null when it can run. @throws Refusal 13 when the caller has lost access */
  async obstacle(step: Step): Promise<Obstacle | null> {
    switch (step.kind) {
      case 'rename':
        return (
          (await this.#missing(step.from, step.stamp)) ?? (await this.#taken(step.to)) ?? (await this.#orphan(step.to))
        );
      case 'park':
        if (!this.#bins.takes(this.#at(step.path))) return 'noTrash';
        return (await this.#missing(step.path, step.stamp)) ?? (await this.#edited(step));
      case 'unpark': {
        const item = await this.#itemStamp(step.trash);
        if (item === null || !sameThing(item, step.stamp)) return 'gone';
        return this.#taken(step.path);
      }
      case 'rmdir': {
        const found = await this.#stamp(step.path);
        if (!found?.folder || (step.stamp !== null && !sameThing(found, step.stamp))) return 'gone';
        await using folder = await this.#vault.folder(this.#at(step.path));
        const names = await folder.names();
        return names.every((name) => this.#freed.has(`${step.path}/${name}`)) ? null : 'notEmpty';
      }
      case 'mkdir':
        return (await this.#taken(step.path)) ?? (await this.#orphan(step.path));
    }
  }

  /** Whether the disk shows that the step was already executed before a crash. */
  async isDone(step: Step): Promise<boolean> {
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
  async takeAll(steps: readonly Step[], each: (take: () => Promise<void>, step: Step) => Promise<void>): Promise<void> {
    await using late = new LateSyncs();
    const out: string[] = [];
    try {
      for (const step of steps) await each(() => this.#take(step, late, out), step);
    } finally {
      await late.settle();
      await this.#bins.forgetAll(out);
    }
  }

  async #take(step: Step, late: LateSyncs, out: string[]): Promise<void> {
    switch (step.kind) {
      case 'rename':
        await this.#vault.move(this.#at(step.from), this.#at(step.to), late);
        return;
      case 'park':
        await this.#bins.put(this.#caller, this.#at(step.path), step.trash, late);
        return;
      case 'unpark':
        await this.#bins.takeOut(this.#caller, step.trash, this.#at(step.path), late);
        out.push(step.trash);
        return;
      case 'rmdir': {
        const location = this.#at(step.path);
        // The former content must be durable at its new place before the folder is removed.
        await late.settle();
        await using entry = await this.#vault.parent(location);
        await entry.folder.rmdir(entry.name).catch(() => {
          throw new Refusal(GEN.path, 'notEmpty');
        });
        await late.removed(entry.folder);
        this.#vault.removed(location);
        return;
      }
      case 'mkdir':
        await this.#vault.makeFolder(this.#at(step.path));
    }
  }

  /** Temporary location for renames that swap names. */
  scratch(step: Extract<Step, { kind: 'rename' }>, name: string): Location {
    return this.#vault.inside(this.#vault.scratchOf(this.#at(step.from)), name);
  }

  async toScratch(step: Extract<Step, { kind: 'rename' }>, name: string): Promise<void> {
    const there = this.scratch(step, name);
    if ((await this.#vault.lstat(there)) !== undefined) return;
    await this.#vault.makeFolder(this.#vault.scratchOf(this.#at(step.from)));
    if ((await this.#missing(step.from, step.stamp)) === null) await this.#vault.move(this.#at(step.from), there);
  }

  async fromScratch(step: Extract<Step, { kind: 'rename' }>, name: string): Promise<void> {
    const there = this.scratch(step, name);
    if ((await this.#vault.lstat(there)) === undefined) return;
    await this.#vault.move(there, this.#at(step.to));
  }

  /** Reverts {@link fromScratch}. */
  async backToScratch(step: Extract<Step, { kind: 'rename' }>, name: string): Promise<void> {
    const there = this.scratch(step, name);
    if ((await this.#vault.lstat(there)) !== undefined || (await this.#missing(step.to, step.stamp)) !== null) return;
    await this.#vault.move(this.#at(step.to), there);
  }

  /**
   * Moves an item back to its old name, or to a new name when that is occupied, so that it never stays in the hidden
   * folder.
   */
  async returned(step: Extract<Step, { kind: 'rename' }>, name: string): Promise<void> {
    const there = this.scratch(step, name);
    if ((await this.#vault.lstat(there)) === undefined) return;
    const from = this.#at(step.from);
    const parent = step.from.slice(0, step.from.lastIndexOf('/'));
    for (let count = 0; ; count += 1) {
      const as = count === 0 ? from : this.#at(`${parent}/${copyName(from.name, count, step.stamp.folder)}`);
      try {
        await this.#vault.move(there, as);
        return;
      } catch (failure) {
        if (!(failure instanceof Refusal) || failure.code !== GEN.invalid || count > 10_000) throw failure;
      }
    }
  }

  async stampNow(path: string): Promise<Stamp | null> {
    return this.#stamp(path);
  }

  #at(path: string): Location {
    return this.#vault.resolve(this.#caller, path, 'write');
  }

  async #stamp(path: string): Promise<Stamp | null> {
    const stat = await this.#vault.lstatExact(this.#at(path));
    return stat === undefined ? null : stampOf(stat);
  }

  async #itemStamp(trash: string): Promise<Stamp | null> {
    if (this.#bins.table.get(trash) === undefined) return null;
    const stat = await this.#vault.lstatExact(this.#bins.itemOf(trash));
    return stat === undefined ? null : stampOf(stat);
  }

  async #missing(path: string, stamp: Stamp): Promise<Obstacle | null> {
    const found = await this.#stamp(path);
    return found !== null && sameThing(found, stamp) ? null : 'gone';
  }

  async #taken(path: string): Promise<Obstacle | null> {
    return this.#freed.has(path) || (await this.#stamp(path)) === null ? null : 'taken';
  }

  async #orphan(path: string): Promise<Obstacle | null> {
    const parent = path.slice(0, path.lastIndexOf('/'));
    if (this.#filled.has(parent)) return null;
    const folder = this.#vault.resolve(this.#caller, parent, 'read');
    return (await this.#vault.lstat(folder))?.isDirectory() === true ? null : 'gone';
  }

  /** An item moved to the bin would take later edits with it, so its content must be what the operation left. */
  async #edited(step: Extract<Step, { kind: 'park' }>): Promise<Obstacle | null> {
    const found = await this.#stamp(step.path);
    if (found === null) return 'gone';
    if (!found.folder) return unchanged(found, step.stamp) ? null : 'changed';
    if (step.tree === undefined) return null;
    await using entry = await this.#vault.parent(this.#at(step.path));
    const name = Buffer.from(toDisk(entry.name));
    const { digest } = await runHeavy(
      { kind: 'digest', from: entry.folder.path, name },
      new Gauge(),
      new AbortController().signal,
    );
    return digest === step.tree ? null : 'changed';
  }
}

function freedBy(step: Step): string[] {
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

function filledBy(step: Step): string[] {
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
