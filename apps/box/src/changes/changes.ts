import { randomBytes } from 'node:crypto';
import { CHANGE_AREAS, type ChangeArea } from '@boxwood/box-sdk';

/** What somebody waits for. */
export interface Interest {
  readonly user: string;
  /** The watched folders by the names the caller gave, each with its key; asked again when rights have changed. */
  readonly folders: () => ReadonlyMap<string, string>;
  /** Looks at folders of which nobody tells, and has {@link Changes.folder} called for those that changed. Absent: all are told of. */
  readonly look?: () => Promise<void>;
}

/** What changed for somebody, and where they go on. */
export interface Changed {
  readonly cursor: string;
  readonly folders: string[];
  readonly areas: string[];
  readonly everything: 0 | 1;
}

/** Who hears of every folder that changes, whoever waits. */
export interface PlaceListener {
  folder(key: string): void;
  tree(key: string): void;
}

/** Changes that are remembered: enough for whoever was away for a moment. */
const REMEMBERED = 4096;
/** Calls of one user that wait at a time. One more, and the oldest is answered. */
const MAX_WAITING = 16;
/** Milliseconds between two looks at folders of which nobody tells. */
const LOOK_MS = 400;

/** When each of a number of things changed last; what changed longest ago is forgotten first. */
class LastChanges {
  readonly #at = new Map<string, number>();
  /** Up to this number something is forgotten. */
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

/** A call that waits. */
class Waiting {
  readonly user: string;
  /** The folders have to be asked for again. */
  stale = false;
  over = false;
  #wake: () => void = () => undefined;

  constructor(user: string) {
    this.user = user;
  }

  wake(): void {
    this.#wake();
  }

  /** It is answered with whatever there is. */
  end(): void {
    this.over = true;
    this.#wake();
  }

  /** Resolves when it is woken, after `ms`, or when the caller is gone. */
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

/** The key of an area for one user, or for everybody: no key of a folder begins like it. */
const keyOf = (area: ChangeArea, user: string): string => `${area}:${user}`;

/** A folder and all above it. */
function* upwards(key: string): Generator<string> {
  for (let end = key.length; end > 0; end = key.lastIndexOf('/', end - 1)) yield key.slice(0, end);
}

/**
 * What changed on this box lately, and who waits for it. Every change has a number; a caller says up to which one it knows, and is answered as
 * soon as a later one concerns it. Nothing is kept for a caller but while it waits.
 */
export class Changes {
  /** Numbers of another run of the box mean nothing in this one. */
  readonly #run = randomBytes(6).toString('hex');
  #last = 0;
  /** Folders in which something changed, and areas. */
  readonly #places = new LastChanges();
  /** Folders that came or went with whatever they hold. */
  readonly #trees = new LastChanges();
  readonly #waiting = new Set<Waiting>();
  readonly #listeners = new Set<PlaceListener>();
  #closed = false;

  /** Has `listener` hear of every folder that changes; the result lets go of it. It has to be short. */
  onPlaces(listener: PlaceListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** In the folder with this key something came, went or was written. */
  folder(key: string): void {
    this.#tell(this.#places, key);
    for (const listener of this.#listeners) listener.folder(key);
  }

  /** The folder with this key came or went, with whatever it holds; or nobody knows what changed below it. */
  tree(key: string): void {
    this.#tell(this.#trees, key);
    for (const listener of this.#listeners) listener.tree(key);
  }

  /** @param user whose it is; everybody's when absent */
  area(area: ChangeArea, user = ''): void {
    this.#tell(this.#places, keyOf(area, user));
  }

  /** Rights have changed: who waits may see other folders now. */
  recheck(): void {
    for (const waiting of this.#waiting) waiting.stale = true;
  }

  /** Answers everybody who waits: somebody was shown out, and who may still asks again. */
  release(): void {
    for (const waiting of this.#waiting) waiting.end();
  }

  /** Nobody waits for a box that stops. */
  close(): void {
    this.#closed = true;
    this.release();
  }

  /** Answers when something concerns the caller, after `ms` without that, or when the caller is `gone`. */
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

  /** What concerns the caller after a number; null when nothing does. */
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
