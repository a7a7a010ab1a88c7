import { readFileSync, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Database } from '../../store/database.ts';
import { defineMigration } from '../../store/migrations.ts';
import { text } from '../../store/row-columns.ts';
import type { Mount, Vault } from '../../storage/vault/index.ts';
import { folderIdOf } from '../../storage/vault/index.ts';
import { isOwnName } from '../../storage/vault/own-names.ts';
import { MOUNTINFO, parseMounts } from './mountinfo.ts';
import type { MountEntry } from './mountinfo.ts';

/** Folders that were a mount point once. Without its disk such a folder is not used for files, also after a restart. */
export const mountMigrations = [
  defineMigration('mounts', 1, 'CREATE TABLE mounts (dir TEXT PRIMARY KEY) STRICT, WITHOUT ROWID'),
];

/** Maximum number of attempts to read a stable mount table. */
const MAX_READ_ATTEMPTS = 10;
/** Timeout for the stat of a mount point in ms, because a network server may not respond. */
const STAT_TIMEOUT_MS = 3000;

export interface MountWatcherOptions {
  readonly dataDir: string;
  readonly vault: Pick<Vault, 'setMounts'>;
  readonly database: Database;
  /** Mount table of the kernel; tests replace it. */
  readonly mountinfo?: string;
}

/**
 * Informs the vault about mounted disks. A file system mounted at `usb{n}` of the data folder is a data volume; one in
 * `extdev` or `netdev` is an external or network place. A former mount point stays unwritable until it is mounted
 * again.
 */
export class MountWatcher {
  readonly #options: MountWatcherOptions;
  readonly #file: string;
  readonly #dataDir: string;
  readonly #known: Set<string>;
  /**
   * Mounts known to the vault, by {@link MountEntry.id}. A mount always shows the same file system, and a server may
   * not answer a second stat.
   */
  #mounts = new Map<string, Mount>();
  #lastMountinfo = '';
  #refreshing: Promise<void> = Promise.resolve();

  constructor(options: MountWatcherOptions) {
    this.#options = options;
    this.#file = options.mountinfo ?? MOUNTINFO;
    this.#dataDir = realpathSync(options.dataDir);
    this.#known = new Set(options.database.all((row) => text(row, 'dir'), 'SELECT dir FROM mounts'));
  }

  /** Resolves when the vault knows everything that was mounted at the time of the call. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.catch(() => undefined).then(() => this.#refresh());
    return this.#refreshing;
  }

  async close(): Promise<void> {
    await this.#refreshing.catch(() => undefined);
  }

  async #refresh(): Promise<void> {
    for (let attempts = 0; attempts < MAX_READ_ATTEMPTS; attempts += 1) {
      const mountinfo = this.#read();
      if (mountinfo === this.#lastMountinfo) return;
      const mounts = await this.#mountsIn(mountinfo);
      // The mount table did not change meanwhile, so the stat results belong to these mounts.
      if (this.#read() !== mountinfo) continue;
      this.#apply(mounts);
      this.#lastMountinfo = mountinfo;
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
      const identity = this.#mounts.get(id)?.rootId ?? (await identityAt(point));
      if (mountDir !== null && identity !== null) mounts.set(id, { mountDir, root: point, rootId: identity, readonly });
    }
    return mounts;
  }

  #apply(mounts: Map<string, Mount>): void {
    const { database, vault } = this.#options;
    const newMounts = [...mounts.values()].filter(({ mountDir }) => !this.#known.has(mountDir));
    if (newMounts.length > 0)
      database.durable(() => {
        for (const { mountDir } of newMounts) database.run('INSERT OR IGNORE INTO mounts (dir) VALUES (?)', mountDir);
      });
    for (const { mountDir } of newMounts) this.#known.add(mountDir);
    this.#mounts = mounts;
    vault.setMounts(
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
const identityAt = async (point: string): Promise<string | null> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, STAT_TIMEOUT_MS, null);
  });
  const result = stat(point).then(folderIdOf, () => null);
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
};
