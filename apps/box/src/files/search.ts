import type { FileListQuery, FilePage, SearchQuery, ShortItem } from '@boxwood/box-sdk';
import type { Caller, Folder, Location, Vault, Volume } from '../vault/index.ts';
import { GEN, Refusal, reservedNames } from '../vault/index.ts';
import { cursorOf } from './cursor.ts';
import type { Hit, HitColumn, HitFilter, HitPage, KeyedHit } from './hits.ts';
import { MAX_HITS, pageOfHits } from './hits.ts';
import type { Lister } from './lister.ts';
import { MAX_REGEX } from './regex.ts';
import type { SearchAnswer, SearchJobs } from './search-worker.ts';
import { PROGRAMS } from '../runtime/registry.ts';
import { besideModule, monotonicMs, Thread } from './thread.ts';
import type { VolumeChange } from './watch.ts';

/** Timeout of a search (G-16), in ms. */
const SEARCH_MS = 5000;
/** How long a search waits for index updates, in ms. After that it reads the disk. */
const REFRESH_MS = 1000;
/** How long a search waits beyond its deadline for a busy worker, in ms. */
const GRACE_MS = 500;
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
const ASKED_REST_MS = 120_000;
/** How long the worker stays alive after index updates only, in ms. It takes 40 MB. */
const REST_MS = 15_000;
/**
 * The index pauses this many times the duration of its last update, so that it uses at most a fifth of one processor.
 */
const PAUSE_FACTOR = 4;
const MAX_PAUSE_MS = 10_000;
const INDEXED = new Set(['personal', 'public', 'friends']);

export interface SearchOptions {
  readonly vault: Vault;
  readonly lister: Lister;
  /** The index file. It can be deleted at any time. */
  readonly file: string;
  readonly onFault: (fault: unknown) => void;
  readonly searchMs?: number;
}

interface Call {
  readonly filter: HitFilter;
  readonly page: HitPage;
  /** See {@link monotonicMs}. */
  readonly deadline: number;
}

interface Asked {
  readonly filter: HitFilter;
  readonly page: HitPage;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

interface Target {
  readonly location: Location;
  readonly root: number;
}

/**
 * Searches by name: below one folder (LIST with `regex`, G-16) or in many places (X101). Data volumes are searched in
 * the index; other volumes, and volumes that are not indexed yet, by reading the tree. Every returned item has been
 * checked on the disk.
 */
export class Search {
  readonly #options: SearchOptions;
  readonly #index: Thread<SearchJobs>;
  /** One worker per kind of volume, so that a hanging device or mount delays only its own searches. */
  readonly #walkers = { data: newThread(), external: newThread(), network: newThread() };
  readonly #ready = new Set<string>();
  readonly #dirty = new Set<string>();
  readonly #came = new Set<string>();
  #refreshing: Promise<void> = Promise.resolve();
  #soon: NodeJS.Timeout | undefined;
  #pauseMs = 0;
  /** Time of the last search; see {@link monotonicMs}. */
  #askedAt = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(options: SearchOptions) {
    this.#options = options;
    const volumes = dataVolumes(options.vault).map(({ mountDir, root }) => ({ mountDir, root }));
    this.#index = new Thread<SearchJobs>(worker, {
      greeting: { job: 'open', argument: { file: options.file, volumes } },
      apart: PROGRAMS.names,
      idleMs: () => (monotonicMs() - this.#askedAt < ASKED_REST_MS ? ASKED_REST_MS : REST_MS),
    });
  }

  /** Updates the index; resolves when it is complete. */
  async start(): Promise<void> {
    for (const volume of dataVolumes(this.#options.vault)) await this.add(volume);
  }

  /** Adds a volume. Searches read its disk until it is indexed. */
  async add({ mountDir, root }: Pick<Volume, 'mountDir' | 'root'>): Promise<void> {
    this.#ready.delete(mountDir);
    try {
      await this.#index.call('add', { mountDir, root });
    } catch (fault) {
      if (!this.#closed) this.#options.onFault(fault);
    }
    await this.#crawl(mountDir);
  }

  /** A volume was removed: its index rows are ignored until it returns. */
  drop(mountDir: string): void {
    this.#ready.delete(mountDir);
  }

  /** Anything on a volume may have changed: searches read the disk until the index is updated. */
  async recrawl(mountDir: string): Promise<void> {
    this.#ready.delete(mountDir);
    await this.#crawl(mountDir);
  }

  /** Queues changes for the index, which is updated after a pause and before the next search. */
  changed({ folders, created }: Pick<VolumeChange, 'folders' | 'created'>): void {
    for (const key of folders) this.#dirty.add(key);
    for (const key of created) this.#came.add(key);
    // A folder that changes constantly is read at intervals; a search does not wait for the next interval.
    this.#soon ??= setTimeout(() => {
      this.#refresh().catch((fault: unknown) => this.#options.onFault(fault));
    }, this.#pauseMs).unref();
  }

  /** Number of indexed names. */
  async count(): Promise<number> {
    return this.#index.call('count', null);
  }

  /** Images and videos of the data volumes, 200 at a time in the order of their ids. */
  async media(afterId: number): Promise<readonly { readonly id: number; readonly key: string }[]> {
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
      after: cursorOf(query),
    };
    const virtual = await this.#options.vault.virtual(caller, query.path);
    const targets =
      virtual === undefined
        ? [{ location: await this.#existing(caller, query.path), root: 0 }]
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
    const page: HitPage = { column: 'name', desc: false, dirfirst: true, count: query.count, after: cursorOf(query) };
    const targets: Target[] = [];
    for (const root of new Set(query.roots)) targets.push(...(await this.#roots(caller, root)));
    return this.#find(caller, targets, { filter, page, signal });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#soon);
    await this.#refreshing;
    if (this.#index.isRunning) await this.#index.call('close', null).catch(() => undefined);
    await Promise.all([this.#index, ...Object.values(this.#walkers)].map((thread) => thread.close()));
  }

  async #existing(caller: Caller, path: string): Promise<Location> {
    const location = this.#options.vault.resolve(caller, path, 'read');
    const stat = await this.#options.vault.lstat(location);
    if (stat === undefined && !location.isPlaceRoot) throw new Refusal(GEN.absent, 'path');
    if (stat?.isDirectory() === false) throw new Refusal(GEN.path, 'ENOTDIR');
    return location;
  }

  async #roots(caller: Caller, root: number): Promise<Target[]> {
    const { vault } = this.#options;
    const data = vault.volumes.filter(({ kind }) => kind === 'data').map(({ mountDir }) => mountDir);
    const at = (path: string): Target => ({ location: vault.resolve(caller, path, 'read'), root });
    const within = async (path: string): Promise<Target[]> => {
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

  async #find(caller: Caller, targets: readonly Target[], { filter, page, signal }: Asked): Promise<FilePage> {
    if (filter.regex.length > MAX_REGEX) throw new Refusal(GEN.invalid, 'regex');
    this.#askedAt = monotonicMs();
    const ms = this.#options.searchMs ?? SEARCH_MS;
    const call = { filter, page, deadline: monotonicMs() + ms };
    const isFresh = await within(
      Math.min(ms / 2, REFRESH_MS),
      this.#refresh().then(() => true),
      false,
    );
    const isIndexed = (target: Target): boolean => isFresh && this.#isIndexed(target);
    const indexed = targets.filter(isIndexed);
    const walked = targets.filter((target) => !isIndexed(target));
    const late: SearchAnswer = { tag: 'late' };
    const answers = await Promise.all(
      [
        ...(indexed.length > 0 ? [this.#lookUp(indexed, call, signal)] : []),
        ...walked.map((target) => this.#walk(target, call, signal)),
      ].map((answer) => within(call.deadline - monotonicMs() + GRACE_MS, answer, late)),
    );
    const found = answers.flatMap((answer) => (answer.tag === 'found' ? [answer] : []));
    if (answers.some(({ tag }) => tag === 'invalid')) throw new Refusal(GEN.invalid, 'regex');
    if (found.length < answers.length) throw new Refusal(GEN.service, 'time');
    const sum = Math.min(
      MAX_HITS,
      found.reduce((total, answer) => total + answer.sum, 0),
    );
    const hits = found.flatMap((answer) => answer.page);
    const chosen = found.length === 1 ? hits : pageOfHits(hits, { ...page, after: null });
    const items = await Promise.all(chosen.map((hit) => this.#item(caller, targets, hit)));
    const file_list = items.filter((item) => item !== undefined);
    return { sum: sum - (items.length - file_list.length), file_list };
  }

  async #lookUp(targets: readonly Target[], call: Call, signal: AbortSignal): Promise<SearchAnswer> {
    const scopes = targets.map(({ location, root }) => ({ key: location.key, root }));
    try {
      return await this.#index.call('search', { ...call, scopes }, signal);
    } catch (fault) {
      signal.throwIfAborted();
      // The worker died or the index is broken: rebuild the index, and read the disk until then.
      this.#options.onFault(fault);
      this.#ready.clear();
      this.start().catch((again: unknown) => this.#options.onFault(again));
      return { tag: 'late' };
    }
  }

  #isIndexed({ location }: Target): boolean {
    return this.#ready.has(location.volume.mountDir) && INDEXED.has(location.place.kind);
  }

  async #walk({ location, root }: Target, call: Call, signal: AbortSignal): Promise<SearchAnswer> {
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
  async #item(caller: Caller, targets: readonly Target[], hit: KeyedHit): Promise<ShortItem | undefined> {
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
      this.#ready.add(mountDir);
    } catch (fault) {
      if (!this.#closed) this.#options.onFault(fault);
    }
  }

  /** Applies all queued changes to the index. Changes that are reported during an update belong to the next one. */
  #refresh(): Promise<void> {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    if (this.#dirty.size + this.#came.size === 0) return this.#refreshing;
    this.#refreshing = this.#refreshing.then(async () => {
      const folders = [...this.#dirty];
      const created = [...this.#came];
      this.#dirty.clear();
      this.#came.clear();
      if (folders.length + created.length === 0 || this.#closed) return;
      const begun = monotonicMs();
      await this.#index.call('refresh', { folders, created }).catch((fault: unknown) => {
        if (!this.#closed) this.#options.onFault(fault);
      });
      this.#pauseMs = Math.min(MAX_PAUSE_MS, PAUSE_FACTOR * (monotonicMs() - begun));
    });
    return this.#refreshing;
  }
}

/** The result of `work`, or `fallback` after the timeout. */
const within = async <T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise);
  });
  return Promise.race([work, over]).finally(() => {
    clearTimeout(timer);
  });
};

const isWithin = (hit: Hit, location: Location): boolean =>
  hit.folder === location.key || hit.folder.startsWith(`${location.key}/`);

const dataVolumes = (vault: Vault) => vault.volumes.filter(({ kind }) => kind === 'data');

const worker = besideModule(import.meta.url, 'search-worker');
const newThread = (): Thread<SearchJobs> => new Thread<SearchJobs>(worker);
