import type { DirectListQuery, FileListQuery, FilePage, ShortItem } from '@boxwood/box-sdk';
import type { Caller, Location, Vault, VirtualFolder } from '../../../storage/vault/index.ts';
import { GEN, Refusal, toRefusal } from '../../../storage/vault/index.ts';
import { isHashedType, typeOf } from '../file-type.ts';
import type { ListingPageCache } from './listing-page-cache.ts';
import type { MediaHashes } from '../media-hashes.ts';
import { createdSeconds } from './scan-folder.ts';
import { cursorFromQuery } from './cursor-from-query.ts';
import type { SortColumn, EntryFilter, PageCursor, FolderSnapshot } from './folder-snapshot.ts';
import type { FolderListing, FolderSnapshotCache } from '../folder-snapshot-cache.ts';

/** Sort codes of `/fsnotify` (FILES-43). Code 5, deletion time, exists in trash listings only. */
const COLUMN_OF_ORDER: Readonly<Record<number, SortColumn>> = {
  1: 'name',
  2: 'ctime',
  3: 'mtime',
  4: 'size',
  6: 'decimal',
};
/** Sort modes of FSLIST (FILES-42). */
const COLUMN_OF_MODE: readonly SortColumn[] = ['name', 'size', 'type', 'mtime'];

interface ListingPageQuery {
  /** The requesting command. Each command has its own response format. */
  readonly command: 'LIST' | 'FSLIST';
  readonly column: SortColumn;
  readonly desc: boolean;
  readonly dirfirst: boolean;
  readonly count: number;
  readonly filter: EntryFilter;
  readonly after: { readonly n: string; readonly t: number; readonly k: string } | null;
}

export interface FolderListerDeps {
  readonly vault: Vault;
  readonly snapshots: FolderSnapshotCache;
  readonly hashes: MediaHashes;
  readonly pages: ListingPageCache;
}

type ListingFlags = Pick<
  FileListQuery,
  'count' | 'desc' | 'folderonly' | 'regonly' | 'withhidden' | 'hasbaseinfo' | 'baseinfo'
>;

const toPageQuery = (
  command: ListingPageQuery['command'],
  query: ListingFlags,
  column: SortColumn,
  dirfirst: boolean,
  type?: number,
): ListingPageQuery => {
  if (query.folderonly === 1 && query.regonly === 1) throw new Refusal(GEN.badParameter, 'folderonly');
  if (query.hasbaseinfo === 1 && query.baseinfo === undefined) throw new Refusal(GEN.badParameter, 'baseinfo');
  return {
    command,
    column,
    dirfirst,
    count: query.count,
    desc: query.desc === 1,
    filter: {
      folderonly: query.folderonly === 1,
      regonly: query.regonly === 1,
      withhidden: query.withhidden === 1,
      ...(type === undefined ? {} : { type }),
    },
    after: cursorFromQuery(query),
  };
};

/** The root folder of a place that is created with its first entry. Until then it is listed as an empty folder. */
const isCreatedOnFirstUse = ({ isPlaceRoot, volume, place }: Location): boolean =>
  isPlaceRoot && volume.kind === 'data' && place.kind !== 'friends';

/** Lists folders page by page (G-11 to G-15). */
export class FolderLister {
  readonly #vault: Vault;
  readonly #snapshots: FolderSnapshotCache;
  readonly #hashes: MediaHashes;
  readonly #pages: ListingPageCache;

  constructor({ vault, snapshots, hashes, pages }: FolderListerDeps) {
    this.#vault = vault;
    this.#snapshots = snapshots;
    this.#hashes = hashes;
    this.#pages = pages;
  }

  /** LIST without `regex` (B01). @throws Refusal 4, 5, 6 (nothing at the path), 11 (order 5), 13, 15 */
  async list(caller: Caller, query: FileListQuery, signal: AbortSignal): Promise<FilePage> {
    const column = COLUMN_OF_ORDER[query.order ?? 1];
    if (column === undefined) throw new Refusal(GEN.invalid, 'order');
    const page = toPageQuery('LIST', query, column, query.dirfirst !== 0, query.type);
    return query.count === 1
      ? this.#singleItem(caller, query.path)
      : this.#folderPage(caller, query.path, page, signal);
  }

  /** FSLIST (B70), in its own sort modes. */
  async listDirect(caller: Caller, query: DirectListQuery, signal: AbortSignal): Promise<FilePage> {
    const page = toPageQuery('FSLIST', query, COLUMN_OF_MODE[query.mode] ?? 'name', query.dirfirst === 1);
    return query.count === 1
      ? this.#singleItem(caller, query.path)
      : this.#folderPage(caller, query.path, page, signal);
  }

  /** One entry in its short form; undefined when it does not exist. */
  async item(location: Location, name = location.name): Promise<ShortItem | undefined> {
    const stat = await location.volume.whileReachable(location.below, () => this.#vault.lstat(location));
    if (stat === undefined) return undefined;
    const type = typeOf(name, stat);
    const m = Math.floor(stat.mtimeMs / 1000);
    const c = createdSeconds(stat);
    const h =
      isHashedType(type) && stat.isFile()
        ? this.#hashes.known({ dev: stat.dev, ino: stat.ino, size: stat.size, mtime: m })
        : undefined;
    if (isHashedType(type) && h === undefined && stat.size > 0) this.#hashes.requestHash(location);
    return {
      n: name,
      t: type,
      k: await this.#snapshots.naturalKey(name),
      m,
      s: type === 5 ? 0 : stat.size,
      ...(c === m ? {} : { c }),
      ...(h === undefined ? {} : { h }),
    };
  }

  async #singleItem(caller: Caller, path: string): Promise<FilePage> {
    const virtual = await this.#vault.virtual(caller, path);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const location = virtual === undefined ? this.#vault.resolve(caller, path, 'read') : undefined;
    const emptyFolderItem = async (): Promise<ShortItem> => ({
      n: name,
      t: 5,
      k: await this.#snapshots.naturalKey(name),
      m: 0,
      s: 0,
    });
    const found =
      location === undefined
        ? await emptyFolderItem()
        : ((await this.item(location, name)) ?? (isCreatedOnFirstUse(location) ? await emptyFolderItem() : undefined));
    if (found === undefined) throw new Refusal(GEN.absent, 'path');
    return { sum: 1, file_list: [found] };
  }

  async #folderPage(caller: Caller, path: string, query: ListingPageQuery, signal: AbortSignal): Promise<FilePage> {
    const virtual = await this.#vault.virtual(caller, path);
    if (virtual !== undefined) return this.#virtualPage(virtual, query);
    const location = this.#vault.resolve(caller, path, 'read');
    const listing = await this.#openListing(location, query, signal);
    if (listing === undefined) return { sum: 0, file_list: [] };
    const { snapshot } = listing;
    const key = `${snapshot.version} ${JSON.stringify(query)}`;
    const cached = this.#pages.find(key);
    if (cached !== undefined) return cached;
    const sum = listing.sum ?? snapshot.sum(query.filter);
    if (query.count === 0 || sum === 0) return { sum, file_list: [] };
    const order = await listing.order(query.column, query.desc);
    const after: PageCursor | null =
      query.after === null
        ? null
        : { ...query.after, natural: query.column === 'name' ? '' : await this.#snapshots.naturalKey(query.after.n) };
    const positions = snapshot.page(order, query.filter, query.dirfirst, query.count, after);
    this.#lookUpHashes(listing, positions);
    const page = {
      sum,
      file_list: positions.map((position) => this.#shortItem(location, snapshot, query.column, position)),
    };
    const hasAllHashes = page.file_list.every(({ t, s, h }) => !isHashedType(t) || s === 0 || h !== undefined);
    if (hasAllHashes && listing.sum === null) this.#pages.markCacheable(key, page);
    return page;
  }

  /** Undefined for the root of a place that is still empty and not created yet. */
  async #openListing(
    location: Location,
    query: ListingPageQuery,
    signal: AbortSignal,
  ): Promise<FolderListing | undefined> {
    const isFirst = query.column === 'name' && query.after === null && query.count > 0;
    try {
      return await location.volume.whileReachable(location.below, () =>
        isFirst ? this.#snapshots.openFirstPage(location, query, signal) : this.#snapshots.open(location, signal),
      );
    } catch (failure) {
      const refusal = toRefusal(failure);
      if (!(refusal instanceof Refusal) || refusal.code !== GEN.path || refusal.info !== 'ENOENT') throw refusal;
      if (isCreatedOnFirstUse(location)) return undefined;
      throw new Refusal(GEN.absent, 'path');
    }
  }

  #shortItem(folder: Location, snapshot: FolderSnapshot, column: SortColumn, position: number): ShortItem {
    const { scan } = snapshot;
    const n = snapshot.name(position);
    const t = scan.type[position] ?? 0;
    const m = scan.mtime[position] ?? 0;
    const c = scan.ctime[position] ?? 0;
    const s = scan.size[position] ?? 0;
    const h = isHashedType(t) && s > 0 ? this.#hash(folder, snapshot, position, n) : undefined;
    return {
      n,
      t,
      k: snapshot.sortKeyFor(column, position),
      m,
      s,
      ...(c === m ? {} : { c }),
      ...(h === undefined ? {} : { h }),
    };
  }

  /**
   * Looks up the hashes of a whole page in one query: single queries took a fifth of the time to list a hundred
   * thousand pictures.
   */
  #lookUpHashes({ snapshot, dev }: FolderListing, positions: readonly number[]): void {
    const { scan, hashes } = snapshot;
    const missing = positions.filter(
      (at) => !hashes.has(at) && isHashedType(scan.type[at] ?? 0) && (scan.size[at] ?? 0) > 0,
    );
    const known = this.#hashes.knownOnDevice(
      dev,
      missing.map((at) => ({ ino: scan.ino[at] ?? 0, size: scan.size[at] ?? 0, mtime: scan.mtime[at] ?? 0 })),
    );
    for (const [index, at] of missing.entries()) {
      const hash = known[index];
      if (hash !== undefined) hashes.set(at, hash);
    }
  }

  #hash(folder: Location, snapshot: FolderSnapshot, position: number, name: string): string | undefined {
    const known = snapshot.hashes.get(position);
    if (known === undefined)
      this.#hashes.requestHash(folder.below.length === 0 ? folder : this.#vault.entryOf(folder, name));
    return known;
  }

  async #virtualPage(folder: VirtualFolder, query: ListingPageQuery): Promise<FilePage> {
    if (query.filter.regonly) return { sum: 0, file_list: [] };
    const items: ShortItem[] = [];
    for (const { name, type, location } of folder.entries) {
      if (query.filter.type !== undefined && query.filter.type !== type) continue;
      const stat = location === null ? undefined : await this.#vault.lstat(location).catch(() => undefined);
      const k = await this.#snapshots.naturalKey(name);
      items.push({ n: name, t: type, k, m: Math.floor((stat?.mtimeMs ?? 0) / 1000), s: 0 });
    }
    const sorted = items.sort((a, b) => (a.k < b.k ? -1 : a.k > b.k ? 1 : 0));
    const at = query.after === null ? -1 : sorted.findIndex(({ n }) => n === query.after?.n);
    return { sum: sorted.length, file_list: sorted.slice(at + 1, at + 1 + query.count) };
  }
}
