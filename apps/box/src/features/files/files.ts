import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeFeed } from '../../storage/changes/change-feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Journal } from '../../storage/journal/journal.ts';
import type { Database } from '../../store/database.ts';
import { Thumbnails } from '../../storage/thumbnails/thumbnails.ts';
import type { Location, Vault, Volume, VolumeChange } from '../../storage/vault/index.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { isHashedType, typeOfName } from './file-type.ts';
import type { ContentVersion } from './media-hashes.ts';
import { ListingPageCache } from './listing/listing-page-cache.ts';
import { MediaHashes } from './media-hashes.ts';
import { FolderLister } from './listing/folder-lister.ts';
import { FileOperations } from './file-operations.ts';
import { BatchRenames } from './batch-renames.ts';
import { FileSearch } from './file-search.ts';
import { ZipDownloads } from '../../storage/zip/zip-downloads.ts';
import { FileServer } from './download/file-server.ts';
import { FolderSnapshotCache } from './folder-snapshot-cache.ts';
import type { VolumeWatchers } from './watch-volumes.ts';
import { watchVolumes } from './watch-volumes.ts';

/** Disk space limit of the thumbnail cache, in bytes. */
const MAX_THUMBNAIL_BYTES = 512 * 1024 * 1024;
/** Pause between two batches of hashes, in ms, so that the disk stays responsive for users. */
const HASH_BATCH_PAUSE_MS = 100;

export interface FilesOptions {
  readonly vault: Vault;
  readonly database: Database;
  readonly journal: Pick<Journal, 'begin' | 'record'>;
  readonly clock: Clock;
  /** Notified of every folder in which something changes. */
  readonly changes: Pick<ChangeFeed, 'folder' | 'tree'>;
  /**
   * Called when everything that shows the content of a file must be deleted, with the hash of the content if it is
   * known.
   */
  readonly onContentForgotten?: (plain: ContentVersion, hash: string | undefined) => void;
  /** Folder of the name index and the thumbnails; both can be rebuilt. */
  readonly stateDir: string;
  /** Reports a problem that does not stop the box, such as a volume that cannot be watched or a failed index. */
  readonly onWarning: (what: string, detail: unknown) => void;
}

/** Owns everything that lists, searches, serves and changes files, so that it starts and closes together. */
export class Files {
  readonly snapshots: FolderSnapshotCache;
  readonly hashes: MediaHashes;
  readonly lister: FolderLister;
  /** Cached listing pages, reused for repeated requests. */
  readonly pages: ListingPageCache;
  readonly search: FileSearch;
  readonly operations: FileOperations;
  readonly renames: BatchRenames;
  readonly server: FileServer;
  readonly thumbnails: Thumbnails;
  readonly zips: ZipDownloads;
  readonly #options: FilesOptions;
  #watchers: VolumeWatchers | undefined;
  #watched: Promise<void> = Promise.resolve();
  #indexed: Promise<void> = Promise.resolve();
  #hashed: Promise<void> = Promise.resolve();
  /** Serialises the work for disks that are connected and removed. */
  #volumeUpdates: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: FilesOptions) {
    this.#options = options;
    const { vault, database, journal, clock, stateDir, onWarning } = options;
    this.snapshots = new FolderSnapshotCache({ vault, now: () => clock.now() });
    this.hashes = new MediaHashes(database, vault);
    this.pages = new ListingPageCache(() => clock.now());
    this.lister = new FolderLister({ vault, snapshots: this.snapshots, hashes: this.hashes, pages: this.pages });
    this.search = new FileSearch({
      vault,
      lister: this.lister,
      file: join(stateDir, 'names.sqlite'),
      onFault: (fault) => onWarning('name index', fault),
    });
    this.operations = new FileOperations({ vault, journal });
    this.renames = new BatchRenames(database, vault, journal);
    this.server = new FileServer(vault);
    this.zips = new ZipDownloads(vault, clock);
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
    this.#indexed = this.#watched.then(() => this.#index());
    this.#volumeUpdates = this.#indexed.catch(() => undefined);
    this.#hashed = this.#indexed.then(() => this.#hashMedia());
    for (const stage of [this.#indexed, this.#hashed])
      stage.catch((fault: unknown) => {
        if (!this.#closed) this.#options.onWarning('files', fault);
      });
  }

  /** A disk was connected or removed: drops everything cached for its mount point. */
  volumeChanged({ kind, mountDir, volume }: VolumeChange): void {
    const { changes, onWarning } = this.#options;
    this.snapshots.forgetBelow(mountDir);
    if (volume.kind === 'data') {
      this.snapshots.setWatched(mountDir, false);
      this.search.removeVolume(mountDir);
      this.#volumeUpdates = this.#volumeUpdates
        .then(() => (kind === 'came' ? this.#addVolume(volume) : this.#watchers?.drop(mountDir)))
        .catch((fault: unknown) => {
          if (!this.#closed) onWarning('volume', fault);
        });
    }
    changes.folder(volume.mountDir);
    changes.tree(mountDir);
  }

  async #addVolume(volume: Volume): Promise<void> {
    await this.#watchers?.add(volume);
    if (this.isWatched(volume.mountDir)) this.snapshots.setWatched(volume.mountDir, true);
    await this.search.addVolume(volume);
  }

  /** Whether inotify reports changes on this volume. Other volumes only notice changes when a client lists a folder. */
  isWatched(mountDir: string): boolean {
    return this.#watchers?.watched.includes(mountDir) === true;
  }

  /** Resolves when the first update of the name index has finished. */
  async whenIndexed(): Promise<void> {
    await this.#indexed;
  }

  /** Resolves when everything that existed at the start has been hashed. */
  async whenHashed(): Promise<void> {
    await this.#hashed;
  }

  /** Records a file that the box itself created or changed, without waiting for the watcher. */
  fileChanged(location: Location): void {
    const folder = location.key.slice(0, location.key.lastIndexOf('/'));
    this.snapshots.forget(folder);
    this.#options.changes.folder(folder);
    this.search.queueChanges({ folders: new Set([folder]), created: new Set([location.key]) });
    if (isHashedType(typeOfName(location.name))) this.hashes.requestHash(location);
  }

  /** Deletes everything that shows the content of a file, before that file is encrypted. */
  async forgetContent(plain: ContentVersion): Promise<void> {
    const hash = this.hashes.forget(plain);
    this.#options.onContentForgotten?.(plain, hash);
    if (hash !== undefined) await this.thumbnails.forget(hash);
  }

  /** Maintenance, every ten minutes. It also re-crawls volumes that cannot be watched. */
  async maintain(): Promise<void> {
    await this.thumbnails.collect(MAX_THUMBNAIL_BYTES);
    for (const { mountDir, kind } of this.#options.vault.volumes)
      if (kind === 'data' && !this.isWatched(mountDir)) await this.search.recrawl(mountDir);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#watched.catch(() => undefined);
    await this.#volumeUpdates;
    await this.#watchers?.close();
    this.thumbnails.close();
    await this.search.close();
    await this.hashes.close();
    await Promise.allSettled([this.#indexed, this.#hashed]);
    await this.snapshots.close();
  }

  async #watch(): Promise<void> {
    const { vault, changes, onWarning } = this.#options;
    this.#watchers = await watchVolumes({
      volumes: vault.volumes.filter(({ kind }) => kind === 'data'),
      onChange: (change) => {
        for (const folder of change.folders) this.snapshots.forget(folder);
        for (const key of change.created) this.snapshots.forgetBelow(key);
        if (change.isOverflow) this.snapshots.forgetBelow(change.mountDir);
        this.search.queueChanges(change);
        // Last, because a notified client lists the folder at once.
        for (const folder of change.folders) changes.folder(folder);
        for (const key of [...change.created, ...change.deleted]) changes.tree(key);
        if (change.isOverflow) changes.tree(change.mountDir);
      },
      onWatchLost: (mountDir, reason) => {
        onWarning('watching', `${mountDir}: ${reason}`);
        this.snapshots.setWatched(mountDir, false);
        this.snapshots.forgetBelow(mountDir);
        changes.tree(mountDir);
        this.search.recrawl(mountDir).catch((fault: unknown) => onWarning('name index', fault));
      },
    });
    for (const mountDir of this.#watchers.watched) this.snapshots.setWatched(mountDir, true);
  }

  async #index(): Promise<void> {
    if (!this.#closed) await this.search.start();
  }

  /** Hashes pictures and videos that were added while the box was off, so that they do not have to be listed first. */
  async #hashMedia(): Promise<void> {
    const { vault } = this.#options;
    let last = 0;
    while (!this.#closed) {
      const found = await this.search.listMedia(last);
      if (found.length === 0) return;
      for (const { id, key } of found) {
        last = id;
        const [user = ''] = key.split('/').slice(vault.main.segments.length + 1);
        const location = vault.findReadable(callerFor(user), key);
        // A file that cannot be read now has no hash; a later listing requests it again.
        if (location !== undefined) await this.hashes.computeHash(location).catch(() => null);
      }
      await sleep(HASH_BATCH_PAUSE_MS, undefined, { ref: false });
    }
  }
}
