import { copyName } from '@boxwood/box-sdk/rules';
import { Progress } from '../../runtime/progress.ts';
import type { JournalAction, JournalChange, Journal, OperationStart } from '../journal/journal.ts';
import { type FileStamp, stampOf } from '../journal/file-stamp.ts';
import { runHeavy } from '../../features/tasks/heavy.ts';
import type { TrashBins } from '../../features/trash/trash-bins.ts';
import { type Caller, refusalCodeOf, GEN, type Location, Refusal, toDisk, type Vault } from '../vault/index.ts';
import { OperationFailed, OPS } from './operation-codes.ts';

/**
 * What to do when the name exists: 1 replace (folders are merged), 2 keep both, 3 skip (G-20); null: refuse with OPS 7.
 */
export type ConflictChoice = 1 | 2 | 3 | null;

export interface EntryPlacerDeps {
  readonly vault: Vault;
  readonly bins: TrashBins;
}

export interface PlaceRequest {
  readonly caller: Caller;
  /**
   * Current location of the entry: staged in the box's own folder, or, for a move, the source itself. It is on the file
   * system of the target.
   */
  readonly from: Location;
  readonly to: Location;
  readonly conflict: ConflictChoice;
  readonly action: JournalAction;
  /** The task that runs the operation. */
  readonly task: Pick<OperationStart, 'origin' | 'asked'>;
  /** Where the operation is recorded; an undo collects the changes instead. */
  readonly journal: Pick<Journal, 'begin'>;
  /** The change to record for one entry; `below` are the names from the item downwards. */
  readonly change: (to: string, stamp: FileStamp, below: readonly string[], tree?: string) => JournalChange;
  /**
   * For moves: the path of a folder that a merge has emptied, recorded so that undo can create it again. Null for
   * copies, whose source is only staging.
   */
  readonly leftFolderPath: ((below: readonly string[]) => string) | null;
}

/** Retry limit when another program occupies the name first; more failures have another cause. */
const MAX_ATTEMPTS = 100;

/** The final location of the item; null when it was skipped. */
export interface PlaceResult {
  readonly to: Location | null;
}

/** Moves staged entries to their names without losing existing ones, as one journal operation and one undo step. */
export class EntryPlacer {
  readonly #services: EntryPlacerDeps;

  constructor(services: EntryPlacerDeps) {
    this.#services = services;
  }

  async place(request: PlaceRequest): Promise<PlaceResult> {
    const { vault } = this.#services;
    const isFolder = (await vault.lstat(request.from))?.isDirectory() === true;
    let to = request.to;
    let copies = 0;
    for (let attempt = 1; ; attempt += 1) {
      const existing = await vault.lstat(to);
      try {
        if (existing === undefined) await this.#placeEntry(request, to, []);
        else if (request.conflict === 3) return { to: null };
        else if (request.conflict === null) throw new OperationFailed(OPS.targetExists, 'target exists');
        else if (request.conflict === 1 && isFolder && existing.isDirectory()) await this.#merge(request, to);
        else if (request.conflict === 1) await this.#placeEntry(request, to, [], to);
        else {
          do to = this.#sibling(request, copyName(request.to.name, (copies += 1), isFolder));
          while ((await vault.lstat(to)) !== undefined);
          await this.#placeEntry(request, to, []);
        }
        return { to };
      } catch (failure) {
        // Another program has used the name after the check: decide again.
        if (request.conflict === null || refusalCodeOf(failure) !== GEN.invalid || attempt === MAX_ATTEMPTS)
          throw failure;
      }
    }
  }

  #sibling({ caller, to }: PlaceRequest, name: string): Location {
    return this.#services.vault.resolve(caller, `${to.wire.slice(0, to.wire.lastIndexOf('/'))}/${name}`, 'write');
  }

  async #placeEntry(
    request: PlaceRequest,
    to: Location,
    below: readonly string[],
    replaces: Location | null = null,
  ): Promise<void> {
    const { journal } = request;
    const changes = [
      ...(replaces === null ? [] : [await this.#replacementChange(replaces)]),
      await this.#changeFor(request, request.from, to, below),
    ];
    const operation = journal.begin({ user: request.caller.user, action: request.action, ...request.task }, changes);
    try {
      await this.#moveIntoPlace(request, request.from, to, changes);
      operation.commit();
    } catch (failure) {
      operation.abandon();
      throw failure;
    }
  }

  /** Moves a replaced entry out of the way, then renames. */
  async #moveIntoPlace(
    request: PlaceRequest,
    from: Location,
    to: Location,
    changes: readonly JournalChange[],
  ): Promise<void> {
    const { vault, bins } = this.#services;
    const [first] = changes;
    if (first?.kind === 'trashed' && first.path === to.wire) {
      await bins.put(request.caller, to, first.trash);
      await vault.move(from, to).catch(async (failure: unknown) => {
        await bins.restore(request.caller, first.trash, to);
        throw failure;
      });
      return;
    }
    if (first?.kind === 'replaced') return this.#replaceWithoutTrash(from, to);
    await vault.move(from, to);
  }

  /** Replaces an entry in a place without a trash: a file is replaced atomically; anything else is deleted first. */
  async #replaceWithoutTrash(from: Location, to: Location): Promise<void> {
    const { vault } = this.#services;
    await vault.withLocks([from, to], async () => {
      await using source = await vault.parent(from);
      await using target = await vault.parent(to);
      await vault.checkSafeAllowsMove(from, source.folder, to);
      const existing = await target.folder.lstat(target.name);
      const isFile = (await source.folder.lstat(source.name))?.isDirectory() === false;
      if (existing?.isDirectory() === true || (existing !== undefined && !isFile)) {
        const name = Buffer.from(toDisk(target.name));
        await runHeavy(
          { kind: 'remove', from: target.folder.path, name },
          new Progress(),
          new AbortController().signal,
        );
      }
      await source.folder.renameOver(source.name, target.folder, target.name);
      await target.folder.sync();
    });
  }

  async #merge(request: PlaceRequest, into: Location): Promise<void> {
    const { vault } = this.#services;
    const { journal } = request;
    const plan: { from: Location; to: Location; changes: JournalChange[] }[] = [];
    const folders: { location: Location; below: readonly string[] }[] = [];
    const planFolder = async (from: Location, to: Location, below: readonly string[]): Promise<void> => {
      await using folder = await vault.folder(from);
      for (const name of await folder.names()) {
        const inner = this.#childOf(request, from, name);
        const target = vault.child(request.caller, to, name, 'write');
        const existing = await vault.lstat(target);
        const isFolder = (await folder.lstat(name))?.isDirectory() === true;
        if (existing?.isDirectory() === true && isFolder) await planFolder(inner, target, [...below, name]);
        else {
          const change = await this.#changeFor(request, inner, target, [...below, name]);
          plan.push({
            from: inner,
            to: target,
            changes: existing === undefined ? [change] : [await this.#replacementChange(target), change],
          });
        }
      }
      folders.push({ location: from, below });
    };
    await planFolder(request.from, into, []);
    const operation = journal.begin(
      { user: request.caller.user, action: request.action, ...request.task },
      plan.flatMap((entry) => entry.changes),
    );
    const done: JournalChange[] = [];
    try {
      for (const entry of plan) {
        await this.#moveIntoPlace(request, entry.from, entry.to, entry.changes);
        done.push(...entry.changes);
      }
      for (const { location, below } of folders) {
        await using parent = await vault.parent(location);
        await parent.folder.rmdir(parent.name);
        await parent.folder.sync();
        vault.notifyRemoved(location);
        if (request.leftFolderPath !== null)
          done.push({ kind: 'left-folder', path: request.leftFolderPath(below), stamp: null });
      }
    } finally {
      // Merged entries stay merged, so exactly these are recorded even when the rest fails.
      if (done.length > 0) operation.commit(done);
      else operation.abandon();
    }
  }

  #childOf(request: PlaceRequest, from: Location, name: string): Location {
    const { vault } = this.#services;
    return from.place.kind === 'scratch' ? vault.inside(from, name) : vault.child(request.caller, from, name, 'write');
  }

  async #replacementChange(location: Location): Promise<JournalChange> {
    const { vault, bins } = this.#services;
    const stat = await vault.lstatExactName(location);
    if (stat === undefined || !bins.hasTrash(location)) return { kind: 'replaced', path: location.wire };
    return { kind: 'trashed', path: location.wire, trash: bins.newId(), stamp: stampOf(stat) };
  }

  async #changeFor(
    request: PlaceRequest,
    from: Location,
    to: Location,
    below: readonly string[],
  ): Promise<JournalChange> {
    const { vault } = this.#services;
    const stat = await vault.lstatExactName(from);
    if (stat === undefined) throw new Refusal(GEN.path, 'ENOENT');
    const change = request.change(to.wire, stampOf(stat), below);
    if (change.kind !== 'created' || !stat.isDirectory()) return change;
    await using entry = await vault.parent(from);
    const name = Buffer.from(toDisk(entry.name));
    const { digest } = await runHeavy(
      { kind: 'digest', from: entry.folder.path, name },
      new Progress(),
      new AbortController().signal,
    );
    return { ...change, tree: digest };
  }
}
