import type { EntrySize, FileChecksum, FolderParts } from '@boxwood/box-sdk';
import { Progress } from '../../runtime/progress.ts';
import { StoppedError } from '../../runtime/progress.ts';
import type { JournalChange, Journal } from '../../storage/journal/journal.ts';
import { stampOf } from '../../storage/journal/journal.ts';
import { runHeavy } from '../tasks/heavy.ts';
import { measure, type MeasuredTree } from '../tasks/measure.ts';
import type { Caller, Folder, Location, Vault } from '../../storage/vault/index.ts';
import { beginRemoval } from '../../storage/journal/removal-record.ts';
import { refusalCodeOf, GEN, DeferredSyncs, Refusal, withRefusals, toDisk } from '../../storage/vault/index.ts';
import { computeChecksum } from './checksum.ts';
import { checkNewName } from './check-new-name.ts';

export interface FailedPath {
  readonly path: string;
  readonly error: number;
}

export interface FolderSize {
  readonly size: number;
  readonly count: number;
  readonly dirs: number;
}

export interface FileOperationsOptions {
  readonly vault: Vault;
  readonly journal: Pick<Journal, 'begin' | 'record'>;
  /** Timeout of DU (B06), in ms. */
  readonly measureTimeoutMs?: number;
}

/**
 * Limit of folders that one MKDIR creates. Each needs a stat, a sync and a journal entry, and users nest only a few.
 */
const MAX_NEW_FOLDERS = 64;

/**
 * Single file operations: new folder, move, rename, permanent removal, measuring. Every change is one entry of the
 * journal.
 */
export class FileOperations {
  readonly #vault: Vault;
  readonly #journal: Pick<Journal, 'begin' | 'record'>;
  readonly #measureTimeoutMs: number;

  constructor({ vault, journal, measureTimeoutMs }: FileOperationsOptions) {
    this.#vault = vault;
    this.#journal = journal;
    this.#measureTimeoutMs = measureTimeoutMs ?? 10_000;
  }

  /**
   * MKDIR (B02), including missing parents. @throws Refusal 11 when a file has that name, 15 when too many parents are
   * missing
   */
  async makeFolder(caller: Caller, path: string): Promise<{ readonly existed: boolean; readonly change?: number }> {
    const location = this.#vault.resolve(caller, path, 'write');
    return this.#vault.withLocks([location], async () => {
      const missing: Location[] = [];
      for (
        let at = location;
        (await this.#vault.lstat(at)) === undefined && !at.isPlaceRoot;
        at = this.#parentOf(caller, at)
      )
        missing.unshift(at);
      if (missing.length > MAX_NEW_FOLDERS) throw new Refusal(GEN.path, 'depth');
      if (missing.length === 0) return { existed: !(await this.#vault.makeFolder(location)) };
      const planned: JournalChange[] = missing.map(({ wire }) => ({ kind: 'made-folder', path: wire, stamp: null }));
      const pending = this.#journal.begin({ user: caller.user, action: 'new-folder' }, planned);
      try {
        await this.#vault.makeFolder(location);
      } catch (failure) {
        // Parents created before the failure are empty folders that the caller requested; they stay.
        pending.abandon();
        throw failure;
      }
      const made: JournalChange[] = [];
      for (const folder of missing) {
        const stat = await this.#vault.lstatExactName(folder);
        made.push({ kind: 'made-folder', path: folder.wire, stamp: stat === undefined ? null : stampOf(stat) });
      }
      pending.commit(made);
      return { existed: false, change: pending.id };
    });
  }

  /**
   * MOVE (B03), also rename. @returns the id of the journal entry. @throws Refusal 3 (info EXDEV), 5, 11, 13, 15 as
   * {@link Vault.move}
   */
  async move(caller: Caller, source: string, target: string): Promise<number> {
    const from = this.#vault.resolve(caller, source, 'write');
    const to = this.#vault.resolve(caller, target, 'write');
    const stat = await this.#vault.lstatExactName(from);
    if (stat === undefined) throw new Refusal(GEN.path, 'ENOENT');
    checkNewName({ source: from.wire, target: to.wire, folder: stat.isDirectory(), place: to.place });
    const renamed = parentPathOf(from.key) === parentPathOf(to.key);
    const pending = this.#journal.begin({ user: caller.user, action: renamed ? 'rename' : 'move' }, [
      { kind: 'moved', from: from.wire, to: to.wire, stamp: stampOf(stat) },
    ]);
    try {
      await this.#vault.move(from, to);
    } catch (failure) {
      pending.abandon();
      throw failure;
    }
    pending.commit();
    return pending.id;
  }

  /** REMOVE (B05), permanently. @throws Refusal for the path when it is the only one */
  async remove(caller: Caller, paths: readonly string[]): Promise<{ readonly failed: readonly FailedPath[] }> {
    const failed: FailedPath[] = [];
    const planned: { readonly path: string; readonly location: Location; readonly folder: boolean }[] = [];
    const attempt = async (path: string, work: () => Promise<void>): Promise<void> => {
      try {
        await withRefusals(work);
      } catch (failure) {
        if (paths.length === 1) throw failure;
        failed.push({ path, error: refusalCodeOf(failure) });
      }
    };
    for (const path of paths)
      await attempt(path, async () => {
        const location = this.#vault.resolve(caller, path, 'write');
        if (location.isPlaceRoot) throw new Refusal(GEN.noPrivilege, 'place');
        const stat = await this.#vault.lstat(location);
        if (stat === undefined) throw new Refusal(GEN.path, 'ENOENT');
        planned.push({ path, location, folder: stat.isDirectory() });
      });
    if (planned.length === 0) return { failed };
    const pending = beginRemoval(
      this.#journal,
      { user: caller.user, action: 'remove' },
      planned.map(({ location }) => ({ kind: 'removed', path: location.wire })),
    );
    const removed: JournalChange[] = [];
    const removedPaths: string[] = [];
    await using deferredSyncs = new DeferredSyncs();
    try {
      for (const { path, location, folder } of planned)
        await attempt(path, async () => {
          // A partly deleted tree is recorded as a removal even when the rest cannot be deleted.
          if (folder) removed.push({ kind: 'removed', path: location.wire });
          await this.#vault.withLocks([location], () => this.#removeEntry(location, folder, deferredSyncs));
          if (!folder) removed.push({ kind: 'removed', path: location.wire });
          removedPaths.push(path);
        });
      // A path is not reported as removed before the removal would survive a power failure.
      try {
        await withRefusals(() => deferredSyncs.settle());
      } catch (failure) {
        if (paths.length === 1) throw failure;
        for (const path of removedPaths) failed.push({ path, error: refusalCodeOf(failure) });
      }
    } finally {
      if (removed.length === 0) pending.abandon();
      else pending.commit(removed);
    }
    return { failed };
  }

  /** DU (B06). Hidden entries and links are counted; links are not followed. @throws Refusal 7 after 10 s */
  async measure(caller: Caller, path: string, signal: AbortSignal): Promise<FolderSize> {
    const location = this.#vault.resolve(caller, path, 'read');
    const stat = await this.#vault.lstat(location);
    if (stat === undefined) throw new Refusal(GEN.path, 'ENOENT');
    if (!stat.isDirectory()) return { size: stat.isFile() ? stat.size : 0, count: 1, dirs: 0 };
    await using entry = await this.#vault.parent(location);
    try {
      const result = await measure(entry.folder.path, Buffer.from(toDisk(entry.name)), this.#withTimeout(signal));
      return { size: result.bytes, count: result.files, dirs: result.folders - 1 };
    } catch (failure) {
      signal.throwIfAborted();
      if (failure instanceof StoppedError) throw new Refusal(GEN.service, 'time');
      throw new Refusal(GEN.failed);
    }
  }

  /**
   * DUEACH. Hidden entries (trash, safe) are counted but not listed. @throws Refusal 15 when there is no folder at the
   * path
   */
  async measureEntries(caller: Caller, path: string, limit: number, signal: AbortSignal): Promise<FolderParts> {
    const location = this.#vault.resolve(caller, path, 'read');
    const stat = await this.#vault.lstat(location);
    if (stat?.isDirectory() !== true) throw new Refusal(GEN.path, stat === undefined ? 'ENOENT' : 'ENOTDIR');
    await using folder = await this.#vault.folder(location);
    const timeoutSignal = this.#withTimeout(signal);
    const sum = { size: 0, count: 0, dirs: 0 };
    const list: EntrySize[] = [];
    let complete: 0 | 1 = 1;
    for (const name of await folder.names()) {
      const part = await measureEntry(folder, name, timeoutSignal);
      signal.throwIfAborted();
      if (part === 'late') {
        complete = 0;
        break;
      }
      if (part === null) continue;
      sum.size += part.bytes;
      sum.count += part.files;
      sum.dirs += part.folders;
      const dir = part.folders > 0 ? 1 : 0;
      if (!name.startsWith('.')) list.push({ name, size: part.bytes, count: part.files, dir });
    }
    list.sort((one, other) => other.size - one.size || (one.name < other.name ? -1 : 1));
    return { ...sum, complete, list: list.slice(0, limit) };
  }

  /** SHA256SUM. @throws Refusal 2 when the file changes during hashing, 7 on timeout, 14, 15 */
  async checksum(caller: Caller, path: string, signal: AbortSignal): Promise<FileChecksum> {
    return computeChecksum(this.#vault, caller, path, signal);
  }

  #withTimeout(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, AbortSignal.timeout(this.#measureTimeoutMs)]);
  }

  async #removeEntry(location: Location, folder: boolean, deferredSyncs: DeferredSyncs): Promise<void> {
    await using entry = await this.#vault.parent(location);
    if (folder) {
      const job = { kind: 'remove', from: entry.folder.path, name: Buffer.from(toDisk(entry.name)) } as const;
      await runHeavy(job, new Progress(), new AbortController().signal);
      if ((await entry.folder.lstat(entry.name)) !== undefined) throw new Refusal(GEN.failed, 'ENOTEMPTY');
    } else await entry.folder.unlink(entry.name);
    await deferredSyncs.removed(entry.folder);
    if (folder) this.#vault.notifyRemoved(location);
  }

  #parentOf(caller: Caller, location: Location): Location {
    return this.#vault.resolve(caller, parentPathOf(location.wire), 'write');
  }
}

/** Size of an entry in an open folder; null when it no longer exists, `late` on timeout. */
const measureEntry = async (
  folder: Folder,
  name: string,
  timeoutSignal: AbortSignal,
): Promise<MeasuredTree | 'late' | null> => {
  if (timeoutSignal.aborted) return 'late';
  const stat = await folder.lstat(name);
  if (stat === undefined) return null;
  if (!stat.isDirectory()) return { bytes: stat.isFile() ? stat.size : 0, files: 1, folders: 0 };
  try {
    return await measure(folder.path, Buffer.from(toDisk(name)), timeoutSignal);
  } catch (failure) {
    if (failure instanceof StoppedError) return 'late';
    throw new Refusal(GEN.failed);
  }
};

const parentPathOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
