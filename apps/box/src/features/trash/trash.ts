import { copyName } from '@boxwood/box-sdk/rules';
import { Progress } from '../../runtime/progress.ts';
import { mapWithConcurrency } from '../../runtime/map-with-concurrency.ts';
import { type JournalChange, type Journal, stampOf } from '../../storage/journal/journal.ts';
import { recordIfRoom } from '../../storage/journal/removal-record.ts';
import type { DiskReserve } from '../../storage/space/disk-reserve.ts';
import { runHeavy } from '../tasks/heavy.ts';
import {
  type Caller,
  refusalCodeOf,
  GEN,
  DeferredSyncs,
  Refusal,
  isDiskFullError,
  toDisk,
  type Vault,
} from '../../storage/vault/index.ts';
import type { TrashBins } from './trash-bins.ts';
import type { TrashRecord } from './trash-sidecar.ts';
import { TrashPages, type TrashQuery } from './trash-pages.ts';

/** Items that are moved into or out of a bin at the same time. One file thread stays free for other requests. */
const MAX_PARALLEL_MOVES = 3;

/** Copy names that are tried until one is free. */
const MAX_COPY_NAMES = 1_000;

type RestoredChange = Extract<JournalChange, { kind: 'restored' }>;

/** Items of a batch that failed, with their generic codes. */
export interface FailedItems<K extends string> {
  readonly failed: readonly (Readonly<Record<K, string>> & { readonly error: number })[];
}

export interface TrashOptions {
  readonly bins: TrashBins;
  readonly vault: Vault;
  readonly journal: Journal;
  /** Frees reserved disk space for the records of removed items. */
  readonly reserve: Pick<DiskReserve, 'within'>;
}

/**
 * The trash (G-54, P-18): the user's own items and those of the public space. All users see and restore public items;
 * only an administrator deletes them permanently.
 *
 * Removing works on a full disk, because its records use the disk reserve. When the reserve is used up too, nothing can
 * be moved into a bin (16), but items in a bin can still be deleted: their bytes first, then their records, at the
 * latest at the next start.
 */
export class Trash {
  readonly #bins: TrashBins;
  readonly #pages: TrashPages;
  readonly #vault: Vault;
  readonly #journal: Journal;
  readonly #reserve: Pick<DiskReserve, 'within'>;

  constructor({ bins, vault, journal, reserve }: TrashOptions) {
    this.#bins = bins;
    this.#pages = new TrashPages(bins.table);
    this.#vault = vault;
    this.#journal = journal;
    this.#reserve = reserve;
  }

  /**
   * Moves 1 to 500 paths into their bins, as one undo step (B04).
   * @throws Refusal for the path when it is the only one
   */
  async put(caller: Caller, paths: readonly string[]): Promise<FailedItems<'path'> & { readonly change?: number }> {
    const planned: Extract<JournalChange, { kind: 'trashed' }>[] = [];
    const failed: { path: string; error: number }[] = [];
    for (const path of paths) {
      try {
        const location = this.#vault.resolve(caller, path, 'write');
        if (location.isPlaceRoot) throw new Refusal(GEN.noPrivilege, 'place');
        const stat = await this.#vault.lstatExactName(location);
        if (stat === undefined || !this.#bins.hasTrash(location))
          throw new Refusal(GEN.path, stat === undefined ? 'ENOENT' : 'no bin');
        planned.push({ kind: 'trashed', path, trash: this.#bins.newId(), stamp: stampOf(stat) });
      } catch (failure) {
        if (paths.length === 1) throw failure;
        failed.push({ path, error: refusalCodeOf(failure) });
      }
    }
    const change = await this.#runBatch(
      caller,
      'trash',
      planned,
      {
        apply: ({ path, trash }, deferredSyncs) =>
          this.#bins.put(caller, this.#vault.resolve(caller, path, 'write'), trash, deferredSyncs),
      },
      ({ path }, error) => failed.push({ path, error }),
      paths.length === 1,
    );
    return { failed, ...(change === null ? {} : { change }) };
  }

  /** A page of the items the caller sees, and their total number. */
  async page(
    caller: Caller,
    query: TrashQuery,
  ): Promise<{ readonly sum: number; readonly list: readonly TrashRecord[] }> {
    return this.#pages.page(caller.user, query);
  }

  /** All items the caller sees, newest first, in one list. Only for small bins. */
  list(caller: Caller): readonly TrashRecord[] {
    return this.#bins.table.visibleTo(caller.user);
  }

  /**
   * Moves items back to their original paths (X42), as one undo step. @throws Refusal for the item when it is the only
   * one
   */
  async restore(caller: Caller, ids: readonly string[]): Promise<FailedItems<'id'>> {
    const planned: RestoredChange[] = [];
    const failed: { id: string; error: number }[] = [];
    await forEachId(ids, failed, async (id) => {
      const { parent, name } = this.#record(caller, id);
      planned.push(await this.#planRestore(caller, id, `${parent}/${name}`));
    });
    await this.#restorePlanned(caller, planned, failed, ids.length === 1);
    return { failed };
  }

  /**
   * Restores one item under its name or its first free copy name, as one undo step. @returns the new path. @throws
   * Refusal 11 when no name is free
   */
  async restoreWithNewName(caller: Caller, id: string): Promise<string> {
    const { parent, name, folder } = this.#record(caller, id);
    for (let n = 0; n <= MAX_COPY_NAMES; n += 1) {
      const path = `${parent}/${n === 0 ? name : copyName(name, n, folder)}`;
      const location = this.#vault.resolve(caller, path, 'write');
      if ((await this.#vault.lstatExactName(location)) !== undefined) continue;
      await this.#restorePlanned(caller, [await this.#planRestore(caller, id, path)], [], true);
      return path;
    }
    throw new Refusal(GEN.invalid, 'taken');
  }

  async #planRestore(caller: Caller, id: string, path: string): Promise<RestoredChange> {
    this.#vault.resolve(caller, path, 'write');
    const stat = await this.#vault.lstatExactName(this.#bins.itemOf(id));
    if (stat === undefined) throw new Refusal(GEN.path, 'not in the bin');
    return { kind: 'restored', path, trash: id, stamp: stampOf(stat) };
  }

  async #restorePlanned(
    caller: Caller,
    planned: readonly RestoredChange[],
    failed: { id: string; error: number }[],
    isSingle: boolean,
  ): Promise<void> {
    await this.#runBatch(
      caller,
      'restore',
      planned,
      {
        apply: ({ path, trash }, deferredSyncs) =>
          this.#bins.moveOut(caller, trash, this.#vault.resolve(caller, path, 'write'), deferredSyncs),
        afterSync: (changes) => this.#bins.forgetAll(changes.map(({ trash }) => trash)),
      },
      (change, error) => failed.push({ id: change.trash, error }),
      isSingle,
    );
  }

  /** Deletes items permanently (X43). */
  async remove(caller: Caller, ids: readonly string[]): Promise<FailedItems<'id'>> {
    const done: TrashRecord[] = [];
    const failed: { id: string; error: number }[] = [];
    await forEachId(ids, failed, async (id) => {
      const record = this.#record(caller, id);
      if (record.owner === '' && !caller.admin) throw new Refusal(GEN.noPrivilege, 'public');
      await this.#delete(id);
      done.push(record);
    });
    await this.#bins.sync(done);
    const changes = done.map(({ id, parent, name }): JournalChange => ({
      kind: 'removed',
      path: `${parent}/${name}`,
      trash: id,
    }));
    if (changes.length > 0)
      recordIfRoom(() => {
        this.#journal.record({ user: caller.user, action: 'remove' }, changes);
      });
    return { failed };
  }

  /**
   * Empties the caller's bin, and the public one if the caller is an administrator (X44). Returns the number of deleted
   * items.
   */
  async clear(caller: Caller): Promise<number> {
    const ids = (await this.#pages.all(caller.user))
      .filter((record) => record.owner === caller.user || caller.admin)
      .map((record) => record.id);
    const { failed } = await this.remove(caller, ids);
    return ids.length - failed.length;
  }

  /**
   * Runs a batch as one journal operation: stores the intent, applies the changes, and records those that succeeded.
   * Returns the id of the journal entry; null when nothing was recorded.
   */
  async #runBatch<C extends JournalChange & { readonly path: string }>(
    caller: Caller,
    action: 'trash' | 'restore',
    planned: readonly C[],
    { apply, afterSync }: BatchSteps<C>,
    onFailed: (change: C, error: number) => void,
    isSingle: boolean,
  ): Promise<number | null> {
    if (planned.length === 0) return null;
    const operation = this.#journal.begin({ user: caller.user, action }, planned);
    const failures = new Map<C, unknown>();
    await using deferredSyncs = new DeferredSyncs();
    // Records wait for the disk, and records that wait together are written together. Items inside each other are moved
    // one by one.
    await mapWithConcurrency(planned, areIndependent(planned) ? MAX_PARALLEL_MOVES : 1, async (change) => {
      try {
        await this.#reserve.within(() => apply(change, deferredSyncs));
      } catch (failure) {
        failures.set(change, failure);
      }
    });
    const applied = planned.filter((change) => !failures.has(change));
    try {
      await deferredSyncs.settle();
      await afterSync?.(applied);
    } catch (failure) {
      for (const change of applied) failures.set(change, failure);
    }
    const done = planned.filter((change) => !failures.has(change));
    const [firstFailure] = failures.values();
    if (isSingle && failures.size > 0) {
      operation.abandon();
      throw firstFailure;
    }
    // Reports failures in the order of the request.
    for (const change of planned) if (failures.has(change)) onFailed(change, refusalCodeOf(failures.get(change)));
    if (done.length === 0) {
      operation.abandon();
      return null;
    }
    let id: number | null = null;
    recordIfRoom(() => {
      operation.commit(done.length === planned.length ? undefined : done);
      ({ id } = operation);
    });
    return id;
  }

  #record(caller: Caller, id: string): TrashRecord {
    const record = this.#bins.table.get(id);
    if (record === undefined || (record.owner !== '' && record.owner !== caller.user))
      throw new Refusal(GEN.path, 'not in the bin');
    return record;
  }

  async #delete(id: string): Promise<void> {
    const item = this.#bins.itemOf(id);
    await this.#vault.withLocks([item], async () => {
      await using entry = await this.#vault.parent(item);
      const stat = await entry.folder.lstat(entry.name);
      if (stat?.isDirectory() === true) {
        const name = Buffer.from(toDisk(entry.name));
        await runHeavy({ kind: 'remove', from: entry.folder.path, name }, new Progress(), new AbortController().signal);
      } else if (stat !== undefined) await entry.folder.unlink(entry.name);
      this.#vault.notifyRemoved(item);
      await this.#forget(id);
    });
  }

  /** A deleted item stays deleted even without space to record it; the next start removes a remaining record. */
  async #forget(id: string): Promise<void> {
    try {
      await this.#bins.forget(id);
    } catch (failure) {
      if (!isDiskFullError(failure)) throw failure;
    }
  }
}

/** The steps of a batch. */
interface BatchSteps<C> {
  readonly apply: (change: C, deferredSyncs: DeferredSyncs) => Promise<unknown>;
  /** Called for the applied changes after they are durable. */
  readonly afterSync?: (changes: readonly C[]) => Promise<void>;
}

/**
 * Whether no item is inside another one and no two share a path. A quick check: all are in one folder, with different
 * names.
 */
const areIndependent = (changes: readonly { readonly path: string }[]): boolean =>
  new Set(changes.map(({ path }) => path.slice(0, path.lastIndexOf('/')))).size === 1 &&
  new Set(changes.map(({ path }) => path)).size === changes.length;

/** Runs `work` for each id. A single id throws its refusal; for several, failures are collected (G-67). */
async function forEachId(
  ids: readonly string[],
  failed: { id: string; error: number }[],
  work: (id: string) => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    try {
      await work(id);
    } catch (failure) {
      if (ids.length === 1) throw failure;
      failed.push({ id, error: refusalCodeOf(failure) });
    }
  }
}
