import { lstatSync } from 'node:fs';
import watcher from '@parcel/watcher';
import type { AsyncSubscription, Event } from '@parcel/watcher';

/** What changed on a volume since it was last told. Keys are paths of G-15. */
export interface VolumeChange {
  readonly mountDir: string;
  /** Folders in which something came, went or was written. */
  readonly folders: ReadonlySet<string>;
  /** Entries that came; a folder among them may hold more. The volume itself when anything in it may have come or gone. */
  readonly created: ReadonlySet<string>;
}

export interface WatchOptions {
  readonly volumes: readonly { readonly mountDir: string; readonly root: string }[];
  readonly onChange: (change: VolumeChange) => void;
  /** Changes were lost, or the volume cannot be watched at all: anything may have changed. */
  readonly onLost: (mountDir: string, reason: string) => void;
}

export interface Watching {
  /** Volumes whose changes are told. */
  readonly watched: readonly string[];
  close(): Promise<void>;
}

const IGNORE = ['**/.boxwood*', '**/.boxwood*/**'];
/** A burst is worked through in pieces of so many events, so that nobody waits for it. */
const PIECE = 10_000;
/** Looking at more new entries than this would take too long; then a folder is taken to be among them. */
const MAX_LOOKS = 200;
/** A volume is watched anew at most this often, and at most for a twentieth of the time. */
const REWATCH_MS = 1000;

/**
 * One volume. The watcher goes on calling what lies in a renamed folder by its old path, so after a folder was renamed the volume is watched
 * anew; meanwhile and afterwards the renamed folder counts as new.
 */
class VolumeWatch {
  readonly #mountDir: string;
  readonly #root: string;
  readonly #options: WatchOptions;
  #subscription: AsyncSubscription | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = REWATCH_MS;
  #closed = false;
  #anew: Promise<void> | undefined;
  readonly #renamed = new Set<string>();

  constructor({ mountDir, root }: WatchOptions['volumes'][number], options: WatchOptions) {
    this.#mountDir = mountDir;
    this.#root = root;
    this.#options = options;
  }

  /** @returns whether the volume can be watched */
  async start(): Promise<boolean> {
    try {
      this.#subscription = await this.#subscribe();
      return true;
    } catch (failure) {
      // Out of watches, or a file system that has none: the box goes on by looking.
      this.#options.onLost(this.#mountDir, failure instanceof Error ? failure.message : String(failure));
      return false;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#anew;
    await this.#end();
  }

  /** A watch of a folder that is gone was removed by the system already, which the watcher takes for a failure. */
  async #end(): Promise<void> {
    await this.#subscription?.unsubscribe().catch(() => undefined);
    this.#subscription = undefined;
  }

  async #subscribe(): Promise<AsyncSubscription> {
    return watcher.subscribe(
      this.#root,
      (failure, events) => {
        if (this.#closed) return;
        if (failure === null) this.#tell(events);
        else this.#options.onLost(this.#mountDir, failure.message);
      },
      { ignore: IGNORE },
    );
  }

  #tell(events: readonly Event[]): void {
    const folders = new Set<string>();
    const created = new Set<string>();
    const piece = events.slice(0, PIECE);
    const isMove = piece.some(({ type }) => type === 'delete');
    for (const { path, type } of piece) {
      const key = `${this.#mountDir}${path.slice(this.#root.length)}`;
      folders.add(path.length <= this.#root.length ? this.#mountDir : key.slice(0, key.lastIndexOf('/')));
      if (type !== 'create') continue;
      created.add(key);
      // The two halves of a rename may be told apart from each other: then what came holds folders already.
      const mayBeRenamed = created.size > MAX_LOOKS ? isMove : isMove ? isFolder(path) : holdsFolders(path);
      if (mayBeRenamed) this.#renamed.add(key);
    }
    this.#options.onChange({ mountDir: this.#mountDir, folders, created });
    if (this.#renamed.size > 0) {
      this.#timer ??= setTimeout(() => {
        this.#anew = this.#watchAnew();
      }, this.#pauseMs).unref();
    }
    if (events.length > PIECE) setImmediate(() => this.#tell(events.slice(PIECE)));
  }

  async #watchAnew(): Promise<void> {
    const started = performance.now();
    const created = new Set(this.#renamed);
    this.#renamed.clear();
    try {
      // The old one goes first: while it lives, a new one would take over its idea of the tree.
      await this.#end();
      if (this.#closed) return;
      this.#subscription = await this.#subscribe();
      // Whatever came or went in between shows in the times of its folder.
      this.#options.onChange({ mountDir: this.#mountDir, folders: new Set(), created: created.add(this.#mountDir) });
    } catch (failure) {
      if (!this.#closed) this.#options.onLost(this.#mountDir, String(failure));
    }
    this.#pauseMs = Math.max(REWATCH_MS, 20 * (performance.now() - started));
    this.#timer = undefined;
  }
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A folder has a link from itself, one from above and one from each folder in it; file systems that do not count say 1. */
const holdsFolders = (path: string): boolean => {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.nlink !== 2;
};

/** Watches volumes for what happens behind the box's back (Samba, a shell, a backup). */
export const watchVolumes = async (options: WatchOptions): Promise<Watching> => {
  const watches: VolumeWatch[] = [];
  const watched: string[] = [];
  for (const volume of options.volumes) {
    const watch = new VolumeWatch(volume, options);
    watches.push(watch);
    if (await watch.start()) watched.push(volume.mountDir);
  }
  return {
    watched,
    close: async () => {
      await Promise.all(watches.map((watch) => watch.close()));
    },
  };
};
