import type { FileListQuery, FilePage, SearchQuery, ShortItem } from '@boxwood/box-sdk';
import type { Caller, Folder, Location, Vault, Volume } from '../../storage/vault/index.ts';
import { GEN, Refusal, reservedNames } from '../../storage/vault/index.ts';
import { cursorFromQuery } from './listing/cursor-from-query.ts';
import type { Hit, HitColumn, HitFilter, HitPage, KeyedHit } from './search/search-hits.ts';
import { MAX_HITS, cutHitPage } from './search/search-hits.ts';
import type { FolderLister } from './listing/folder-lister.ts';
import { MAX_REGEX_LENGTH } from './search/name-pattern.ts';
import type { SearchOutcome, SearchJobs } from './search-worker.ts';
import { PROGRAMS } from '../../runtime/program-registry.ts';
import { workerUrl, monotonicMs, BackgroundWorker } from './background-worker.ts';
import type { VolumeFileChange } from './watch-volumes.ts';

/** Timeout of a search (G-16), in ms. */
const SEARCH_TIMEOUT_MS = 5000;
/** How long a search waits for index updates, in ms. After that it reads the disk. */
const MAX_REFRESH_WAIT_MS = 1000;
/** How long a search waits beyond its deadline for a busy worker, in ms. */
const WORKER_GRACE_MS = 500;
const COLUMN_OF_ORDER: Readonly<Record<number, HitColumn>> = {
  1: 'name',
  2: 'ctime',
  3: 'mtime',
  4: 'size',
  6: 'decimal',
};
/**
 * How long the worker stays alive after a search, in ms: users often search again, and starting a process takes a
 * moment.
 */
const IDLE_AFTER_SEARCH_MS = 120_000;
/** How long the worker stays alive after index updates only, in ms. It takes 40 MB. */
const IDLE_AFTER_UPDATE_MS = 15_000;
/**
 * The index pauses this many times the duration of its last update, so that it uses at most a fifth of one processor.
 */
const PAUSE_FACTOR = 4;
const MAX_PAUSE_MS = 10_000;
const INDEXED_PLACES = new Set(['personal', 'public', 'friends']);

export interface FileSearchOptions {
  readonly vault: Vault;
  readonly lister: FolderLister;
  /** The index file. It can be deleted at any time. */
  readonly file: string;
  readonly onFault: (fault: unknown) => void;
  readonly timeoutMs?: number;
}

interface SearchRun {
  readonly filter: HitFilter;
  readonly page: HitPage;
  /** See {@link monotonicMs}. */
  readonly deadline: number;
}

interface SearchParams {
  readonly filter: HitFilter;
  readonly page: HitPage;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

interface SearchTarget {
  readonly location: Location;
  readonly root: number;
}

/**
 * Searches by name: below one folder (LIST with `regex`, G-16) or in many places (X101). Data volumes are searched in
 * the index; other volumes, and volumes that are not indexed yet, by reading the tree. Every returned item has been
 * checked on the disk.
 */
export class FileSearch {
  readonly #options: FileSearchOptions;
  readonly #index: BackgroundWorker<SearchJobs>;
  /** One worker per kind of volume, so that a hanging device or mount delays only its own searches. */
  readonly #walkers = { data: newSearchWorker(), external: newSearchWorker(), network: newSearchWorker() };
  readonly #indexedVolumes = new Set<string>();
  readonly #dirty = new Set<string>();
  readonly #created = new Set<string>();
  #refreshing: Promise<void> = Promise.resolve();
  #refreshTimer: NodeJS.Timeout | undefined;
  #pauseMs = 0;
  /** Time of the last search; see {@link monotonicMs}. */
  #lastSearchAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(options: FileSearchOptions) {
    this.#options = options;
    const volumes = dataVolumes(options.vault).map(({ mountDir, root }) => ({ mountDir, root }));
    this.#index = new BackgroundWorker<SearchJobs>(worker, {
      initialCall: { job: 'open', argument: { file: options.file, volumes } },
      program: PROGRAMS.names,
      idleMs: () =>
        monotonicMs() - this.#lastSearchAt < IDLE_AFTER_SEARCH_MS ? IDLE_AFTER_SEARCH_MS : IDLE_AFTER_UPDATE_MS,
    });
  }

  /** Updates the index; resolves when it is complete. */
  async start(): Promise<void> {
    for (const volume of dataVolumes(this.#options.vault)) await this.addVolume(volume);
  }

  /** Adds a volume. Searches read its disk until it is indexed. */
  async addVolume({ mountDir, root }: Pick<Volume, 'mountDir' | 'root'>): Promise<void> {
    this.#indexedVolumes.delete(mountDir);
    try {
      await this.#index.call('add', { mountDir, root });
    } catch (fault) {
      if (!this.#closed) this.#options.onFault(fault);
    }
    await this.#crawl(mountDir);
  }

  /** A volume was removed: its index rows are ignored until it returns. */
  removeVolume(mountDir: string): void {
    this.#indexedVolumes.delete(mountDir);
  }

  /** Anything on a volume may have changed: searches read the disk until the index is updated. */
  async recrawl(mountDir: string): Promise<void> {
    this.#indexedVolumes.delete(mountDir);
    await this.#crawl(mountDir);
  }

  /** Queues changes for the index, which is updated after a pause and before the next search. */
  queueChanges({ folders, created }: Pick<VolumeFileChange, 'folders' | 'created'>): void {
    for (const key of folders) this.#dirty.add(key);
    for (const key of created) this.#created.add(key);
    // A folder that changes constantly is read at intervals; a search does not wait for the next interval.
    this.#refreshTimer ??= setTimeout(() => {
      this.#refresh().catch((fault: unknown) => this.#options.onFault(fault));
    }, this.#pauseMs).unref();
  }

  /** Number of indexed names. */
  async count(): Promise<number> {
    return this.#index.call('count', null);
  }

  /** Images and videos of the data volumes, 200 at a time in the order of their ids. */
  async listMedia(afterId: number): Promise<readonly { readonly id: number; readonly key: string }[]> {
    return this.#index.call('media', afterId);
  }

  /** LIST with `regex`. @throws Refusal 6 (no such folder), 7 (timeout), 11 (not in the dialect) */
  async list(caller: Caller, query: FileListQuery, signal: AbortSignal): Promise<FilePage> {
    const column = COLUMN_OF_ORDER[query.order ?? 1];
    if (column === undefined) throw new Refusal(GEN.invalid, 'order');
    if (query.folderonly === 1 && query.regonly === 1) throw new Refusal(GEN.badParameter, 'folderonly');
    if (query.hasbaseinfo === 1 && query.baseinfo === undefined) throw new Refusal(GEN.badParameter, 'baseinfo');
    const filter: HitFilter = {
      regex: query.regex ?? '',
      folderonly: query.folderonly === 1,
      regonly: query.regonly === 1,
      withhidden: query.withhidden === 1,
      ...(query.type === undefined ? {} : { type: query.type }),
    };
    const page: HitPage = {
      column,
      desc: query.desc === 1,
      dirfirst: query.dirfirst !== 0,
      count: query.count,
      after: cursorFromQuery(query),
    };
    const virtual = await this.#options.vault.virtual(caller, query.path);
    const targets =
      virtual === undefined
        ? [{ location: await this.#resolveFolder(caller, query.path), root: 0 }]
        : virtual.entries.flatMap(({ location }) => (location === null ? [] : [{ location, root: 0 }]));
    return this.#find(caller, targets, { filter, page, signal });
  }

  /** SEARCH (X101). Never includes the safe and private files (P-14). @throws Refusal 7, 11 */
  async search(caller: Caller, query: SearchQuery, signal: AbortSignal): Promise<FilePage> {
    if (query.hasbaseinfo === 1 && query.baseinfo === undefined) throw new Refusal(GEN.badParameter, 'baseinfo');
    const { regex, type, mtimefrom, mtimeto, sizemin, sizemax } = query;
    const filter: HitFilter = {
      regex,
      folderonly: false,
      regonly: false,
      withhidden: false,
      ...(type === undefined ? {} : { type }),
      ...(mtimefrom === undefined ? {} : { mtimefrom }),
      ...(mtimeto === undefined ? {} : { mtimeto }),
      ...(sizemin === undefined ? {} : { sizemin }),
      ...(sizemax === undefined ? {} : { sizemax }),
    };
    const page: HitPage = {
      column: 'name',
      desc: false,
      dirfirst: true,
      count: query.count,
      after: cursorFromQuery(query),
    };
    const targets: SearchTarget[] = [];
    for (const root of new Set(query.roots)) targets.push(...(await this.#targetsOfRoot(caller, root)));
    return this.#find(caller, targets, { filter, page, signal });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#refreshTimer);
    await this.#refreshing;
    if (this.#index.isRunning) await this.#index.call('close', null).catch(() => undefined);
    await Promise.all([this.#index, ...Object.values(this.#walkers)].map((thread) => thread.close()));
  }

  async #resolveFolder(caller: Caller, path: string): Promise<Location> {
    const location = this.#options.vault.resolve(caller, path, 'read');
    const stat = await this.#options.vault.lstat(location);
    if (stat === undefined && !location.isPlaceRoot) throw new Refusal(GEN.absent, 'path');
    if (stat?.isDirectory() === false) throw new Refusal(GEN.path, 'ENOTDIR');
    return location;
  }

  async #targetsOfRoot(caller: Caller, root: number): Promise<SearchTarget[]> {
    const { vault } = this.#options;
    const data = vault.volumes.filter(({ kind }) => kind === 'data').map(({ mountDir }) => mountDir);
    const at = (path: string): SearchTarget => ({ location: vault.resolve(caller, path, 'read'), root });
    const within = async (path: string): Promise<SearchTarget[]> => {
      const folder = await vault.virtual(caller, path);
      return (folder?.entries ?? []).flatMap(({ location }) => (location === null ? [] : [{ location, root }]));
    };
    switch (root) {
      case 1:
        return data.map((mount) => at(`${mount}/${caller.user}`));
      case 2:
        return data.map((mount) => at(`${mount}/shared-files`));
      case 4: {
        const home = `${vault.main.mountDir}/${caller.user}/.share2me`;
        const sharers = (await vault.virtual(caller, home))?.entries ?? [];
        return (await Promise.all(sharers.map(({ name }) => within(`${home}/${name}`)))).flat();
      }
      case 5:
      case 9: {
        const kind = root === 5 ? 'external' : 'network';
        const mounts = vault.volumes.filter((volume) => volume.kind === kind);
        return (await Promise.all(mounts.map(({ mountDir }) => within(mountDir)))).flat();
      }
      default:
        return [];
    }
  }

  async #find(
    caller: Caller,
    targets: readonly SearchTarget[],
    { filter, page, signal }: SearchParams,
  ): Promise<FilePage> {
    if (filter.regex.length > MAX_REGEX_LENGTH) throw new Refusal(GEN.invalid, 'regex');
    this.#lastSearchAt = monotonicMs();
    const waitMs = this.#options.timeoutMs ?? SEARCH_TIMEOUT_MS;
    const call = { filter, page, deadline: monotonicMs() + waitMs };
    const isFresh = await within(
      Math.min(waitMs / 2, MAX_REFRESH_WAIT_MS),
      this.#refresh().then(() => true),
      false,
    );
    const isIndexed = (target: SearchTarget): boolean => isFresh && this.#isIndexed(target);
    const indexed = targets.filter(isIndexed);
    const unindexed = targets.filter((target) => !isIndexed(target));
    const timeoutOutcome: SearchOutcome = { tag: 'late' };
    const outcomes = await Promise.all(
      [
        ...(indexed.length > 0 ? [this.#searchIndex(indexed, call, signal)] : []),
        ...unindexed.map((target) => this.#searchDisk(target, call, signal)),
      ].map((outcome) => within(call.deadline - monotonicMs() + WORKER_GRACE_MS, outcome, timeoutOutcome)),
    );
    const found = outcomes.flatMap((outcome) => (outcome.tag === 'found' ? [outcome] : []));
    if (outcomes.some(({ tag }) => tag === 'invalid')) throw new Refusal(GEN.invalid, 'regex');
    if (found.length < outcomes.length) throw new Refusal(GEN.service, 'time');
    const sum = Math.min(
      MAX_HITS,
      found.reduce((total, outcome) => total + outcome.sum, 0),
    );
    const hits = found.flatMap((outcome) => outcome.page);
    const pageHits = found.length === 1 ? hits : cutHitPage(hits, { ...page, after: null });
    const items = await Promise.all(pageHits.map((hit) => this.#currentItem(caller, targets, hit)));
    const file_list = items.filter((item) => item !== undefined);
    return { sum: sum - (items.length - file_list.length), file_list };
  }

  async #searchIndex(targets: readonly SearchTarget[], call: SearchRun, signal: AbortSignal): Promise<SearchOutcome> {
    const scopes = targets.map(({ location, root }) => ({ key: location.key, root }));
    try {
      return await this.#index.call('search', { ...call, scopes }, signal);
    } catch (fault) {
      signal.throwIfAborted();
      // The worker died or the index is broken: rebuild the index, and read the disk until then.
      this.#options.onFault(fault);
      this.#indexedVolumes.clear();
      this.start().catch((restartFault: unknown) => this.#options.onFault(restartFault));
      return { tag: 'late' };
    }
  }

  #isIndexed({ location }: SearchTarget): boolean {
    return this.#indexedVolumes.has(location.volume.mountDir) && INDEXED_PLACES.has(location.place.kind);
  }

  async #searchDisk({ location, root }: SearchTarget, call: SearchRun, signal: AbortSignal): Promise<SearchOutcome> {
    let folder: Folder;
    try {
      folder = await this.#options.vault.folder(location);
    } catch {
      return { tag: 'found', sum: 0, page: [] };
    }
    try {
      const reserved = reservedNames(location.place, location.depth);
      const scopes = [{ path: folder.path, key: location.key, root, reserved }];
      return await this.#walkers[location.volume.kind].call('walk', { ...call, scopes }, signal);
    } finally {
      await folder.close();
    }
  }

  /** A hit with its current state on the disk; undefined when it was deleted or the caller may not read it. */
  async #currentItem(caller: Caller, targets: readonly SearchTarget[], hit: KeyedHit): Promise<ShortItem | undefined> {
    const target = targets.find(({ location, root }) => root === hit.root && isWithin(hit, location));
    if (target === undefined) return undefined;
    const p = `${target.location.wire}${hit.folder.slice(target.location.key.length)}`;
    try {
      const item = await this.#options.lister.item(this.#options.vault.resolve(caller, `${p}/${hit.name}`, 'read'));
      return item === undefined ? undefined : { ...item, k: hit.k, p, ...(hit.root === 0 ? {} : { r: hit.root }) };
    } catch (failure) {
      if (failure instanceof Refusal) return undefined;
      throw failure;
    }
  }

  async #crawl(mountDir: string): Promise<void> {
    try {
      await this.#index.call('crawl', mountDir);
      this.#indexedVolumes.add(mountDir);
    } catch (fault) {
      if (!this.#closed) this.#options.onFault(fault);
    }
  }

  /** Applies all queued changes to the index. Changes that are reported during an update belong to the next one. */
  #refresh(): Promise<void> {
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    if (this.#dirty.size + this.#created.size === 0) return this.#refreshing;
    this.#refreshing = this.#refreshing.then(async () => {
      const folders = [...this.#dirty];
      const created = [...this.#created];
      this.#dirty.clear();
      this.#created.clear();
      if (folders.length + created.length === 0 || this.#closed) return;
      const startedAt = monotonicMs();
      await this.#index.call('refresh', { folders, created }).catch((fault: unknown) => {
        if (!this.#closed) this.#options.onFault(fault);
      });
      this.#pauseMs = Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (monotonicMs() - startedAt));
    });
    return this.#refreshing;
  }
}

/** The result of `work`, or `fallback` after the timeout. */
const within = async <T>(waitMs: number, work: Promise<T>, fallback: T): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, waitMs, fallback);
  });
  return Promise.race([work, timedOut]).finally(() => {
    clearTimeout(timer);
  });
};

const isWithin = (hit: Hit, location: Location): boolean =>
  hit.folder === location.key || hit.folder.startsWith(`${location.key}/`);

const dataVolumes = (vault: Vault) => vault.volumes.filter(({ kind }) => kind === 'data');

const worker = workerUrl(import.meta.url, 'search-worker');
const newSearchWorker = (): BackgroundWorker<SearchJobs> => new BackgroundWorker<SearchJobs>(worker);
