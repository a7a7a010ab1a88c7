import type { BigIntStats } from 'node:fs';
import type { Database } from '../../store/database.ts';
import { defineMigration } from '../../store/migrations.ts';
import { number, text } from '../../store/row-columns.ts';
import type { Row } from '../../store/row-columns.ts';
import type { Folder } from './folder.ts';
import type { Location } from './location.ts';
import { errnoOf, isDiskFullError } from './refusal.ts';
import type { Volume } from './volumes.ts';
import { volumeFor } from './volumes.ts';
import { parseWirePath, joinWirePath } from './wire-path.ts';

/**
 * Renames that never replace anything.
 *
 * A file gets its new name by `link` (the file system decides whether the name is free), then the old name is unlinked.
 * The intent is stored first, so that a box killed in between finishes the move at the next start. Folders cannot be
 * linked; for them, and on file systems without hard links, the name is checked and then renamed: a folder that another
 * program creates in that moment is only replaced if it is empty.
 */
export const moveMigrations = [
  defineMigration(
    'vault',
    1,
    `CREATE TABLE vault_moves (
       id INTEGER PRIMARY KEY,
       source TEXT NOT NULL,
       target TEXT NOT NULL,
       ino TEXT NOT NULL
     ) STRICT`,
  ),
];

const existsError = (): Error => Object.assign(new Error('EEXIST'), { code: 'EEXIST' });
const missingError = (): Error => Object.assign(new Error('ENOENT'), { code: 'ENOENT' });

/** Errors of `link` where the file system or the kernel policy does not allow it; `rclone` returns EIO. */
const NO_HARD_LINK_CODES = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EIO']);

/** Whether a failed `link` means that hard links are not available. */
export const isNoHardLinksError = (failure: unknown): boolean => NO_HARD_LINK_CODES.has(errnoOf(failure) ?? '');

const isSameFile = (a: BigIntStats, b: BigIntStats): boolean => a.ino === b.ino && a.dev === b.dev;

/** The part of a {@link Location} that a move needs. */
export type MovedEntry = Pick<Location, 'key' | 'name'>;

export class VaultMoves {
  readonly #db: Database;
  /** The last intent of earlier runs, set by the first recovery. Later intents belong to moves in progress. */
  #lastIntent = Infinity;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Renames one entry within a file system. The caller holds the locks of both names and syncs the folders. @throws
   * EEXIST, ENOENT and EXDEV as system errors
   */
  async move(from: MovedEntry, fromFolder: Folder, to: MovedEntry, toFolder: Folder): Promise<void> {
    const source = await fromFolder.lstatExactName(from.name);
    if (source === undefined) throw missingError();
    const target = await toFolder.lstatExactName(to.name);
    // The same entry with another spelling: on a case-insensitive file system this changes the case of a name.
    const isCaseChange = target !== undefined && isSameFile(source, target) && source.nlink === 1n;
    if (target !== undefined && !isCaseChange) throw existsError();
    if (
      source.isDirectory() ||
      isCaseChange ||
      !(await this.#moveByLink(from, fromFolder, to, toFolder, String(source.ino)))
    )
      await fromFolder.renameOver(from.name, toFolder, to.name);
  }

  /**
   * Like {@link move}, for a file that only the caller knows and has just checked: where hard links exist, `link` alone
   * decides whether the name is free.
   * @param ino inode of the file
   */
  async moveNewFile(
    from: MovedEntry,
    fromFolder: Folder,
    to: MovedEntry,
    toFolder: Folder,
    ino: string,
  ): Promise<void> {
    if (!(await this.#moveByLink(from, fromFolder, to, toFolder, ino))) await this.move(from, fromFolder, to, toFolder);
  }

  async #moveByLink(
    from: MovedEntry,
    fromFolder: Folder,
    to: MovedEntry,
    toFolder: Folder,
    ino: string,
  ): Promise<boolean> {
    const { rowid } = this.#db.run(
      'INSERT INTO vault_moves (source, target, ino) VALUES (?, ?, ?)',
      from.key,
      to.key,
      ino,
    );
    try {
      await fromFolder.link(from.name, toFolder, to.name);
      await fromFolder.unlink(from.name);
      return true;
    } catch (failure) {
      if (isNoHardLinksError(failure)) return false;
      throw failure;
    } finally {
      this.#deleteIntent(rowid);
    }
  }

  /**
   * A full disk must not make a completed move fail. An intent that stays is checked at the next start, which finds the
   * move completed.
   */
  #deleteIntent(id: number): void {
    try {
      this.#db.run('DELETE FROM vault_moves WHERE id = ?', id);
    } catch (failure) {
      if (!isDiskFullError(failure)) throw failure;
    }
  }

  /**
   * Finishes moves that an interrupted box left with two names. Runs at the start, before anything else accesses files.
   * If the disk does not allow it, the next start retries.
   */
  async recover(volumes: readonly Volume[]): Promise<number> {
    let finished = 0;
    const read = (row: Row) => ({
      id: number(row, 'id'),
      source: text(row, 'source'),
      target: text(row, 'target'),
      ino: text(row, 'ino'),
    });
    const unfinished: number[] = [];
    const intents = this.#db
      .all(read, 'SELECT * FROM vault_moves ORDER BY id')
      .filter(({ id }) => id <= this.#lastIntent);
    for (const { id, source, target, ino } of intents) {
      // A disk that is not connected is skipped for now.
      if ([source, target].some((key) => volumeFor(volumes, parseWirePath(key))?.isAvailable === false)) {
        unfinished.push(id);
        continue;
      }
      const from = await openParent(volumes, source);
      const to = await openParent(volumes, target);
      try {
        if (from !== undefined && to !== undefined && (await finishMove(from, to, ino))) finished += 1;
      } catch (failure) {
        if (errnoOf(failure) === undefined) throw failure;
        unfinished.push(id);
        continue;
      } finally {
        await from?.folder.close();
        await to?.folder.close();
      }
      this.#db.run('DELETE FROM vault_moves WHERE id = ?', id);
    }
    this.#lastIntent = Math.max(0, ...unfinished);
    return finished;
  }
}

interface OpenEntry {
  readonly folder: Folder;
  readonly name: string;
}

/**
 * Unlinks the old name of a file that already has its new one. False when these are not two names of the file with this
 * inode.
 */
export const finishMove = async (from: OpenEntry, to: OpenEntry, ino: string): Promise<boolean> => {
  const before = await from.folder.lstatExactName(from.name);
  const after = await to.folder.lstatExactName(to.name);
  // Only a second hard link may be removed: on a case-insensitive file system both names can be the same one.
  if (!before || !after || String(before.ino) !== ino || !isSameFile(before, after) || before.nlink < 2n) return false;
  await from.folder.unlink(from.name);
  await from.folder.sync();
  return true;
};

const openParent = async (volumes: readonly Volume[], key: string) => {
  const segments = parseWirePath(key);
  const volume = volumeFor(volumes, segments);
  const name = segments.at(-1);
  if (volume === undefined || name === undefined) return undefined;
  const below = segments.slice(volume.segments.length, -1);
  const folder = await volume.open(below).catch(() => undefined);
  return folder === undefined ? undefined : { folder, name, wire: joinWirePath(segments) };
};
