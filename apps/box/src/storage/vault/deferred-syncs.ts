import type { Folder } from './folder.ts';

/** Limit of folders kept open until they are synced; one request may touch hundreds. */
const MAX_OPEN_FOLDERS = 16;

/**
 * Folders that must be synced before a response is sent. Each is synced once for all changes; folders that gained a
 * name come first, so that after a power failure an entry may be in both folders but never in none.
 */
export class DeferredSyncs implements AsyncDisposable {
  /** Keyed by inode, because a path may lead to another folder by the time it is synced. */
  #pending = new Map<string, { readonly folder: Folder; hasNewName: boolean }>();
  #running: Promise<void> = Promise.resolve();
  #failure: Error | null = null;

  /** An entry was moved between two folders, or renamed within one. */
  async moved(from: Folder, to: Folder): Promise<void> {
    await this.#add(to, true);
    await this.#add(from, false);
    await this.#limitOpenFolders();
  }

  /** An entry was removed permanently. */
  async removed(from: Folder): Promise<void> {
    await this.#add(from, false);
    await this.#limitOpenFolders();
  }

  /** Syncs all folders. @throws the first error */
  async settle(): Promise<void> {
    await this.#sync();
    if (this.#failure !== null) throw this.#failure;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { folder } of this.#pending.values()) await folder.close();
  }

  async #add(folder: Folder, hasNewName: boolean): Promise<void> {
    const { dev, ino } = await folder.statExact();
    const key = `${dev}:${ino}`;
    if (this.#markIfPending(key, hasNewName)) return;
    const reopened = await folder.reopen();
    // A parallel branch of the same request may have added the folder.
    if (this.#markIfPending(key, hasNewName)) await reopened.close();
    else this.#pending.set(key, { folder: reopened, hasNewName });
  }

  #markIfPending(key: string, hasNewName: boolean): boolean {
    const pending = this.#pending.get(key);
    if (pending === undefined) return false;
    pending.hasNewName ||= hasNewName;
    return true;
  }

  /** Limits the open folders. {@link settle} reports a failure, which is unrelated to the entry that was added last. */
  async #limitOpenFolders(): Promise<void> {
    if (this.#pending.size > MAX_OPEN_FOLDERS) await this.#sync();
  }

  async #sync(): Promise<void> {
    const all = [...this.#pending.values()];
    this.#pending = new Map();
    this.#running = this.#running
      .then(() =>
        syncAll([...all.filter(({ hasNewName }) => hasNewName), ...all.filter(({ hasNewName }) => !hasNewName)]),
      )
      .catch((failure: unknown) => {
        if (!(failure instanceof Error)) throw failure;
        this.#failure ??= failure;
      });
    await this.#running;
  }
}

const syncAll = async (all: readonly { readonly folder: Folder }[]): Promise<void> => {
  try {
    for (const { folder } of all) await folder.sync();
  } finally {
    for (const { folder } of all) await folder.close();
  }
};
