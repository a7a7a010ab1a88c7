import { randomBytes } from 'node:crypto';
import { CHANGE_AREAS, type ChangeArea } from '@boxwood/box-sdk';

/** What a client waits for. */
export interface ChangeInterest {
  readonly user: string;
  /**
   * Watched folders by the paths of the client, with their keys. Called again when access rights change. `isOver`: the
   * result is not needed any more.
   */
  readonly folders: (isOver: () => boolean) => Promise<ReadonlyMap<string, string>>;
  /**
   * Polls folders that no watcher covers, and reports changed ones with {@link ChangeFeed.folder}; null when all
   * folders are watched.
   */
  readonly pollUnwatched?: () => Promise<void> | null;
}

/** Changes for a client, and the cursor for its next call. */
export interface ChangeResult {
  readonly cursor: string;
  readonly folders: string[];
  readonly areas: string[];
  readonly everything: 0 | 1;
}

/** Notified of every changed folder, even when no client waits. */
export interface FolderChangeListener {
  folder(key: string): void;
  tree(key: string): void;
}

/** Limit of remembered changes: enough for a client that was disconnected for a moment. */
const MAX_REMEMBERED_CHANGES = 4096;
/** Limit of waiting calls per user. One more call ends the oldest one. */
const MAX_WAITS_PER_USER = 16;
/** Interval for polling unwatched folders, in ms. */
const POLL_INTERVAL_MS = 400;

/** The number of the last change for each key. The oldest entries are dropped first. */
class LastChanges {
  readonly #at = new Map<string, number>();
  /** Changes up to this number may have been dropped. */
  forgotten = 0;

  set(key: string, at: number): void {
    this.#at.delete(key);
    this.#at.set(key, at);
    if (this.#at.size <= MAX_REMEMBERED_CHANGES) return;
    const [oldest] = this.#at;
    if (oldest === undefined) return;
    this.#at.delete(oldest[0]);
    this.forgotten = oldest[1];
  }

  isAfter(at: number, key: string): boolean {
    return (this.#at.get(key) ?? 0) > at;
  }
}

/** A waiting call. */
class PendingWait {
  readonly user: string;
  /** Whether the folders must be resolved, the first time or again. */
  isStale = true;
  isOver = false;
  #wake: () => void = () => undefined;

  constructor(user: string) {
    this.user = user;
  }

  wake(): void {
    this.#wake();
  }

  /** Ends the wait with the current result. */
  end(): void {
    this.isOver = true;
    this.#wake();
  }

  /** Resolves when it is woken, after `ms`, or when the client disconnects. */
  async next(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = (): void => resolve(undefined);
    this.#wake = wake;
    const timer = setTimeout(wake, ms).unref();
    signal.addEventListener('abort', wake);
    await promise;
    signal.removeEventListener('abort', wake);
    clearTimeout(timer);
  }
}

/** The key of an area for one user, or for all users (''). No folder key starts like it. */
const keyOf = (area: ChangeArea, user: string): string => `${area}:${user}`;

/** The folder and all its ancestors. */
function* withAncestors(key: string): Generator<string> {
  for (let end = key.length; end > 0; end = key.lastIndexOf('/', end - 1)) yield key.slice(0, end);
}

/**
 * Recent changes on this box, and the clients that wait for them. Changes are numbered; a client sends the last number
 * it knows and gets a response as soon as a later change concerns it. The box stores nothing for a client that does not
 * wait.
 */
export class ChangeFeed {
  /** Identifies this run of the box; cursors of another run are invalid. */
  readonly #run = randomBytes(6).toString('hex');
  #last = 0;
  /** Changed folders and areas. */
  readonly #foldersAndAreas = new LastChanges();
  /** Folders that were created or deleted with everything below them. */
  readonly #trees = new LastChanges();
  readonly #waiting = new Set<PendingWait>();
  readonly #listeners = new Set<FolderChangeListener>();
  #closed = false;

  /** Notifies `listener` of every changed folder; the returned function unsubscribes it. The listener must be fast. */
  onFolderChange(listener: FolderChangeListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** An entry in the folder with this key was created, deleted or written. */
  folder(key: string): void {
    this.#record(this.#foldersAndAreas, key);
    for (const listener of this.#listeners) listener.folder(key);
  }

  /** The folder with this key was created or deleted with its contents, or anything below it may have changed. */
  tree(key: string): void {
    this.#record(this.#trees, key);
    for (const listener of this.#listeners) listener.tree(key);
  }

  /** @param user the user it concerns; all users when absent */
  area(area: ChangeArea, user = ''): void {
    this.#record(this.#foldersAndAreas, keyOf(area, user));
  }

  /** Access rights have changed: waiting clients may now see other folders. */
  recheckAccess(): void {
    for (const waiting of this.#waiting) waiting.isStale = true;
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
  async wait(interest: ChangeInterest, cursor: string, ms: number, signal: AbortSignal): Promise<ChangeResult> {
    if (cursor === '') return this.#result();
    let known = this.#numberOf(cursor);
    if (known === null) return this.#result({ everything: 1 });
    const waiting = this.#register(interest.user);
    try {
      const until = performance.now() + ms;
      const isOver = (): boolean => waiting.isOver || signal.aborted || this.#closed;
      let folders: ReadonlyMap<string, string> = new Map();
      for (;;) {
        // Access rights may also change while the folders are being resolved.
        while (waiting.isStale) {
          waiting.isStale = false;
          folders = await interest.folders(isOver);
          // Changes in folders that were not resolved are left for the next call.
          if (isOver()) return this.#result({ cursor: this.#cursorAt(known) });
        }
        const polled = interest.pollUnwatched?.() ?? null;
        await polled;
        const changed = this.#since(known, interest.user, folders);
        const left = until - performance.now();
        if (changed !== null) return changed;
        if (left <= 0 || isOver()) return this.#result();
        known = this.#last;
        await waiting.next(polled === null ? left : Math.min(left, POLL_INTERVAL_MS), signal);
      }
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  #record(changes: LastChanges, key: string): void {
    changes.set(key, (this.#last += 1));
    for (const waiting of this.#waiting) waiting.wake();
  }

  #register(user: string): PendingWait {
    const waiting = new PendingWait(user);
    const mine = [...this.#waiting].filter((each) => each.user === user);
    const [oldest] = mine;
    if (oldest !== undefined && mine.length >= MAX_WAITS_PER_USER) {
      // It ends later than the next call may arrive, and must not be counted until then.
      this.#waiting.delete(oldest);
      oldest.end();
    }
    this.#waiting.add(waiting);
    return waiting;
  }

  #numberOf(cursor: string): number | null {
    const [run, text = ''] = cursor.split('.');
    const number = Number(text);
    return run === this.#run && Number.isSafeInteger(number) && number <= this.#last ? number : null;
  }

  #cursorAt(number: number): string {
    return `${this.#run}.${number}`;
  }

  #result(fields: Partial<ChangeResult> = {}): ChangeResult {
    return { cursor: this.#cursorAt(this.#last), folders: [], areas: [], everything: 0, ...fields };
  }

  /** Changes after a number that concern the caller; null when there are none. */
  #since(known: number, user: string, folders: ReadonlyMap<string, string>): ChangeResult | null {
    if (known < this.#foldersAndAreas.forgotten || known < this.#trees.forgotten)
      return this.#result({ everything: 1 });
    const isChanged = (key: string): boolean =>
      this.#foldersAndAreas.isAfter(known, key) ||
      withAncestors(key).some((above) => this.#trees.isAfter(known, above));
    const areas = CHANGE_AREAS.filter((area) =>
      [user, ''].some((owner) => this.#foldersAndAreas.isAfter(known, keyOf(area, owner))),
    );
    const changed = [...folders].filter(([, key]) => isChanged(key)).map(([name]) => name);
    return areas.length + changed.length === 0 ? null : this.#result({ areas: [...areas], folders: changed });
  }
}
