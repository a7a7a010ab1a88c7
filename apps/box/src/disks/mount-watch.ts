import { readFileSync, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Database } from '../store/database.ts';
import { defineMigration } from '../store/migrations.ts';
import { text } from '../store/rows.ts';
import type { Mount, Vault } from '../vault/index.ts';
import { markOf } from '../vault/index.ts';
import { isOwnName } from '../vault/own-names.ts';
import { MOUNTINFO, parseMounts } from './mounts.ts';
import type { MountEntry } from './mounts.ts';

/** Folders that were a mount point once. Without its disk such a folder is not used for files, also after a restart. */
export const mountMigrations = [
  defineMigration('mounts', 1, 'CREATE TABLE mounts (dir TEXT PRIMARY KEY) STRICT, WITHOUT ROWID'),
];

/** Maximum number of attempts to read a stable mount table. */
const MAX_LOOKS = 10;
/** Timeout for the stat of a mount point in ms, because a network server may not respond. */
const STAT_MS = 3000;

export interface MountWatchOptions {
  readonly dataDir: string;
  readonly vault: Pick<Vault, 'takeMounts'>;
  readonly database: Database;
  /** Mount table of the kernel; tests replace it. */
  readonly mountinfo?: string;
}

/**
 * Informs the vault about mounted disks. A file system mounted at `usb{n}` of the data folder is a data volume; one in
 * `extdev` or `netdev` is an external or network place. A former mount point stays unwritable until it is mounted
 * again.
 */
export class MountWatch {
  readonly #options: MountWatchOptions;
  readonly #file: string;
  readonly #dataDir: string;
  readonly #known: Set<string>;
  /**
   * Mounts known to the vault, by {@link MountEntry.id}. A mount always shows the same file system, and a server may
   * not answer a second stat.
   */
  #mounts = new Map<string, Mount>();
  #seen = '';
  #looking: Promise<void> = Promise.resolve();

  constructor(options: MountWatchOptions) {
    this.#options = options;
    this.#file = options.mountinfo ?? MOUNTINFO;
    this.#dataDir = realpathSync(options.dataDir);
    this.#known = new Set(options.database.all((row) => text(row, 'dir'), 'SELECT dir FROM mounts'));
  }

  /** Resolves when the vault knows everything that was mounted at the time of the call. */
  look(): Promise<void> {
    this.#looking = this.#looking.catch(() => undefined).then(() => this.#look());
    return this.#looking;
  }

  async close(): Promise<void> {
    await this.#looking.catch(() => undefined);
  }

  async #look(): Promise<void> {
    for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
      const seen = this.#read();
      if (seen === this.#seen) return;
      const mounts = await this.#mountsIn(seen);
      // The mount table did not change meanwhile, so the stat results belong to these mounts.
      if (this.#read() !== seen) continue;
      this.#take(mounts);
      this.#seen = seen;
      return;
    }
  }

  /** Reads kernel state without disk access. Returns an empty text where the file does not exist. */
  #read(): string {
    try {
      return readFileSync(this.#file, 'utf8');
    } catch {
      return '';
    }
  }

  async #mountsIn(mountinfo: string): Promise<Map<string, Mount>> {
    const top = new Map<string, MountEntry>();
    for (const entry of parseMounts(mountinfo)) if (this.#wireOf(entry.point) !== null) top.set(entry.point, entry);
    const mounts = new Map<string, Mount>();
    for (const { id, point, readonly } of top.values()) {
      const mountDir = this.#wireOf(point);
      const mark = this.#mounts.get(id)?.mark ?? (await markAt(point));
      if (mountDir !== null && mark !== null) mounts.set(id, { mountDir, root: point, mark, readonly });
    }
    return mounts;
  }

  #take(mounts: Map<string, Mount>): void {
    const { database, vault } = this.#options;
    const fresh = [...mounts.values()].filter(({ mountDir }) => !this.#known.has(mountDir));
    if (fresh.length > 0)
      database.durable(() => {
        for (const { mountDir } of fresh) database.run('INSERT OR IGNORE INTO mounts (dir) VALUES (?)', mountDir);
      });
    for (const { mountDir } of fresh) this.#known.add(mountDir);
    this.#mounts = mounts;
    vault.takeMounts(
      [...mounts.values()],
      [...this.#known].map((mountDir) => ({ mountDir, root: `${this.#dataDir}${mountDir.slice('/mnt'.length)}` })),
    );
  }

  /** The wire path of a mount point; null when it is not a place of the box. */
  #wireOf(point: string): string | null {
    if (!point.startsWith(`${this.#dataDir}/`)) return null;
    const below = point.slice(this.#dataDir.length + 1);
    const name = /^(?:usb[1-9]\d?|(?:extdev|netdev)\/([^/]+))$/.exec(below);
    return name === null || isOwnName(name[1] ?? '') || name[1]?.includes('\uFFFD') === true ? null : `/mnt/${below}`;
  }
}

/** Identity of the mounted file system; null when stat fails or times out. */
const markAt = async (point: string): Promise<string | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, STAT_MS, null);
  });
  const asked = stat(point).then(markOf, () => null);
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
};
