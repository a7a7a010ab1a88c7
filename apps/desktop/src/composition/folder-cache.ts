import { ListDirect, ListDisks, ListFiles } from '@boxwood/box-sdk';
import { BOX_PATHS as PATHS } from '@boxwood/box-sdk/rules';
import { type Client, type CommandSpec, type ResultOf, right } from '@boxwood/command-bus';
import { isConnectionFailure, isFolder, type ConnectionState, type StateStream } from '@boxwood/domain';
import type { Subscription } from 'rxjs';

/** Maximum number of cached folders; the oldest is dropped first. */
const MAX_CACHED_FOLDERS = 60;

/** Cache key of the list of volumes. */
const DISKS_KEY = 'disks';

/** Folders protected by a second password are not cached. */
const isProtectedPath = (path: string): boolean =>
  path.split('/').some((part) => part === PATHS.safe || part === PATHS.private);

/**
 * The cache key of a listing: the path of the folder, also for a partial listing; null for calls that are not cached.
 */
const cacheKeyOf = (command: CommandSpec, params: object): string | null => {
  if (command === ListDisks) return DISKS_KEY;
  if (command !== ListFiles && command !== ListDirect) return null;
  const isFirst = 'hasbaseinfo' in params && params.hasbaseinfo === 0;
  if (!isFirst || 'regex' in params || 'type' in params || !('path' in params)) return null;
  return typeof params.path === 'string' && !isProtectedPath(params.path) ? params.path : null;
};

/** Reduces a listing to its folders, as a picker needs them. */
const foldersOf = (listing: unknown): unknown => {
  if (typeof listing !== 'object' || listing === null || !('file_list' in listing) || !Array.isArray(listing.file_list))
    return listing;
  const folders: readonly unknown[] = listing.file_list.filter(
    (one: unknown) =>
      typeof one === 'object' && one !== null && 't' in one && typeof one.t === 'number' && isFolder({ type: one.t }),
  );
  return { ...listing, sum: folders.length, file_list: folders };
};

/**
 * A client that caches folder listings for the life time of the page. While the box is unreachable it answers with the
 * cached listing, so that the user can browse and choose target folders (phone.md, offline).
 */
export class FolderCache {
  readonly exec: Client['exec'];
  readonly #listings = new Map<string, unknown>();
  readonly #subscription: Subscription;
  #hasServedStale = false;

  /** `reload` is called when the connection is back and a cached listing was shown. */
  constructor(client: Pick<Client, 'exec'>, connection$: StateStream<ConnectionState>, reload: () => void) {
    this.#subscription = connection$.subscribe((connection) => {
      if (connection !== 'ok' || !this.#hasServedStale) return;
      this.#hasServedStale = false;
      reload();
    });
    this.exec = (command, params, options) => {
      const call = client.exec(command, params, options);
      const key = cacheKeyOf(command, params);
      if (key === null) return call;
      const isPartial = 'folderonly' in params;
      return async () => {
        const result = await call();
        if (result._tag === 'Right') {
          if (!isPartial) this.#store(key, result.right);
          return result;
        }
        const cached = this.#listings.get(key);
        if (cached === undefined || connection$.value === 'ok' || !isConnectionFailure(result.left)) return result;
        this.#hasServedStale = true;
        // The cached result has the same command and the same folder.
        return right((isPartial ? foldersOf(cached) : cached) as ResultOf<typeof command>);
      };
    };
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  #store(key: string, listing: unknown): void {
    this.#listings.delete(key);
    this.#listings.set(key, listing);
    const [first] = this.#listings.keys();
    if (this.#listings.size > MAX_CACHED_FOLDERS && first !== undefined) this.#listings.delete(first);
  }
}
