import type { Folder } from './folder.ts';

/** Limit of folders kept open until they are synced; one request may touch hundreds. */
const OPEN = 16;

/**
 * Folders that must be synced before a response is sent. Each is synced once for all changes; folders that gained a
 * name come first, so that after a power failure an entry may be in both folders but never in none.
 */
export class LateSyncs implements AsyncDisposable {
  /** Keyed by inode, because a path may lead to another folder by the time it is synced. */
  #waiting = new Map<string, { readonly folder: Folder; gained: boolean }>();
  #turn: Promise<void> = Promise.resolve();
  #failure: Error | null = null;

  /** An entry was moved between two folders, or renamed within one. */
  async moved(from: Folder, to: Folder): Promise<void> {
    await this.#keep(to, true);
    await this.#keep(from, false);
    await this.#spare();
  }

  /** An entry was removed permanently. */
  async removed(from: Folder): Promise<void> {
    await this.#keep(from, false);
    await this.#spare();
  }

  /** Syncs all folders. @throws the first error */
  async settle(): Promise<void> {
    await this.#sync();
    if (this.#failure !== null) throw this.#failure;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { folder } of this.#waiting.values()) await folder.close();
  }

  async #keep(folder: Folder, gained: boolean): Promise<void> {
    const { dev, ino } = await folder.statExact();
    const key = `${dev}:${ino}`;
    if (this.#isKept(key, gained)) return;
    const own = await folder.again();
    // A parallel branch of the same request may have added the folder.
    if (this.#isKept(key, gained)) await own.close();
    else this.#waiting.set(key, { folder: own, gained });
  }

  #isKept(key: string, gained: boolean): boolean {
    const known = this.#waiting.get(key);
    if (known === undefined) return false;
    known.gained ||= gained;
    return true;
  }

  /** Limits the open folders. {@link settle} reports a failure, which is unrelated to the entry that was added last. */
  async #spare(): Promise<void> {
    if (this.#waiting.size > OPEN) await this.#sync();
  }

  async #sync(): Promise<void> {
    const all = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#turn = this.#turn
      .then(() => syncAll([...all.filter(({ gained }) => gained), ...all.filter(({ gained }) => !gained)]))
      .catch((failure: unknown) => {
        if (!(failure instanceof Error)) throw failure;
        this.#failure ??= failure;
      });
    await this.#turn;
  }
}

const syncAll = async (all: readonly { readonly folder: Folder }[]): Promise<void> => {
  try {
    for (const { folder } of all) await folder.sync();
  } finally {
    for (const { folder } of all) await folder.close();
  }
};
