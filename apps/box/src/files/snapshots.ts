import { setImmediate } from 'node:timers/promises';
import { LONG_UNUSED_MS } from '../memory.ts';
import type { Folder, Location, Vault } from '../vault/index.ts';
import { reservedNames } from '../vault/index.ts';
import type { FirstQuery } from './first-page.ts';
import type { FolderJobs } from './folder-worker.ts';
import { sortedPositions } from './scan.ts';
import type { FolderScan } from './scan.ts';
import { Snapshot } from './snapshot.ts';
import type { Column, Ordering } from './snapshot.ts';
import { naturalKey, needsSyllables } from './sort-key.ts';
import { besideModule, Thread } from './thread.ts';
import { Turns } from './turns.ts';

/** Entries of all remembered folders together; 100,000 take about 10 MB. */
const MAX_ENTRIES = 400_000;
/** Folders up to this size are sorted on the spot, larger ones in the thread. */
const SORT_HERE = 4_000;
/** Folders up to this size are read again after a moment even when they are watched: it costs next to nothing. */
const SMALL = 2_000;
/** Bytes of a folder's list of names, some 3,000 of them, from which on two threads fetch it when it is read for the first time. */
const LONG = 128 * 1024;
/**
 * How many milliseconds a snapshot is believed, for changes that the folder's own time does not show; and how long it is shown while it is
 * read again behind the scenes, so that those who open one folder all the time do not wait for it. What nobody told of (a program that writes into
 * its memory) is seen after `shown` in an ordinary folder, whatever was asked in between.
 */
const TRUST = {
  watched: { believed: 10_000, shown: Number.POSITIVE_INFINITY },
  other: { believed: 1500, shown: 2500 },
} as const;
/** A folder that changed this shortly before it was read may change again within the same tick of its clock. */
const RACY_MS = 20;

/** Which folder was read, and when. */
interface Marks {
  readonly mtime: number;
  readonly ino: number;
  readonly dev: number;
  readonly readAt: number;
  /** Of its list of names on the disk. */
  readonly bytes: number;
}

interface Cached extends Marks {
  readonly snapshot: Snapshot;
  readonly orders: Map<string, Promise<Ordering>>;
  /** When somebody asked for it last. */
  usedAt: number;
}

/** A folder's snapshot, and the orders it is asked for. */
export interface Listing {
  readonly snapshot: Snapshot;
  readonly dev: number;
  /** How many entries match what was asked for, where the snapshot holds no more than the first page of them. */
  readonly sum: number | null;
  order(column: Column, desc: boolean): Promise<Ordering>;
}

export interface SnapshotsOptions {
  readonly vault: Vault;
  /** Monotonic milliseconds and epoch milliseconds are both taken from here. */
  readonly now: () => number;
}

/**
 * Snapshots of folders, remembered while they are true: the folder's own time is looked at on every use (names that came or went), the
 * watcher tells of the rest (sizes, times), and since no watcher tells everything, folders are read again after a while.
 */
export class Snapshots {
  readonly #options: SnapshotsOptions;
  readonly #cache = new Map<string, Cached>();
  /** Null is read of a folder of which only the first page was wanted. */
  readonly #reading = new Map<string, Promise<Cached | null>>();
  /** What is asked of the disk in this moment. */
  readonly #glances = new Map<string, ReturnType<Vault['glance']>>();
  readonly #again = new Set<string>();
  /** Folders that changed while they were being read: what is read may be from before. */
  readonly #outdated = new Set<string>();
  readonly #watched = new Set<string>();
  readonly #looks = new Turns<Listing>();
  #entries = 0;
  /** Devices and mounts may hang; they have a thread of their own. */
  readonly #threads = newThreads();
  /** For folders that are read while nobody waits: who opens a small one does not wait behind a large one. */
  readonly #behind = newThreads();

  constructor(options: SnapshotsOptions) {
    this.#options = options;
  }

  /**
   * Opens the listing of a folder. Callers who come while the folder is being looked at share the next look, which begins after they
   * came, so nobody misses a change that was made before they asked.
   * @param signal of the caller; the folder is read no further when all who wait for it have gone
   * @throws Refusal 15 when it is absent
   */
  async open(location: Location, signal: AbortSignal): Promise<Listing> {
    return this.#looks.next(turnOf(location), signal, (ended) => this.#look(location, ended));
  }

  /**
   * As {@link open}, for the first page by name. Of a large folder that is not remembered it holds this page alone, and the folder is read whole behind the
   * scenes, for the pages that follow.
   */
  async first(location: Location, query: FirstQuery, signal: AbortSignal): Promise<Listing> {
    const turn = `${turnOf(location)}\0${JSON.stringify(query)}`;
    return this.#looks.next(turn, signal, (ended) => this.#lookFirst(location, query, ended));
  }

  async #look(location: Location, signal: AbortSignal): Promise<Listing> {
    return this.#listing(
      location,
      (await this.#known(location)) ?? (await this.#open(location, this.#threads, signal)),
    );
  }

  async #lookFirst(location: Location, query: FirstQuery, signal: AbortSignal): Promise<Listing> {
    const known = await this.#known(location);
    if (known !== undefined) return this.#listing(location, known);
    await using folder = await this.#options.vault.folder(location);
    const marks = await this.#marksOf(folder);
    const request = { path: folder.path, reserved: reservedNames(location.place, location.depth), ...query };
    const looking = this.#threads[location.volume.kind].call('first', request, signal);
    using _ = await this.#ahead(location, folder, marks.bytes);
    // While somebody else reads it, they keep it.
    if (!this.#reading.has(location.key)) {
      const keeping = looking.then(({ sum, ...scan }) => (sum === null ? this.#keep(location, marks, scan) : null));
      const kept = await this.#begin(location, keeping);
      if (kept !== null) return this.#listing(location, kept);
    }
    const { sum, ...scan } = await looking;
    this.#readAgain(location);
    const snapshot = new Snapshot(scan);
    const order = (column: Column, desc: boolean) => this.#sort(location, snapshot, column, desc);
    return { snapshot, dev: marks.dev, sum, order };
  }

  #listing(location: Location, cached: Cached): Listing {
    cached.usedAt = this.#options.now();
    // Most recently used last.
    if (this.#cache.delete(location.key)) this.#cache.set(location.key, cached);
    return {
      snapshot: cached.snapshot,
      dev: cached.dev,
      sum: null,
      order: (column, desc) => this.#order(location, cached, column, desc),
    };
  }

  /**
   * Whoever asks in the same moment shares one question to the disk: it is asked after all of them have come, so that none is told what was so
   * before.
   */
  #glance(location: Location): ReturnType<Vault['glance']> {
    // What a friend gave is asked for each who asks: the answer is about them, too.
    if (location.place.kind === 'friends') return this.#options.vault.glance(location);
    const asked = this.#glances.get(location.key);
    if (asked !== undefined) return asked;
    const glance = setImmediate().then(() => {
      this.#glances.delete(location.key);
      return this.#options.vault.glance(location);
    });
    this.#glances.set(location.key, glance);
    return glance;
  }

  /** What is remembered of a folder, when it is still true. */
  async #known(location: Location): Promise<Cached | undefined> {
    if (!this.#cache.has(location.key)) return undefined;
    const stat = await this.#glance(location);
    const known = this.#cache.get(location.key);
    if (known === undefined || stat === undefined) return undefined;
    const truth = this.#isTrue(location, known, stat);
    if (truth === 'perhaps') this.#readAgain(location);
    return truth === 'no' ? undefined : known;
  }

  async #open(location: Location, threads: Threads, signal: AbortSignal): Promise<Cached> {
    await using folder = await this.#options.vault.folder(location);
    return await this.#read(location, folder, threads, signal);
  }

  /** Something in this folder changed in a way its time does not show. */
  forget(folderKey: string): void {
    if (this.#reading.has(folderKey)) this.#outdated.add(folderKey);
    this.#drop(folderKey);
  }

  /** Everything of a volume may have changed. */
  forgetBelow(key: string): void {
    for (const known of [...this.#cache.keys(), ...this.#reading.keys()])
      if (known === key || known.startsWith(`${key}/`)) this.forget(known);
  }

  /** Lets go of folders that nobody asked for lately. @returns whether anything went */
  rest(): boolean {
    const now = this.#options.now();
    let went = false;
    for (const [key, { usedAt }] of this.#cache) {
      if (now - usedAt < LONG_UNUSED_MS) continue;
      this.#drop(key);
      went = true;
    }
    return went;
  }

  /** Whether a watcher reports changes below `mountDir`. */
  setWatched(mountDir: string, watched: boolean): void {
    if (watched) this.#watched.add(mountDir);
    else this.#watched.delete(mountDir);
  }

  /** The sort key of any name, without loading the dictionary into this thread. */
  async naturalKey(name: string): Promise<string> {
    return needsSyllables(name) ? this.#threads.data.call('key', name) : naturalKey(name);
  }

  /** {@link soundsOf} texts, empty for those without, as {@link naturalKey} has it. */
  async soundsOf(texts: readonly string[]): Promise<readonly string[]> {
    const asked = texts.map((text) => (needsSyllables(text) ? text : ''));
    return asked.some((text) => text !== '') ? this.#threads.data.call('sounds', asked) : asked;
  }

  async close(): Promise<void> {
    const threads = [this.#threads, this.#behind].flatMap((kinds) => Object.values(kinds));
    await Promise.all(threads.map((thread) => thread.close()));
  }

  #drop(folderKey: string): void {
    this.#entries -= this.#cache.get(folderKey)?.snapshot.count ?? 0;
    this.#cache.delete(folderKey);
  }

  #isTrue(
    location: Location,
    known: Cached,
    stat: { readonly mtimeMs: number; readonly ino: number; readonly dev: number },
  ): 'yes' | 'perhaps' | 'no' {
    if (known.mtime !== stat.mtimeMs || known.ino !== stat.ino || known.dev !== stat.dev) return 'no';
    const age = this.#options.now() - known.readAt;
    if (known.readAt - known.mtime < RACY_MS && age >= RACY_MS) return 'no';
    const isLargeAndWatched = known.snapshot.count > SMALL && this.#watched.has(location.volume.mountDir);
    const { believed, shown } = isLargeAndWatched ? TRUST.watched : TRUST.other;
    return age < believed ? 'yes' : age < shown ? 'perhaps' : 'no';
  }

  /** In the background. A folder that cannot be read any more is found out by the next one who asks. */
  #readAgain(location: Location): void {
    if (this.#again.has(location.key)) return;
    this.#again.add(location.key);
    this.#open(location, this.#behind, new AbortController().signal)
      .catch(() => this.forget(location.key))
      .finally(() => this.#again.delete(location.key));
  }

  async #read(location: Location, folder: Folder, threads: Threads, signal: AbortSignal): Promise<Cached> {
    const running = this.#reading.get(location.key);
    if (running !== undefined) {
      // What changed before this one came may be missing in it.
      const isLate = this.#outdated.has(location.key);
      // Whoever began it may have gone.
      const read = await running.catch(() => null);
      const { ino, dev } = await folder.stat();
      // Not when that reader had another folder open, which bore this name for a moment.
      if (!isLate && read !== null && read.ino === ino && read.dev === dev) return read;
    }
    return this.#begin(location, this.#scan(location, folder, threads, signal));
  }

  /** Has `reading` be known as what reads this folder now. */
  #begin<T extends Cached | null>(location: Location, reading: Promise<T>): Promise<T> {
    const { key } = location;
    const ended = reading.finally(() => {
      if (this.#reading.get(key) !== ended) return;
      this.#reading.delete(key);
      this.#outdated.delete(key);
    });
    this.#reading.set(key, ended);
    return ended;
  }

  async #scan(location: Location, folder: Folder, threads: Threads, signal: AbortSignal): Promise<Cached> {
    const marks = await this.#marksOf(folder);
    const reserved = reservedNames(location.place, location.depth);
    const thread = threads[location.volume.kind];
    const before = this.#cache.get(location.key);
    const known = before?.dev === marks.dev ? before.snapshot.scan.digest : null;
    const scan = await thread.call('scan', { path: folder.path, reserved, known }, signal);
    if (scan !== null) return this.#keep(location, marks, scan);
    const kept = this.#cache.get(location.key);
    // Forgotten meanwhile, or another by now: what it was like is not known any more.
    if (kept === undefined || kept.snapshot.scan.digest !== known)
      return this.#keep(location, marks, await this.#whole(thread, folder, reserved, signal));
    return this.#keep(location, marks, kept.snapshot.scan);
  }

  async #whole(
    thread: Thread<FolderJobs>,
    { path }: Folder,
    reserved: readonly string[],
    signal: AbortSignal,
  ): Promise<FolderScan> {
    const scan = await thread.call('scan', { path, reserved, known: null }, signal);
    if (scan === null) throw new Error('a folder looks as nothing did before');
    return scan;
  }

  async #marksOf(folder: Folder): Promise<Marks> {
    const readAt = this.#options.now();
    const { mtimeMs, ino, dev, size } = await folder.stat();
    return { mtime: mtimeMs, ino, dev, readAt, bytes: size };
  }

  /** Has a long list of names fetched by a second thread until it is disposed of, which nobody waits for. A device is read by one at a time. */
  async #ahead({ volume }: Location, folder: Folder, bytes: number): Promise<Disposable> {
    const over = new Int32Array(new SharedArrayBuffer(4));
    const fetching = async (own: Folder): Promise<void> => {
      await using kept = own;
      await this.#behind.data.call('ahead', { path: kept.path, bytes, over });
    };
    if (bytes >= LONG && volume.kind === 'data') fetching(await folder.again()).catch(() => undefined);
    return {
      [Symbol.dispose]: () => {
        Atomics.store(over, 0, 1);
      },
    };
  }

  #keep(location: Location, { mtime, ...read }: Marks, scan: FolderScan): Cached {
    // What is outdated matches no folder's time: the next one who asks reads it again.
    const outdated = this.#outdated.has(location.key);
    const before = this.#cache.get(location.key);
    const usedAt = before?.usedAt ?? read.readAt;
    const marks = { ...read, mtime: outdated ? Number.NaN : mtime, usedAt };
    // What was made of a folder that looks as before, its orders, is good for as long again.
    const cached: Cached =
      before !== undefined && before.dev === read.dev && before.snapshot.scan.digest === scan.digest
        ? { ...before, ...marks }
        : { ...marks, snapshot: new Snapshot(scan), orders: new Map() };
    this.#drop(location.key);
    this.#cache.set(location.key, cached);
    this.#entries += scan.count;
    for (const key of this.#cache.keys()) {
      if (this.#entries <= MAX_ENTRIES) break;
      if (key !== location.key) this.#drop(key);
    }
    return cached;
  }

  async #order(location: Location, cached: Cached, column: Column, desc: boolean): Promise<Ordering> {
    const id = `${column} ${desc}`;
    const known = cached.orders.get(id);
    if (known !== undefined) return known;
    const making = this.#sort(location, cached.snapshot, column, desc);
    cached.orders.set(id, making);
    making.catch(() => cached.orders.delete(id));
    return making;
  }

  async #sort(location: Location, { scan }: Snapshot, column: Column, desc: boolean): Promise<Ordering> {
    const thread = this.#threads[location.volume.kind];
    const values =
      column === 'name'
        ? scan.rank
        : column === 'decimal'
          ? await thread.call('decimals', { names: scan.names, offsets: scan.nameOffsets })
          : scan[column];
    if (column === 'name' && !desc) return { column, desc, values, positions: null };
    const numbers = Float64Array.from(values);
    const positions =
      scan.count <= SORT_HERE ? sortedPositions(numbers, desc) : await thread.call('sort', { values: numbers, desc });
    return { column, desc, values, positions };
  }
}

/** A friend's folder is looked at as theirs: what its creator sees under that name may be another folder by now. */
const turnOf = ({ place, wire, key }: Location): string => (place.kind === 'friends' ? wire : key);

const newThread = (): Thread<FolderJobs> => new Thread<FolderJobs>(besideModule(import.meta.url, 'folder-worker'));

const newThreads = () => ({ data: newThread(), external: newThread(), network: newThread() });
type Threads = ReturnType<typeof newThreads>;
