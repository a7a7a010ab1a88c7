import { randomBytes } from 'node:crypto';
import { CHANGE_AREAS, type ChangeArea } from '@boxwood/box-sdk';

/** What a client waits for. */
export interface Interest {
  readonly user: string;
  /** Watched folders by the paths of the client, with their keys. Called again when access rights change. */
  readonly folders: () => ReadonlyMap<string, string>;
  /**
   * Polls folders that no watcher covers, and reports changed ones with {@link ChangeFeed.folder}. Absent when all
   * folders are watched.
   */
  readonly look?: () => Promise<void>;
}

/** Changes for a client, and the cursor for its next call. */
export interface Changed {
  readonly cursor: string;
  readonly folders: string[];
  readonly areas: string[];
  readonly everything: 0 | 1;
}

/** Notified of every changed folder, even when no client waits. */
export interface PlaceListener {
  folder(key: string): void;
  tree(key: string): void;
}

/** Limit of remembered changes: enough for a client that was disconnected for a moment. */
const REMEMBERED = 4096;
/** Limit of waiting calls per user. One more call ends the oldest one. */
const MAX_WAITING = 16;
/** Interval for polling unwatched folders, in ms. */
const LOOK_MS = 400;

/** The number of the last change for each key. The oldest entries are dropped first. */
class LastChanges {
  readonly #at = new Map<string, number>();
  /** Changes up to this number may have been dropped. */
  forgotten = 0;

  set(what: string, at: number): void {
    this.#at.delete(what);
    this.#at.set(what, at);
    if (this.#at.size <= REMEMBERED) return;
    const [oldest] = this.#at;
    if (oldest === undefined) return;
    this.#at.delete(oldest[0]);
    this.forgotten = oldest[1];
  }

  isAfter(at: number, what: string): boolean {
    return (this.#at.get(what) ?? 0) > at;
  }
}

/** A waiting call. */
class Waiting {
  readonly user: string;
  /** Whether the folders must be resolved again. */
  stale = false;
  over = false;
  #wake: () => void = () => undefined;

  constructor(user: string) {
    this.user = user;
  }

  wake(): void {
    this.#wake();
  }

  /** Ends the wait with the current result. */
  end(): void {
    this.over = true;
    this.#wake();
  }

  /** Resolves when it is woken, after `ms`, or when the client disconnects. */
  async next(ms: number, gone: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = (): void => resolve(undefined);
    this.#wake = wake;
    const timer = setTimeout(wake, ms).unref();
    gone.addEventListener('abort', wake);
    await promise;
    gone.removeEventListener('abort', wake);
    clearTimeout(timer);
  }
}

/** The key of an area for one user, or for all users (''). No folder key starts like it. */
const keyOf = (area: ChangeArea, user: string): string => `${area}:${user}`;

/** The folder and all its ancestors. */
function* upwards(key: string): Generator<string> {
  for (let end = key.length; end > 0; end = key.lastIndexOf('/', end - 1)) yield key.slice(0, end);
}

/**
 * Recent changes on this box, and the clients that wait for them. Changes are numbered; a client sends the last number
 * it knows and gets a response as soon as a later change concerns it. The box stores nothing for a client that does not
 * wait.
 */
export class Changes {
  /** Identifies this run of the box; cursors of another run are invalid. */
  readonly #run = randomBytes(6).toString('hex');
  #last = 0;
  /** Changed folders and areas. */
  readonly #places = new LastChanges();
  /** Folders that were created or deleted with everything below them. */
  readonly #trees = new LastChanges();
  readonly #waiting = new Set<Waiting>();
  readonly #listeners = new Set<PlaceListener>();
  #closed = false;

  /** Notifies `listener` of every changed folder; the returned function unsubscribes it. The listener must be fast. */
  onPlaces(listener: PlaceListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** An entry in the folder with this key was created, deleted or written. */
  folder(key: string): void {
    this.#tell(this.#places, key);
    for (const listener of this.#listeners) listener.folder(key);
  }

  /** The folder with this key was created or deleted with its contents, or anything below it may have changed. */
  tree(key: string): void {
    this.#tell(this.#trees, key);
    for (const listener of this.#listeners) listener.tree(key);
  }

  /** @param user the user it concerns; all users when absent */
  area(area: ChangeArea, user = ''): void {
    this.#tell(this.#places, keyOf(area, user));
  }

  /** Access rights have changed: waiting clients may now see other folders. */
  recheck(): void {
    for (const waiting of this.#waiting) waiting.stale = true;
  }

  /** Ends all waits, because a session was revoked; clients that are still allowed call again. */
  release(): void {
    for (const waiting of this.#waiting) waiting.end();
  }

  /** Ends all waits when the box stops. */
  close(): void {
    this.#closed = true;
    this.release();
  }

  /** Resolves when a change concerns the caller, after `ms` without one, or when `signal` is aborted. */
  async wait(interest: Interest, cursor: string, ms: number, gone: AbortSignal): Promise<Changed> {
    if (cursor === '') return this.#answer();
    let known = this.#numberOf(cursor);
    if (known === null) return this.#answer({ everything: 1 });
    const waiting = this.#enter(interest.user);
    try {
      const until = performance.now() + ms;
      let folders = interest.folders();
      await interest.look?.();
      for (;;) {
        if (waiting.stale) folders = interest.folders();
        waiting.stale = false;
        const changed = this.#since(known, interest.user, folders);
        const left = until - performance.now();
        if (changed !== null) return changed;
        if (left <= 0 || waiting.over || gone.aborted || this.#closed) return this.#answer();
        known = this.#last;
        await waiting.next(interest.look === undefined ? left : Math.min(left, LOOK_MS), gone);
        await interest.look?.();
      }
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  #tell(changes: LastChanges, what: string): void {
    changes.set(what, (this.#last += 1));
    for (const waiting of this.#waiting) waiting.wake();
  }

  #enter(user: string): Waiting {
    const waiting = new Waiting(user);
    const mine = [...this.#waiting].filter((each) => each.user === user);
    if (mine.length >= MAX_WAITING) mine[0]?.end();
    this.#waiting.add(waiting);
    return waiting;
  }

  #numberOf(cursor: string): number | null {
    const [run, text = ''] = cursor.split('.');
    const number = Number(text);
    return run === this.#run && Number.isSafeInteger(number) && number <= this.#last ? number : null;
  }

  #answer(what: Partial<Changed> = {}): Changed {
    return { cursor: `${this.#run}.${this.#last}`, folders: [], areas: [], everything: 0, ...what };
  }

  /** Changes after a number that concern the caller; null when there are none. */
  #since(known: number, user: string, folders: ReadonlyMap<string, string>): Changed | null {
    if (known < this.#places.forgotten || known < this.#trees.forgotten) return this.#answer({ everything: 1 });
    const isChanged = (key: string): boolean =>
      this.#places.isAfter(known, key) || upwards(key).some((above) => this.#trees.isAfter(known, above));
    const areas = CHANGE_AREAS.filter((area) =>
      [user, ''].some((whose) => this.#places.isAfter(known, keyOf(area, whose))),
    );
    const changed = [...folders].filter(([, key]) => isChanged(key)).map(([name]) => name);
    return areas.length + changed.length === 0 ? null : this.#answer({ areas: [...areas], folders: changed });
  }
}
