import { copyName } from '@boxwood/box-sdk/rules';
import { Gauge } from '../runtime/gauge.ts';
import type { Action, Change, Journal, OperationStart } from '../journal/journal.ts';
import { type Stamp, stampOf } from '../journal/stamp.ts';
import { runHeavy } from '../tasks/heavy.ts';
import type { Bins } from '../trash/bins.ts';
import { type Caller, codeOf, GEN, type Location, Refusal, toDisk, type Vault } from '../vault/index.ts';
import { OperationFailed, OPS } from './ops.ts';

/**
 * What to do when the name exists: 1 replace (folders are merged), 2 keep both, 3 skip (G-20); null: refuse with OPS 7.
 */
export type ConflictChoice = 1 | 2 | 3 | null;

export interface PlaceServices {
  readonly vault: Vault;
  readonly bins: Bins;
}

export interface Placing {
  readonly caller: Caller;
  /**
   * Current location of the entry: staged in the box's own folder, or, for a move, the source itself. It is on the file
   * system of the target.
   */
  readonly from: Location;
  readonly to: Location;
  readonly conflict: ConflictChoice;
  readonly action: Action;
  /** The task that runs the operation. */
  readonly by: Pick<OperationStart, 'origin' | 'asked'>;
  /** Where the operation is recorded; an undo collects the changes instead. */
  readonly journal: Pick<Journal, 'begin'>;
  /** The change to record for one entry; `below` are the names from the item downwards. */
  readonly change: (to: string, stamp: Stamp, below: readonly string[], tree?: string) => Change;
  /**
   * For moves: the path of a folder that a merge has emptied, recorded so that undo can create it again. Null for
   * copies, whose source is only staging.
   */
  readonly leaves: ((below: readonly string[]) => string) | null;
}

/** Retry limit when another program occupies the name first; more failures have another cause. */
const TRIES = 100;

/** The final location of the item; null when it was skipped. */
export interface Placed {
  readonly to: Location | null;
}

/** Moves staged entries to their names without losing existing ones, as one journal operation and one undo step. */
export class Placer {
  readonly #services: PlaceServices;

  constructor(services: PlaceServices) {
    this.#services = services;
  }

  async place(placing: Placing): Promise<Placed> {
    const { vault } = this.#services;
    const folder = (await vault.lstat(placing.from))?.isDirectory() === true;
    let to = placing.to;
    let copies = 0;
    for (let tries = 1; ; tries += 1) {
      const there = await vault.lstat(to);
      try {
        if (there === undefined) await this.#put(placing, to, []);
        else if (placing.conflict === 3) return { to: null };
        else if (placing.conflict === null) throw new OperationFailed(OPS.targetExists, 'target exists');
        else if (placing.conflict === 1 && folder && there.isDirectory()) await this.#merge(placing, to);
        else if (placing.conflict === 1) await this.#put(placing, to, [], to);
        else {
          do to = this.#sibling(placing, copyName(placing.to.name, (copies += 1), folder));
          while ((await vault.lstat(to)) !== undefined);
          await this.#put(placing, to, []);
        }
        return { to };
      } catch (failure) {
        // Another program has used the name after the check: decide again.
        if (placing.conflict === null || codeOf(failure) !== GEN.invalid || tries === TRIES) throw failure;
      }
    }
  }

  #sibling({ caller, to }: Placing, name: string): Location {
    return this.#services.vault.resolve(caller, `${to.wire.slice(0, to.wire.lastIndexOf('/'))}/${name}`, 'write');
  }

  async #put(
    placing: Placing,
    to: Location,
    below: readonly string[],
    replaces: Location | null = null,
  ): Promise<void> {
    const { journal } = placing;
    const changes = [
      ...(replaces === null ? [] : [await this.#replaced(replaces)]),
      await this.#change(placing, placing.from, to, below),
    ];
    const operation = journal.begin({ user: placing.caller.user, action: placing.action, ...placing.by }, changes);
    try {
      await this.#swap(placing, placing.from, to, changes);
      operation.commit();
    } catch (failure) {
      operation.abandon();
      throw failure;
    }
  }

  /** Moves a replaced entry out of the way, then renames. */
  async #swap(placing: Placing, from: Location, to: Location, changes: readonly Change[]): Promise<void> {
    const { vault, bins } = this.#services;
    const [first] = changes;
    if (first?.kind === 'trashed' && first.path === to.wire) {
      await bins.put(placing.caller, to, first.trash);
      await vault.move(from, to).catch(async (failure: unknown) => {
        await bins.take(placing.caller, first.trash, to);
        throw failure;
      });
      return;
    }
    if (first?.kind === 'replaced') return this.#over(from, to);
    await vault.move(from, to);
  }

  /** Replaces an entry in a place without a trash: a file is replaced atomically; anything else is deleted first. */
  async #over(from: Location, to: Location): Promise<void> {
    const { vault } = this.#services;
    await vault.locked([from, to], async () => {
      await using source = await vault.parent(from);
      await using target = await vault.parent(to);
      await vault.admit(from, source.folder, to);
      const old = await target.folder.lstat(target.name);
      const isFile = (await source.folder.lstat(source.name))?.isDirectory() === false;
      if (old?.isDirectory() === true || (old !== undefined && !isFile)) {
        const name = Buffer.from(toDisk(target.name));
        await runHeavy({ kind: 'remove', from: target.folder.path, name }, new Gauge(), new AbortController().signal);
      }
      await source.folder.renameOver(source.name, target.folder, target.name);
      await target.folder.sync();
    });
  }

  async #merge(placing: Placing, into: Location): Promise<void> {
    const { vault } = this.#services;
    const { journal } = placing;
    const plan: { from: Location; to: Location; changes: Change[] }[] = [];
    const folders: { location: Location; below: readonly string[] }[] = [];
    const walk = async (from: Location, to: Location, below: readonly string[]): Promise<void> => {
      await using folder = await vault.folder(from);
      for (const name of await folder.names()) {
        const inner = this.#inner(placing, from, name);
        const there = vault.child(placing.caller, to, name, 'write');
        const old = await vault.lstat(there);
        const isFolder = (await folder.lstat(name))?.isDirectory() === true;
        if (old?.isDirectory() === true && isFolder) await walk(inner, there, [...below, name]);
        else {
          const change = await this.#change(placing, inner, there, [...below, name]);
          plan.push({
            from: inner,
            to: there,
            changes: old === undefined ? [change] : [await this.#replaced(there), change],
          });
        }
      }
      folders.push({ location: from, below });
    };
    await walk(placing.from, into, []);
    const operation = journal.begin(
      { user: placing.caller.user, action: placing.action, ...placing.by },
      plan.flatMap((entry) => entry.changes),
    );
    const done: Change[] = [];
    try {
      for (const entry of plan) {
        await this.#swap(placing, entry.from, entry.to, entry.changes);
        done.push(...entry.changes);
      }
      for (const { location, below } of folders) {
        await using parent = await vault.parent(location);
        await parent.folder.rmdir(parent.name);
        await parent.folder.sync();
        vault.removed(location);
        if (placing.leaves !== null) done.push({ kind: 'left-folder', path: placing.leaves(below), stamp: null });
      }
    } finally {
      // Merged entries stay merged, so exactly these are recorded even when the rest fails.
      if (done.length > 0) operation.commit(done);
      else operation.abandon();
    }
  }

  #inner(placing: Placing, from: Location, name: string): Location {
    const { vault } = this.#services;
    return from.place.kind === 'scratch' ? vault.inside(from, name) : vault.child(placing.caller, from, name, 'write');
  }

  async #replaced(location: Location): Promise<Change> {
    const { vault, bins } = this.#services;
    const stat = await vault.lstatExact(location);
    if (stat === undefined || !bins.takes(location)) return { kind: 'replaced', path: location.wire };
    return { kind: 'trashed', path: location.wire, trash: bins.newId(), stamp: stampOf(stat) };
  }

  async #change(placing: Placing, from: Location, to: Location, below: readonly string[]): Promise<Change> {
    const { vault } = this.#services;
    const stat = await vault.lstatExact(from);
    if (stat === undefined) throw new Refusal(GEN.path, 'ENOENT');
    const change = placing.change(to.wire, stampOf(stat), below);
    if (change.kind !== 'created' || !stat.isDirectory()) return change;
    await using entry = await vault.parent(from);
    const name = Buffer.from(toDisk(entry.name));
    const { digest } = await runHeavy(
      { kind: 'digest', from: entry.folder.path, name },
      new Gauge(),
      new AbortController().signal,
    );
    return { ...change, tree: digest };
  }
}
