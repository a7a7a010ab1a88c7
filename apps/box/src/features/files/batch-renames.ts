import { randomUUID } from 'node:crypto';
import { copyName, isEncryptedName } from '@boxwood/box-sdk/rules';
import type { JournalChange, Journal } from '../../storage/journal/journal.ts';
import { stampOf } from '../../storage/journal/journal.ts';
import type { Database } from '../../store/database.ts';
import { defineMigration } from '../../store/migrations.ts';
import { number, text } from '../../store/row-columns.ts';
import type { Caller, Folder, Location, Vault } from '../../storage/vault/index.ts';
import {
  refusalCodeOf,
  errnoOf,
  GEN,
  BOX_FILE_PREFIX,
  parseWirePath,
  Refusal,
  withRefusals,
} from '../../storage/vault/index.ts';
import type { FailedPath } from './file-operations.ts';
import { newNameError } from './check-new-name.ts';

/** Files that have a temporary name while a batch swaps names. */
export const renameMigrations = [
  defineMigration(
    'renames',
    1,
    `CREATE TABLE renames_aside (
       id INTEGER PRIMARY KEY,
       folder TEXT NOT NULL,
       aside TEXT NOT NULL,
       source TEXT NOT NULL,
       target TEXT NOT NULL
     ) STRICT`,
  ),
];

export interface Rename {
  readonly source: string;
  readonly target: string;
}

interface RenamePair {
  readonly rename: Rename;
  readonly from: string;
  readonly to: string;
}

/** Result of planning a batch: the pairs that can be renamed, and the error codes of the others. */
interface RenamePlan {
  readonly executable: readonly RenamePair[];
  readonly failed: readonly FailedPath[];
}

/**
 * Plans a batch (G-51). A pair fails when its file is missing (15), when its new name is used twice in the batch (11),
 * or when a file that stays has its new name (11). A failed pair keeps its name, which may make other pairs fail.
 */
export const planRenames = (pairs: readonly RenamePair[], exists: (name: string) => boolean): RenamePlan => {
  const failed: FailedPath[] = [];
  const fail = (pair: RenamePair, error: number): false => {
    failed.push({ path: pair.rename.source, error });
    return false;
  };
  const sources = new Set<string>();
  const targets = new Set<string>();
  let executable = pairs.filter((pair) => {
    if (!exists(pair.from) || sources.has(pair.from)) return fail(pair, GEN.path);
    if (targets.has(pair.to)) return fail(pair, GEN.invalid);
    sources.add(pair.from);
    targets.add(pair.to);
    return true;
  });
  for (;;) {
    const vacated = new Set(executable.map(({ from }) => from));
    const next = executable.filter((pair) => !exists(pair.to) || vacated.has(pair.to) || fail(pair, GEN.invalid));
    if (next.length === executable.length) return { executable, failed };
    executable = next;
  }
};

/** Batch renames of files within one folder (B107), recorded as one undo step. */
export class BatchRenames {
  readonly #db: Database;
  readonly #vault: Vault;
  readonly #journal: Pick<Journal, 'begin'>;

  constructor(db: Database, vault: Vault, journal: Pick<Journal, 'begin'>) {
    this.#db = db;
    this.#vault = vault;
    this.#journal = journal;
  }

  /** @throws Refusal 4 when the pairs are not all in one folder */
  async rename(
    caller: Caller,
    renames: readonly Rename[],
  ): Promise<{ readonly ok: number; readonly failed: readonly FailedPath[]; readonly change?: number }> {
    const parents = new Set(renames.flatMap(({ source, target }) => [parentPathOf(source), parentPathOf(target)]));
    const [parent] = parents;
    if (parent === undefined || parents.size !== 1) throw new Refusal(GEN.badParameter, 'folder');
    const locations = renames.flatMap(({ source, target }) => [
      this.#vault.resolve(caller, source, 'write'),
      this.#vault.resolve(caller, target, 'write'),
    ]);
    if (locations.some((location) => location.isPlaceRoot)) throw new Refusal(GEN.noPrivilege, 'place');
    const folder = this.#vault.resolve(caller, parent, 'write');
    return this.#vault.withLocks(locations, () => withRefusals(() => this.#renameInFolder(caller, folder, renames)));
  }

  /**
   * Renames files that an interrupted batch left under temporary names. Runs once at the start, before the journal
   * decides about open operations.
   */
  async recover(): Promise<number> {
    const rows = this.#db.all(
      (row) => ({
        id: number(row, 'id'),
        folder: text(row, 'folder'),
        aside: text(row, 'aside'),
        source: text(row, 'source'),
        target: text(row, 'target'),
      }),
      'SELECT * FROM renames_aside ORDER BY id',
    );
    let restored = 0;
    for (const { id, folder: key, aside, source, target } of rows) {
      const opened = await this.#openKey(key);
      if (opened !== undefined) {
        await using folder = opened;
        if ((await folder.lstat(aside)) !== undefined) {
          await this.#restoreName(key, folder, aside, [target, source]);
          restored += 1;
        }
      }
      this.#db.run('DELETE FROM renames_aside WHERE id = ?', id);
    }
    return restored;
  }

  async #openKey(key: string): Promise<Folder | undefined> {
    const segments = parseWirePath(key);
    const volume = this.#vault.volumes.find(({ segments: mount }) =>
      mount.every((name, index) => name === segments[index]),
    );
    return volume === undefined
      ? undefined
      : volume.open(segments.slice(volume.segments.length)).catch(() => undefined);
  }

  async #renameInFolder(caller: Caller, location: Location, renames: readonly Rename[]) {
    await using folder = await this.#vault.folder(location);
    const present = new Set(await folder.names());
    const pairs = renames.map((rename) => ({ rename, from: nameOf(rename.source), to: nameOf(rename.target) }));
    const files: RenamePair[] = [];
    const failed: FailedPath[] = [];
    for (const pair of pairs)
      if (location.place.kind === 'safe' && isEncryptedName(pair.from) && !isEncryptedName(pair.to))
        failed.push({ path: pair.rename.source, error: GEN.noPrivilege });
      else if ((await folder.lstat(pair.from))?.isDirectory() === true)
        failed.push({ path: pair.rename.source, error: GEN.wrongType });
      else if (newNameError({ ...pair.rename, folder: false, place: location.place }) !== null)
        failed.push({ path: pair.rename.source, error: GEN.unsafe });
      else files.push(pair);
    const plan = planRenames(files, (name) => present.has(name));
    failed.push(...plan.failed);
    const changes: JournalChange[] = [];
    for (const { rename, from, to } of plan.executable) {
      const stat = await folder.lstatExactName(from);
      if (stat !== undefined && from !== to)
        changes.push({ kind: 'moved', from: rename.source, to: rename.target, stamp: stampOf(stat) });
    }
    const unchanged = plan.executable.filter(({ from, to }) => from === to).length;
    if (changes.length === 0) return { ok: unchanged, failed };
    const pending = this.#journal.begin({ user: caller.user, action: 'batch-rename' }, changes);
    const done = await this.#execute(location, folder, plan.executable, failed);
    await folder.sync();
    const applied = changes.filter((change) => change.kind === 'moved' && done.has(change.from));
    if (applied.length === 0) pending.abandon();
    else pending.commit(applied);
    return { ok: unchanged + applied.length, failed, ...(applied.length === 0 ? {} : { change: pending.id }) };
  }

  /**
   * Renames pair by pair. A file that occupies the target of an earlier pair gets a temporary name first. Returns the
   * renamed sources.
   */
  async #execute(
    location: Location,
    folder: Folder,
    pairs: readonly RenamePair[],
    failed: FailedPath[],
  ): Promise<Set<string>> {
    const remaining = new Map(pairs.map((pair) => [pair.from, pair]));
    const aside = new Map<string, { readonly name: string; readonly id: number }>();
    const done = new Set<string>();
    for (const { rename, from, to } of pairs) {
      remaining.delete(from);
      if (from === to) continue;
      const blocking = remaining.get(to);
      try {
        if (blocking !== undefined && !aside.has(to)) {
          const name = `${BOX_FILE_PREFIX}-rename-${randomUUID()}`;
          const { rowid } = this.#db.run(
            'INSERT INTO renames_aside (folder, aside, source, target) VALUES (?, ?, ?, ?)',
            location.key,
            name,
            to,
            blocking.to,
          );
          aside.set(to, { name, id: rowid });
          await folder.renameOver(to, folder, name);
        }
        const stored = aside.get(from);
        await this.#move(location.key, folder, stored?.name ?? from, to);
        if (stored !== undefined) this.#db.run('DELETE FROM renames_aside WHERE id = ?', stored.id);
        done.add(rename.source);
      } catch (failure) {
        // Another program has used the name in the meantime. The file with the temporary name gets a regular name
        // again.
        const stored = aside.get(from);
        if (stored !== undefined && (await folder.lstat(stored.name)) !== undefined) {
          await this.#restoreName(location.key, folder, stored.name, [from]);
          this.#db.run('DELETE FROM renames_aside WHERE id = ?', stored.id);
        }
        failed.push({ path: rename.source, error: refusalCodeOf(failure) });
      }
    }
    return done;
  }

  /**
   * Never replaces a file: another program may create one with this name at any moment. `key` is the key of the folder.
   */
  #move(key: string, folder: Folder, name: string, to: string): Promise<void> {
    return this.#vault.moveLocked({ key: `${key}/${name}`, name }, folder, { key: `${key}/${to}`, name: to }, folder);
  }

  /** Gives an entry the first free name of the list, or the last one with a number. */
  async #restoreName(key: string, folder: Folder, aside: string, names: readonly string[]): Promise<void> {
    for (const name of candidateNames(names))
      try {
        await this.#move(key, folder, aside, name);
        return;
      } catch (failure) {
        if (errnoOf(failure) !== 'EEXIST') throw failure;
      }
  }
}

/** The given names, followed by numbered copies of the last one. */
function* candidateNames(names: readonly string[]): Generator<string> {
  yield* names;
  for (let number = 1; ; number += 1) yield copyName(names.at(-1) ?? 'file', number, false);
}

const parentPathOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
