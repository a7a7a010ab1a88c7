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

/** Disk space for finished thumbnails. */
const THUMBNAIL_BYTES = 512 * 1024 * 1024;
/** Between two batches of hashes, so that the disk stays free for people. */
const PAUSE_MS = 100;

export interface FilesOptions {
  readonly vault: Vault;
  readonly database: Database;
  readonly journal: Pick<Journal, 'begin' | 'record'>;
  readonly clock: Clock;
  /** Told of every folder in which something changes. */
  readonly changes: Pick<Changes, 'folder' | 'tree'>;
  /** Told of a file of which nothing may stay that shows its content, and of the hash of that where it is known. */
  readonly onForgotten?: (plain: Version, hash: string | undefined) => void;
  /** For the name index and the thumbnails; both can be made again. */
  readonly stateDir: string;
  /** Something that should be known and stops nothing: a volume that cannot be watched, an index that failed. */
  readonly onTrouble: (what: string, detail: unknown) => void;
}

/** Everything about listing, searching, serving and changing files, made and ended together. */
export class Files {
  readonly snapshots: Snapshots;
  readonly hashes: Hashes;
  readonly lister: Lister;
  /** Pages of listings that are answered with again. */
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
  /** What is done about disks that came and went. */
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
      ...{ vault, lister: this.lister, file: join(stateDir, 'names.sqlite') },
      onFault: (fault) => onTrouble('name index', fault),
    });
    this.operations = new Operations({ vault, journal });
    this.renames = new Renames(database, vault, journal);
    this.server = new FileServer(vault);
    this.zips = new Zips(vault, clock);
    const dir = join(stateDir, 'thumbnails');
    this.thumbnails = new Thumbnails({ dir, vault, hashes: this.hashes, now: () => clock.now() });
  }

  /** Finishes what a killed box left half done. Before {@link start}, and before the journal decides about open operations. */
  async recover(): Promise<void> {
    await this.renames.recover();
  }

  /** Begins, in the background, to watch the data volumes, to bring the name index up to date and to hash what has a thumbnail. */
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

  /** A disk came or went: nothing that is remembered of its place is true any more. */
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

  /** Whether changes on this volume are told, and not only found by who looks. */
  isWatched(mountDir: string): boolean {
    return this.#watching?.watched.includes(mountDir) === true;
  }

  /** Resolves when the name index has caught up for the first time. */
  async settled(): Promise<void> {
    await this.#settled;
  }

  /** Resolves when everything that was there at the start has its hash. */
  async hashed(): Promise<void> {
    await this.#hashed;
  }

  /** A file came or changed by the box's own doing: known at once, not when the watcher tells. */
  changed(location: Location): void {
    const folder = location.key.slice(0, location.key.lastIndexOf('/'));
    this.snapshots.forget(folder);
    this.#options.changes.folder(folder);
    this.search.changed({ folders: new Set([folder]), created: new Set([location.key]) });
    if (isHashedType(typeOfName(location.name))) this.hashes.request(location);
  }

  /** A file is going to be encrypted away: nothing that shows its content stays. */
  async forget(plain: Version): Promise<void> {
    const hash = this.hashes.forget(plain);
    this.#options.onForgotten?.(plain, hash);
    if (hash !== undefined) await this.thumbnails.forget(hash);
  }

  /** Upkeep, every ten minutes; also the second chance of a volume that nobody watches. */
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
        // Last: who is told asks at once.
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

  /** Pictures and films that were there before the box, or came while it was off, get their hash without being listed first. */
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
        // Whatever cannot be read now has no hash; a listing asks again.
        if (location !== undefined) await this.hashes.compute(location).catch(() => null);
      }
      await sleep(PAUSE_MS, undefined, { ref: false });
    }
  }
}
