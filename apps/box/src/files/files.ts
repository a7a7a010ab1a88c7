import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Changes } from '../changes/changes.ts';
import type { Clock } from '../clock.ts';
import type { Journal } from '../journal/journal.ts';
import type { Database } from '../store/database.ts';
import { Thumbnails } from '../thumbnails/thumbnails.ts';
import type { Location, Vault, Volume, VolumeChange } from '../vault/index.ts';
import { callerFor } from '../vault/index.ts';
import { isHashedType, typeOfName } from './file-type.ts';
import type { Version } from './hashes.ts';
import { FinishedPages } from './finished-pages.ts';
import { Hashes } from './hashes.ts';
import { Lister } from './lister.ts';
import { Operations } from './operations.ts';
import { Renames } from './renames.ts';
import { Search } from './search.ts';
import { Zips } from '../zip/zips.ts';
import { FileServer } from './serve.ts';
import { Snapshots } from './snapshots.ts';
import type { Watching } from './watch.ts';
import { watchVolumes } from './watch.ts';

/** Disk space limit of the thumbnail cache, in bytes. */
const THUMBNAIL_BYTES = 512 * 1024 * 1024;
/** Pause between two batches of hashes, in ms, so that the disk stays responsive for users. */
const PAUSE_MS = 100;

export interface FilesOptions {
  readonly vault: Vault;
  readonly database: Database;
  readonly journal: Pick<Journal, 'begin' | 'record'>;
  readonly clock: Clock;
  /** Notified of every folder in which something changes. */
  readonly changes: Pick<Changes, 'folder' | 'tree'>;
  /**
   * Called when everything that shows the content of a file must be deleted, with the hash of the content if it is
   * known.
   */
  readonly onForgotten?: (plain: Version, hash: string | undefined) => void;
  /** Folder of the name index and the thumbnails; both can be rebuilt. */
  readonly stateDir: string;
  /** Reports a problem that does not stop the box, such as a volume that cannot be watched or a failed index. */
  readonly onTrouble: (what: string, detail: unknown) => void;
}

/** Owns everything that lists, searches, serves and changes files, so that it starts and closes together. */
export class Files {
  readonly snapshots: Snapshots;
  readonly hashes: Hashes;
  readonly lister: Lister;
  /** Cached listing pages, reused for repeated requests. */
  readonly pages: FinishedPages;
  readonly search: Search;
  readonly operations: Operations;
  readonly renames: Renames;
  readonly server: FileServer;
  readonly thumbnails: Thumbnails;
  readonly zips: Zips;
  readonly #options: FilesOptions;
  #watching: Watching | undefined;
  #watched: Promise<void> = Promise.resolve();
  #settled: Promise<void> = Promise.resolve();
  #hashed: Promise<void> = Promise.resolve();
  /** Serialises the work for disks that are connected and removed. */
  #following: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: FilesOptions) {
    this.#options = options;
    const { vault, database, journal, clock, stateDir, onTrouble } = options;
    this.snapshots = new Snapshots({ vault, now: () => clock.now() });
    this.hashes = new Hashes(database, vault);
    this.pages = new FinishedPages(() => clock.now());
    this.lister = new Lister({ vault, snapshots: this.snapshots, hashes: this.hashes, pages: this.pages });
    this.search = new Search({
      vault,
      lister: this.lister,
      file: join(stateDir, 'names.sqlite'),
      onFault: (fault) => onTrouble('name index', fault),
    });
    this.operations = new Operations({ vault, journal });
    this.renames = new Renames(database, vault, journal);
    this.server = new FileServer(vault);
    this.zips = new Zips(vault, clock);
    const dir = join(stateDir, 'thumbnails');
    this.thumbnails = new Thumbnails({ dir, vault, hashes: this.hashes, now: () => clock.now() });
  }

  /**
   * Completes what was interrupted when the box was killed. Runs before {@link start}, and before the journal decides
   * about open operations.
   */
  async recover(): Promise<void> {
    await this.renames.recover();
  }

  /**
   * Starts background work: watching the data volumes, updating the name index, and hashing files that have a
   * thumbnail.
   */
  start(): void {
    this.#watched = this.#watch();
    this.#settled = this.#watched.then(() => this.#index());
    this.#following = this.#settled.catch(() => undefined);
    this.#hashed = this.#settled.then(() => this.#hashMedia());
    for (const stage of [this.#settled, this.#hashed])
      stage.catch((fault: unknown) => {
        if (!this.#closed) this.#options.onTrouble('files', fault);
      });
  }

  /** A disk was connected or removed: drops everything cached for its mount point. */
  volumeChanged({ kind, mountDir, volume }: VolumeChange): void {
    const { changes, onTrouble } = this.#options;
    this.snapshots.forgetBelow(mountDir);
    if (volume.kind === 'data') {
      this.snapshots.setWatched(mountDir, false);
      this.search.drop(mountDir);
      this.#following = this.#following
        .then(() => (kind === 'came' ? this.#follow(volume) : this.#watching?.drop(mountDir)))
        .catch((fault: unknown) => {
          if (!this.#closed) onTrouble('volume', fault);
        });
    }
    changes.folder(volume.mountDir);
    changes.tree(mountDir);
  }

  async #follow(volume: Volume): Promise<void> {
    await this.#watching?.add(volume);
    if (this.isWatched(volume.mountDir)) this.snapshots.setWatched(volume.mountDir, true);
    await this.search.add(volume);
  }

  /** Whether inotify reports changes on this volume. Other volumes only notice changes when a client lists a folder. */
  isWatched(mountDir: string): boolean {
    return this.#watching?.watched.includes(mountDir) === true;
  }

  /** Resolves when the first update of the name index has finished. */
  async settled(): Promise<void> {
    await this.#settled;
  }

  /** Resolves when everything that existed at the start has been hashed. */
  async hashed(): Promise<void> {
    await this.#hashed;
  }

  /** Records a file that the box itself created or changed, without waiting for the watcher. */
  changed(location: Location): void {
    const folder = location.key.slice(0, location.key.lastIndexOf('/'));
    this.snapshots.forget(folder);
    this.#options.changes.folder(folder);
    this.search.changed({ folders: new Set([folder]), created: new Set([location.key]) });
    if (isHashedType(typeOfName(location.name))) this.hashes.request(location);
  }

  /** Deletes everything that shows the content of a file, before that file is encrypted. */
  async forget(plain: Version): Promise<void> {
    const hash = this.hashes.forget(plain);
    this.#options.onForgotten?.(plain, hash);
    if (hash !== undefined) await this.thumbnails.forget(hash);
  }

  /** Maintenance, every ten minutes. It also re-crawls volumes that cannot be watched. */
  async tend(): Promise<void> {
    await this.thumbnails.collect(THUMBNAIL_BYTES);
    for (const { mountDir, kind } of this.#options.vault.volumes)
      if (kind === 'data' && !this.isWatched(mountDir)) await this.search.recrawl(mountDir);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#watched.catch(() => undefined);
    await this.#following;
    await this.#watching?.close();
    this.thumbnails.close();
    await this.search.close();
    await this.hashes.close();
    await Promise.allSettled([this.#settled, this.#hashed]);
    await this.snapshots.close();
  }

  async #watch(): Promise<void> {
    const { vault, changes, onTrouble } = this.#options;
    this.#watching = await watchVolumes({
      volumes: vault.volumes.filter(({ kind }) => kind === 'data'),
      onChange: (change) => {
        for (const folder of change.folders) this.snapshots.forget(folder);
        for (const key of change.created) this.snapshots.forgetBelow(key);
        if (change.everything) this.snapshots.forgetBelow(change.mountDir);
        this.search.changed(change);
        // Last, because a notified client lists the folder at once.
        for (const folder of change.folders) changes.folder(folder);
        for (const key of [...change.created, ...change.gone]) changes.tree(key);
        if (change.everything) changes.tree(change.mountDir);
      },
      onLost: (mountDir, reason) => {
        onTrouble('watching', `${mountDir}: ${reason}`);
        this.snapshots.setWatched(mountDir, false);
        this.snapshots.forgetBelow(mountDir);
        changes.tree(mountDir);
        this.search.recrawl(mountDir).catch((fault: unknown) => onTrouble('name index', fault));
      },
    });
    for (const mountDir of this.#watching.watched) this.snapshots.setWatched(mountDir, true);
  }

  async #index(): Promise<void> {
    if (!this.#closed) await this.search.start();
  }

  /** Hashes pictures and videos that were added while the box was off, so that they do not have to be listed first. */
  async #hashMedia(): Promise<void> {
    const { vault } = this.#options;
    let last = 0;
    while (!this.#closed) {
      const found = await this.search.media(last);
      if (found.length === 0) return;
      for (const { id, key } of found) {
        last = id;
        const [user = ''] = key.split('/').slice(vault.main.segments.length + 1);
        const location = vault.seenBy(callerFor(user), key);
        // A file that cannot be read now has no hash; a later listing requests it again.
        if (location !== undefined) await this.hashes.compute(location).catch(() => null);
      }
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}
