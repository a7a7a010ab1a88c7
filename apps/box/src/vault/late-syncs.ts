import type { Folder } from './folder.ts';

/** Folders that are kept open at most until they are synced: one call may touch hundreds. */
const OPEN = 16;

/**
 * The folders whose names one answer waits for. Each is synced once, however many names came or went in it, those that gained one first:
 * a power cut may leave an entry in both of its folders, and never in none.
 */
export class LateSyncs implements AsyncDisposable {
  /** By what they are: a path may lead to another folder by the time it is synced. */
  #waiting = new Map<string, { readonly folder: Folder; gained: boolean }>();
  #turn: Promise<void> = Promise.resolve();
  #failure: Error | null = null;

  /** An entry went from one folder to another, or within one. */
  async moved(from: Folder, to: Folder): Promise<void> {
    await this.#keep(to, true);
    await this.#keep(from, false);
    await this.#spare();
  }

  /** An entry went for good. */
  async removed(from: Folder): Promise<void> {
    await this.#keep(from, false);
    await this.#spare();
  }

  /** Puts all of them on the disk. @throws what the first says that the disk did not take */
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
    // Another lane of the same answer may have come first.
    if (this.#isKept(key, gained)) await own.close();
    else this.#waiting.set(key, { folder: own, gained });
  }

  #isKept(key: string, gained: boolean): boolean {
    const known = this.#waiting.get(key);
    if (known === undefined) return false;
    known.gained ||= gained;
    return true;
  }

  /** Before too many are open. What fails is said by {@link settle}: it is no fault of the entry that came last. */
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
