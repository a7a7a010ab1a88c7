import type { BigIntStats } from 'node:fs';
import type { Database } from '../store/database.ts';
import { defineMigration } from '../store/migrations.ts';
import { number, text } from '../store/rows.ts';
import type { Row } from '../store/rows.ts';
import type { Folder } from './folder.ts';
import type { Location } from './location.ts';
import { errnoOf, saysFull } from './refusal.ts';
import type { Volume } from './volumes.ts';
import { volumeFor } from './volumes.ts';
import { parseWirePath, wirePath } from './wire-path.ts';

/**
 * Renames that never replace anything.
 *
 * A file gets its new name by `link` (the file system itself decides whether the name is free) and then loses the old one. The intent is
 * noted first, so that a box killed between the two finishes the move when it starts. Folders cannot be linked; for them, and where the
 * file system has no links, the name is looked up and then renamed: a folder that another program makes in that instant is kept unless it is empty.
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

const taken = (): Error => Object.assign(new Error('EEXIST'), { code: 'EEXIST' });
const gone = (): Error => Object.assign(new Error('ENOENT'), { code: 'ENOENT' });

/** What `link` answers where the file system or the kernel's policy does not allow it; EIO is what `rclone` says. */
const NO_LINKS = new Set(['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EIO']);

/** Whether a failed `link` says that there are no second names here. */
export const saysNoLinks = (failure: unknown): boolean => NO_LINKS.has(errnoOf(failure) ?? '');

const same = (a: BigIntStats, b: BigIntStats): boolean => a.ino === b.ino && a.dev === b.dev;

/** What a move needs to know of a {@link Location}. */
export type Spot = Pick<Location, 'key' | 'name'>;

export class Moves {
  readonly #db: Database;
  /** The last intent of the runs before, known from the first look on: later ones are being moved now. */
  #last = Infinity;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Gives one entry another name within a file system. The caller holds the locks of both names and syncs the folders. EEXIST, ENOENT and
   * EXDEV as errors of the system.
   */
  async move(from: Spot, fromFolder: Folder, to: Spot, toFolder: Folder): Promise<void> {
    const source = await fromFolder.lstatExact(from.name);
    if (source === undefined) throw gone();
    const target = await toFolder.lstatExact(to.name);
    // The same entry under another spelling: on a file system that folds case this is how a name changes its case.
    const respelled = target !== undefined && same(source, target) && source.nlink === 1n;
    if (target !== undefined && !respelled) throw taken();
    if (source.isDirectory() || respelled || !(await this.#byLink(from, fromFolder, to, toFolder, String(source.ino))))
      await fromFolder.renameOver(from.name, toFolder, to.name);
  }

  /**
   * {@link move} of a file that nobody else knows and that its caller has just looked at: where there are links, `link` alone says whether the name is free.
   * @param ino its inode
   */
  async name(from: Spot, fromFolder: Folder, to: Spot, toFolder: Folder, ino: string): Promise<void> {
    if (!(await this.#byLink(from, fromFolder, to, toFolder, ino))) await this.move(from, fromFolder, to, toFolder);
  }

  async #byLink(from: Spot, fromFolder: Folder, to: Spot, toFolder: Folder, ino: string): Promise<boolean> {
    const { rowid } = this.#db.run(
      'INSERT INTO vault_moves (source, target, ino) VALUES (?, ?, ?)',
      ...[from.key, to.key, ino],
    );
    try {
      await fromFolder.link(from.name, toFolder, to.name);
      await fromFolder.unlink(from.name);
      return true;
    } catch (failure) {
      if (saysNoLinks(failure)) return false;
      throw failure;
    } finally {
      this.#settle(rowid);
    }
  }

  /** A full disk must not make a move that happened look as if it had not: an intent that stays is met by the next start, which finds it done. */
  #settle(id: number): void {
    try {
      this.#db.run('DELETE FROM vault_moves WHERE id = ?', id);
    } catch (failure) {
      if (!saysFull(failure)) throw failure;
    }
  }

  /**
   * Finishes the moves that a killed box left with two names. Run at the start, before anything else touches files. What the disk does
   * not let us finish is tried again at the next start.
   */
  async recover(volumes: readonly Volume[]): Promise<number> {
    let finished = 0;
    const read = (row: Row) => ({
      id: number(row, 'id'),
      source: text(row, 'source'),
      target: text(row, 'target'),
      ino: text(row, 'ino'),
    });
    const waiting: number[] = [];
    const intents = this.#db.all(read, 'SELECT * FROM vault_moves ORDER BY id').filter(({ id }) => id <= this.#last);
    for (const { id, source, target, ino } of intents) {
      // A disk that is not there says nothing yet.
      if ([source, target].some((key) => volumeFor(volumes, parseWirePath(key))?.isThere === false)) {
        waiting.push(id);
        continue;
      }
      const from = await openParent(volumes, source);
      const to = await openParent(volumes, target);
      try {
        if (from !== undefined && to !== undefined && (await finishMove(from, to, ino))) finished += 1;
      } catch (failure) {
        if (errnoOf(failure) === undefined) throw failure;
        waiting.push(id);
        continue;
      } finally {
        await from?.folder.close();
        await to?.folder.close();
      }
      this.#db.run('DELETE FROM vault_moves WHERE id = ?', id);
    }
    this.#last = Math.max(0, ...waiting);
    return finished;
  }
}

interface Named {
  readonly folder: Folder;
  readonly name: string;
}

/** Takes the old name of a file that has its new one already. False when these are not two names of the file with this inode. */
export const finishMove = async (from: Named, to: Named, ino: string): Promise<boolean> => {
  const before = await from.folder.lstatExact(from.name);
  const after = await to.folder.lstatExact(to.name);
  // Only a second name may go: on a file system that folds case both names can be the same one.
  if (!before || !after || String(before.ino) !== ino || !same(before, after) || before.nlink < 2n) return false;
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
  return folder === undefined ? undefined : { folder, name, wire: wirePath(segments) };
};
