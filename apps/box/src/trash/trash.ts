import { copyName } from '@boxwood/box-sdk/rules';
import { Gauge } from '../runtime/gauge.ts';
import { inLanes } from '../runtime/lanes.ts';
import { type Change, type Journal, stampOf } from '../journal/journal.ts';
import { whenRoom } from '../journal/removal.ts';
import type { Reserve } from '../space/reserve.ts';
import { runHeavy } from '../tasks/heavy.ts';
import { type Caller, codeOf, GEN, LateSyncs, Refusal, saysFull, toDisk, type Vault } from '../vault/index.ts';
import type { Bins } from './bins.ts';
import type { TrashRecord } from './sidecar.ts';
import { TrashPages, type TrashQuery } from './trash-pages.ts';

/** So many things go into a bin, or come out of it, at a time: a thread for files stays free for everybody else. */
const LANES = 3;

/** Copies of a name that are looked at for one that is free. */
const COPIES = 1_000;

type Restored = Extract<Change, { kind: 'restored' }>;

/** Which of many items failed, by their generic code. */
export interface Failed<K extends string> {
  readonly failed: readonly (Readonly<Record<K, string>> & { readonly error: number })[];
}

export interface TrashOptions {
  readonly bins: Bins;
  readonly vault: Vault;
  readonly journal: Journal;
  /** Makes room for the records of what is removed. */
  readonly reserve: Pick<Reserve, 'within'>;
}

/**
 * The recycle bin (G-54, P-18): a person's own items and those of the public space. Everybody sees and restores public items; deleting
 * them for good needs the administrator.
 *
 * Removing works on a full disk: its records are written into the room of the reserve. When even that is gone, nothing can be moved into a bin
 * any more (16), and what lies in one can still be deleted: its bytes go first, and its records follow, at the latest at the next start.
 */
export class Trash {
  readonly #bins: Bins;
  readonly #pages: TrashPages;
  readonly #vault: Vault;
  readonly #journal: Journal;
  readonly #reserve: Pick<Reserve, 'within'>;

  constructor({ bins, vault, journal, reserve }: TrashOptions) {
    this.#bins = bins;
    this.#pages = new TrashPages(bins.table);
    this.#vault = vault;
    this.#journal = journal;
    this.#reserve = reserve;
  }

  /**
   * Puts 1 to 500 paths into their bins, as one step of undo (B04).
   * @throws Refusal of the path when it is the only one
   */
  async put(caller: Caller, paths: readonly string[]): Promise<Failed<'path'>> {
    const planned: Extract<Change, { kind: 'trashed' }>[] = [];
    const failed: { path: string; error: number }[] = [];
    for (const path of paths) {
      try {
        const location = this.#vault.resolve(caller, path, 'write');
        if (location.isPlaceRoot) throw new Refusal(GEN.noPrivilege, 'place');
        const stat = await this.#vault.lstatExact(location);
        if (stat === undefined || !this.#bins.takes(location))
          throw new Refusal(GEN.path, stat === undefined ? 'ENOENT' : 'no bin');
        planned.push({ kind: 'trashed', path, trash: this.#bins.newId(), stamp: stampOf(stat) });
      } catch (failure) {
        if (paths.length === 1) throw failure;
        failed.push({ path, error: codeOf(failure) });
      }
    }
    await this.#perform(
      caller,
      'trash',
      planned,
      {
        act: ({ path, trash }, late) => this.#bins.put(caller, this.#vault.resolve(caller, path, 'write'), trash, late),
      },
      ({ path }, error) => failed.push({ path, error }),
      paths.length === 1,
    );
    return { failed };
  }

  /** A page of what the caller may see, and how much that is. */
  async page(
    caller: Caller,
    query: TrashQuery,
  ): Promise<{ readonly sum: number; readonly list: readonly TrashRecord[] }> {
    return this.#pages.page(caller.user, query);
  }

  /** Everything the caller may see, newest first, at once: for who knows that it is little. */
  list(caller: Caller): readonly TrashRecord[] {
    return this.#bins.table.visibleTo(caller.user);
  }

  /** Puts items back where they were (X42), as one step of undo. @throws Refusal of the item when it is the only one */
  async restore(caller: Caller, ids: readonly string[]): Promise<Failed<'id'>> {
    const planned: Restored[] = [];
    const failed: { id: string; error: number }[] = [];
    await each(ids, failed, async (id) => {
      const { parent, name } = this.#record(caller, id);
      planned.push(await this.#planned(caller, id, `${parent}/${name}`));
    });
    await this.#putBack(caller, planned, failed, ids.length === 1);
    return { failed };
  }

  /** Puts one item back under its name, or under the first copy of it that is free, as one step of undo. @returns where it is. @throws Refusal 11 none is free */
  async restoreBeside(caller: Caller, id: string): Promise<string> {
    const { parent, name, folder } = this.#record(caller, id);
    for (let n = 0; n <= COPIES; n += 1) {
      const path = `${parent}/${n === 0 ? name : copyName(name, n, folder)}`;
      const location = this.#vault.resolve(caller, path, 'write');
      if ((await this.#vault.lstatExact(location)) !== undefined) continue;
      await this.#putBack(caller, [await this.#planned(caller, id, path)], [], true);
      return path;
    }
    throw new Refusal(GEN.invalid, 'taken');
  }

  async #planned(caller: Caller, id: string, path: string): Promise<Restored> {
    this.#vault.resolve(caller, path, 'write');
    const stat = await this.#vault.lstatExact(this.#bins.itemOf(id));
    if (stat === undefined) throw new Refusal(GEN.path, 'not in the bin');
    return { kind: 'restored', path, trash: id, stamp: stampOf(stat) };
  }

  async #putBack(
    caller: Caller,
    planned: readonly Restored[],
    failed: { id: string; error: number }[],
    alone: boolean,
  ): Promise<void> {
    await this.#perform(
      caller,
      'restore',
      planned,
      {
        act: ({ path, trash }, late) =>
          this.#bins.takeOut(caller, trash, this.#vault.resolve(caller, path, 'write'), late),
        settled: (changes) => this.#bins.forgetAll(changes.map(({ trash }) => trash)),
      },
      (change, error) => failed.push({ id: change.trash, error }),
      alone,
    );
  }

  /** Deletes items for good (X43). */
  async remove(caller: Caller, ids: readonly string[]): Promise<Failed<'id'>> {
    const done: TrashRecord[] = [];
    const failed: { id: string; error: number }[] = [];
    await each(ids, failed, async (id) => {
      const record = this.#record(caller, id);
      if (record.owner === '' && !caller.admin) throw new Refusal(GEN.noPrivilege, 'public');
      await this.#delete(id);
      done.push(record);
    });
    await this.#bins.sync(done);
    const changes = done.map(({ id, parent, name }): Change => ({
      kind: 'removed',
      path: `${parent}/${name}`,
      trash: id,
    }));
    if (changes.length > 0)
      whenRoom(() => {
        this.#journal.record({ user: caller.user, action: 'remove' }, changes);
      });
    return { failed };
  }

  /** Empties the caller's bins, the public ones too when an administrator asks (X44). Returns how many items are gone. */
  async clear(caller: Caller): Promise<number> {
    const ids = (await this.#pages.all(caller.user))
      .filter((record) => record.owner === caller.user || caller.admin)
      .map((record) => record.id);
    const { failed } = await this.remove(caller, ids);
    return ids.length - failed.length;
  }

  /** Intent, acts, outcome: one operation of the journal for all the changes that succeed. */
  async #perform<C extends Change & { readonly path: string }>(
    caller: Caller,
    action: 'trash' | 'restore',
    planned: readonly C[],
    { act, settled }: Acts<C>,
    onFailed: (change: C, error: number) => void,
    alone: boolean,
  ): Promise<void> {
    if (planned.length === 0) return;
    const operation = this.#journal.begin({ user: caller.user, action }, planned);
    const failures = new Map<C, unknown>();
    await using late = new LateSyncs();
    // Each record waits for the disk, and what waits together is written together. What lies in something else that goes keeps its turn.
    await inLanes(planned, areApart(planned) ? LANES : 1, async (change) => {
      try {
        await this.#reserve.within(() => act(change, late));
      } catch (failure) {
        failures.set(change, failure);
      }
    });
    const acted = planned.filter((change) => !failures.has(change));
    try {
      await late.settle();
      await settled?.(acted);
    } catch (failure) {
      for (const change of acted) failures.set(change, failure);
    }
    const done = planned.filter((change) => !failures.has(change));
    const [only] = failures.values();
    if (alone && failures.size > 0) {
      operation.abandon();
      throw only;
    }
    // In the order in which they were asked for, not in which they failed.
    for (const change of planned) if (failures.has(change)) onFailed(change, codeOf(failures.get(change)));
    if (done.length === 0) operation.abandon();
    else whenRoom(() => operation.commit(done.length === planned.length ? undefined : done));
  }

  #record(caller: Caller, id: string): TrashRecord {
    const record = this.#bins.table.get(id);
    if (record === undefined || (record.owner !== '' && record.owner !== caller.user))
      throw new Refusal(GEN.path, 'not in the bin');
    return record;
  }

  async #delete(id: string): Promise<void> {
    const item = this.#bins.itemOf(id);
    await this.#vault.locked([item], async () => {
      await using entry = await this.#vault.parent(item);
      const stat = await entry.folder.lstat(entry.name);
      if (stat?.isDirectory() === true) {
        const name = Buffer.from(toDisk(entry.name));
        await runHeavy({ kind: 'remove', from: entry.folder.path, name }, new Gauge(), new AbortController().signal);
      } else if (stat !== undefined) await entry.folder.unlink(entry.name);
      this.#vault.removed(item);
      await this.#forget(id);
    });
  }

  /** What is gone is gone, whether or not there is room to write it down; a record that stays is met by the next start. */
  async #forget(id: string): Promise<void> {
    try {
      await this.#bins.forget(id);
    } catch (failure) {
      if (!saysFull(failure)) throw failure;
    }
  }
}

/** What one operation does, a change at a time. */
interface Acts<C> {
  readonly act: (change: C, late: LateSyncs) => Promise<unknown>;
  /** What follows for those that went when they are on the disk. */
  readonly settled?: (changes: readonly C[]) => Promise<void>;
}

/** Whether none of them lies in another one, or wants its place, as far as that can be told quickly: all lie in one folder, each under a name of its own. */
const areApart = (changes: readonly { readonly path: string }[]): boolean =>
  new Set(changes.map(({ path }) => path.slice(0, path.lastIndexOf('/')))).size === 1 &&
  new Set(changes.map(({ path }) => path)).size === changes.length;

/** Runs `work` for each; a single one throws its refusal, of many the failures are collected (G-67). */
async function each(
  ids: readonly string[],
  failed: { id: string; error: number }[],
  work: (id: string) => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    try {
      await work(id);
    } catch (failure) {
      if (ids.length === 1) throw failure;
      failed.push({ id, error: codeOf(failure) });
    }
  }
}
