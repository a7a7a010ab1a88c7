import { ListDirect, ListDisks, ListFiles } from '@boxwood/box-sdk';
import { PLACES as PATHS } from '@boxwood/box-sdk/rules';
import { type Client, type CommandSpec, type ResultOf, right } from '@boxwood/command-bus';
import { isConnectionFailure, isFolder, type LineState, type StateStream } from '@boxwood/domain';
import type { Subscription } from 'rxjs';

/** Maximum number of cached folders; the oldest is dropped first. */
const MOST = 60;

/** Cache key of the list of volumes. */
const DISKS = 'disks';

/** Folders protected by a second password are not cached. */
const isClosed = (path: string): boolean =>
  path.split('/').some((part) => part === PATHS.safe || part === PATHS.private);

/**
 * The cache key of a listing: the path of the folder, also for a partial listing; null for calls that are not cached.
 */
const keyOf = (command: CommandSpec, params: object): string | null => {
  if (command === ListDisks) return DISKS;
  if (command !== ListFiles && command !== ListDirect) return null;
  const isFirst = 'hasbaseinfo' in params && params.hasbaseinfo === 0;
  if (!isFirst || 'regex' in params || 'type' in params || !('path' in params)) return null;
  return typeof params.path === 'string' && !isClosed(params.path) ? params.path : null;
};

/** Reduces a listing to its folders, as a picker needs them. */
const foldersOf = (known: unknown): unknown => {
  if (typeof known !== 'object' || known === null || !('file_list' in known) || !Array.isArray(known.file_list))
    return known;
  const folders: readonly unknown[] = known.file_list.filter(
    (one: unknown) =>
      typeof one === 'object' && one !== null && 't' in one && typeof one.t === 'number' && isFolder({ type: one.t }),
  );
  return { ...known, sum: folders.length, file_list: folders };
};

/**
 * A client that caches folder listings for the life time of the page. While the box is unreachable it answers with the
 * cached listing, so that the user can browse and choose target folders (phone.md, offline).
 */
export class Recall {
  readonly exec: Client['exec'];
  readonly #known = new Map<string, unknown>();
  readonly #following: Subscription;
  #isOld = false;

  /** `reload` is called when the connection is back and a cached listing was shown. */
  constructor(client: Pick<Client, 'exec'>, line$: StateStream<LineState>, renew: () => void) {
    this.#following = line$.subscribe((line) => {
      if (line !== 'ok' || !this.#isOld) return;
      this.#isOld = false;
      renew();
    });
    this.exec = (command, params, options) => {
      const call = client.exec(command, params, options);
      const key = keyOf(command, params);
      if (key === null) return call;
      const some = 'folderonly' in params;
      return async () => {
        const result = await call();
        if (result._tag === 'Right') {
          if (!some) this.#keep(key, result.right);
          return result;
        }
        const known = this.#known.get(key);
        if (known === undefined || line$.value === 'ok' || !isConnectionFailure(result.left)) return result;
        this.#isOld = true;
        // The cached result has the same command and the same folder.
        return right((some ? foldersOf(known) : known) as ResultOf<typeof command>);
      };
    };
  }

  close(): void {
    this.#following.unsubscribe();
  }

  #keep(key: string, answer: unknown): void {
    this.#known.delete(key);
    this.#known.set(key, answer);
    const [first] = this.#known.keys();
    if (this.#known.size > MOST && first !== undefined) this.#known.delete(first);
  }
}
