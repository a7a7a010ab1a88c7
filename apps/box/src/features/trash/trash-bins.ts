import { randomBytes } from 'node:crypto';
import type { BigIntStats, Stats } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import {
  type Caller,
  callerFor,
  type Folder,
  GEN,
  type DeferredSyncs,
  type Location,
  Refusal,
  isNoHardLinksError,
  type Vault,
} from '../../storage/vault/index.ts';
import { readSidecar, removeSidecar, sidecarId, type TrashRecord, writeSidecar } from './trash-sidecar.ts';
import type { TrashTable } from './trash-table.ts';

export interface TrashBinsOptions {
  readonly vault: Vault;
  readonly table: TrashTable;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Hexadecimal digits of the time in ms since the epoch. */
const TIME_HEX_DIGITS = 12;
/**
 * A unique id of 32 hexadecimal digits. Ids sort by creation time, so that inserting into a bin with a million items is
 * as fast as into an empty one.
 */
export const createTrashId = (now: number): string =>
  Math.max(0, Math.floor(now)).toString(16).padStart(TIME_HEX_DIGITS, '0') + randomBytes(10).toString('hex');

/**
 * Moves items into and out of the trash bins, independent of undo and requests; {@link Trash} and the undo of the
 * journal use it. A bin is the `.Trash` folder of the item's volume and owner, so that nothing is ever copied.
 */
export class TrashBins {
  readonly #vault: Vault;
  readonly #now: () => number;
  readonly table: TrashTable;

  constructor({ vault, table, now }: TrashBinsOptions) {
    this.#vault = vault;
    this.table = table;
    this.#now = now;
  }

  newId(): string {
    return createTrashId(this.#now());
  }

  /** Whether entries at `location` go to a bin when they are deleted. */
  hasTrash(location: Location): boolean {
    return this.#vault.trashOf(location) !== null;
  }

  /**
   * Moves the entry at `location` into its bin as `id`. The record is written before the move, so a crash in between
   * leaves a record without an item, which {@link reconcile} removes, and never an item without a record. Durable when
   * it returns, or when `deferredSyncs` is settled.
   *
   * @throws Refusal 15 when the entry is missing or its place has no bin, 13 for the root of a place
   */
  async put(caller: Caller, location: Location, id: string, deferredSyncs?: DeferredSyncs): Promise<TrashRecord> {
    const stat = await this.#vault.lstat(location);
    if (stat === undefined) throw new Refusal(GEN.path, 'ENOENT');
    return this.#withRecord(caller, location, stat, id, (bin) =>
      this.#vault.move(location, this.#vault.inside(bin, id), deferredSyncs),
    );
  }

  /**
   * Links the file at `location` into its trash bin as `id` before another file replaces it, so that the name always
   * refers to either the old or the new file. Without hard links the file is moved into the bin. The caller holds the
   * lock of the name and has its `folder` open. Durable when it returns. @throws EXDEV as system error when the bin is
   * on another file system
   */
  async linkIntoTrash(
    caller: Caller,
    location: Location,
    stat: BigIntStats,
    id: string,
    folder: Folder,
  ): Promise<void> {
    await this.#withRecord(caller, location, stat, id, async (bin, inBin) => {
      try {
        await folder.link(location.name, inBin, id);
      } catch (failure) {
        if (!isNoHardLinksError(failure)) throw failure;
        await this.#vault.moveLocked(location, folder, this.#vault.inside(bin, id), inBin);
      }
      await inBin.sync();
    });
  }

  /** Undoes {@link linkIntoTrash} when the file was not replaced after all. The same conditions apply. */
  async undoLinkIntoTrash(id: string, location: Location, folder: Folder): Promise<void> {
    const item = this.itemOf(id);
    await using entry = await this.#vault.parent(item);
    if ((await folder.lstat(location.name)) === undefined)
      await this.#vault.moveLocked(item, entry.folder, location, folder);
    else await entry.folder.unlink(id);
    await this.forget(id);
  }

  /** Writes the record of an item, then runs `move`; removes the record when that fails. */
  async #withRecord(
    caller: Caller,
    location: Location,
    stat: Stats | BigIntStats,
    id: string,
    move: (bin: Location, folder: Folder) => Promise<void>,
  ): Promise<TrashRecord> {
    const bin = this.#vault.trashOf(location);
    if (bin === null) throw new Refusal(GEN.path, 'no bin');
    const place = bin.place.kind === 'trash' ? bin.place : null;
    const record: TrashRecord = {
      id,
      owner: place?.owner ?? '',
      bin: bin.key,
      parent: parentOf(location.key),
      name: location.name,
      folder: stat.isDirectory(),
      size: stat.isDirectory() ? 0 : Number(stat.size),
      mtime: Math.floor(Number(stat.mtimeMs) / 1000),
      deleted: Math.floor(this.#now() / 1000),
      by: caller.user,
    };
    await this.#vault.makeFolder(bin);
    await using folder = await this.#vault.folder(bin);
    await writeSidecar(folder, record);
    this.table.add(record);
    try {
      await move(bin, folder);
    } catch (failure) {
      this.table.remove(id);
      await removeSidecar(folder, id);
      throw failure;
    }
    return record;
  }

  /**
   * Moves the item `id` out of its bin to `location` without replacing anything, and creates a missing parent folder.
   * @throws Refusal 11 when the name exists, 15 when the item is not in the bin
   */
  async restore(caller: Caller, id: string, location: Location): Promise<void> {
    const record = this.#recordFor(id);
    await this.moveOut(caller, id, location);
    await this.forget(id);
    await this.sync([record]);
  }

  /**
   * {@link restore} for many items: the caller keeps their records until `deferredSyncs` is settled, then calls {@link
   * forgetAll}.
   */
  async moveOut(caller: Caller, id: string, location: Location, deferredSyncs?: DeferredSyncs): Promise<void> {
    const item = this.itemOf(id);
    await this.#vault.makeFolder(this.#vault.resolve(caller, parentOf(location.wire), 'write'));
    await this.#vault.move(item, location, deferredSyncs);
  }

  /** Location of the item of a record. @throws Refusal 15 */
  itemOf(id: string): Location {
    return this.#vault.inside(this.#binOf(this.#recordFor(id)), id);
  }

  #recordFor(id: string): TrashRecord {
    const record = this.table.get(id);
    if (record === undefined) throw new Refusal(GEN.path, 'not in the bin');
    return record;
  }

  /** Removes the record of an item that is no longer in the bin. Durable with {@link sync}. */
  async forget(id: string): Promise<void> {
    const record = this.table.get(id);
    if (record === undefined) return;
    this.table.remove(id);
    await using folder = await this.#vault.folder(this.#binOf(record));
    await removeSidecar(folder, id);
  }

  /** {@link forget} for items that were moved out of the bins and synced. Durable when it returns. */
  async forgetAll(ids: readonly string[]): Promise<void> {
    const records = ids.flatMap((id) => this.table.get(id) ?? []);
    for (const { id } of records) await this.forget(id);
    await this.sync(records);
  }

  /** Syncs the bins of these items, so that removed items do not return after a power failure. */
  async sync(records: readonly TrashRecord[]): Promise<void> {
    for (const [record] of Map.groupBy(records, ({ bin }) => bin).values()) {
      if (record === undefined) continue;
      await using folder = await this.#vault.folder(this.#binOf(record));
      await folder.sync();
    }
  }

  /**
   * Matches records and items with the disk. Lost database rows are restored from sidecars; records without an item,
   * and hard links of files that were not replaced, are removed. Items without any record are listed under their id.
   * Call it at the start.
   */
  async reconcile(): Promise<void> {
    while (this.table.addSortKeys(SORT_KEY_BATCH_ROWS)) await setImmediate();
    for (const bin of await this.#listBins()) {
      await using folder = await this.#vault.folder(bin);
      const names = new Set(await folder.names());
      for (const record of this.table.inBin(bin.key))
        if (!names.has(record.id)) await this.forget(record.id);
        else if (await this.#isNotReplaced(folder, record)) {
          await folder.unlink(record.id);
          names.delete(record.id);
          await this.forget(record.id);
        }
      for (const name of names) {
        const owned = sidecarId(name);
        if (owned !== null) {
          if (!names.has(owned)) await removeSidecar(folder, owned);
        } else if (this.table.get(name) === undefined) this.table.add(await this.#rebuildRecord(folder, bin, name));
      }
    }
  }

  /** Whether the item is a retained file whose replacement never happened, because the box was killed before. */
  async #isNotReplaced(folder: Folder, { id, parent, name, owner }: TrashRecord): Promise<boolean> {
    const item = await folder.lstatExactName(id);
    if (item === undefined || item.isDirectory() || item.nlink < 2n) return false;
    const current = await this.#vault.lstatExactName(
      this.#vault.resolve(callerFor(owner), `${parent}/${name}`, 'read'),
    );
    return current?.ino === item.ino && current.dev === item.dev;
  }

  async #rebuildRecord(folder: Folder, bin: Location, id: string): Promise<TrashRecord> {
    const owner = bin.place.kind === 'trash' ? (bin.place.owner ?? '') : '';
    const stored = await readSidecar(folder, id);
    const parent = parentOf(bin.key);
    // A sidecar is untrusted data: an original path outside the tree of this bin is ignored.
    if (stored !== null && (stored.parent === parent || stored.parent.startsWith(`${parent}/`)))
      return { ...stored, owner, bin: bin.key };
    const stat = await folder.lstat(id);
    const mtime = Math.floor((stat?.mtimeMs ?? 0) / 1000);
    const isFolder = stat?.isDirectory() === true;
    const deleted = Math.floor(this.#now() / 1000);
    return {
      id,
      owner,
      bin: bin.key,
      parent,
      name: id,
      folder: isFolder,
      size: isFolder ? 0 : (stat?.size ?? 0),
      mtime,
      deleted,
      by: owner,
    };
  }

  async #listBins(): Promise<Location[]> {
    const bins: Location[] = [];
    for (const volume of this.#vault.volumes) {
      if (volume.kind !== 'data' || volume.readonly) continue;
      await using root = await volume.open([]);
      for (const owner of await root.names()) {
        const bin = await this.#findBin(`${volume.mountDir}/${owner}`, owner);
        if (bin !== null) bins.push(bin);
      }
    }
    return bins;
  }

  async #findBin(place: string, owner: string): Promise<Location | null> {
    try {
      const bin = this.#vault.resolve(callerFor(owner), `${place}/${TRASH_FOLDER}`, 'read');
      return (await this.#vault.lstat(bin))?.isDirectory() === true ? bin : null;
    } catch (failure) {
      if (failure instanceof Refusal) return null; // The box's own folder, or one that belongs to no user.
      throw failure;
    }
  }

  #binOf(record: TrashRecord): Location {
    return this.#vault.resolve(callerFor(record.owner), record.bin, 'read');
  }
}

const TRASH_FOLDER = '.Trash';
/** Rows that get a sort key at a time; other work runs in between. */
const SORT_KEY_BATCH_ROWS = 500;

const parentOf = (wire: string): string => wire.slice(0, wire.lastIndexOf('/'));
