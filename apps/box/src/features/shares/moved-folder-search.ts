import type { Clock } from '../../platform/clock.ts';
import { stampOf } from '../../storage/journal/file-stamp.ts';
import type { Folder, Grant, Location, Vault } from '../../storage/vault/index.ts';
import { callerFor, Refusal } from '../../storage/vault/index.ts';
import type { FamilyFolder, FamilyShares } from './family-shares.ts';

/** Minimum time between two searches for the same folder, in ms. */
const SEARCH_RETRY_MS = 60_000;

export interface MovedFolderSearchOptions {
  readonly vault: Vault;
  readonly family: FamilyShares;
  readonly clock: Clock;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Finds shared folders that another program renamed or moved. Searches the owner's space on the same volume by inode,
 * one search at a time in the background; until it finishes, only the owner can enter the folder.
 */
export class MovedFolderSearch {
  readonly #options: MovedFolderSearchOptions;
  /** Time of the last search for each share (epoch milliseconds). */
  readonly #lastSearchAt = new Map<string, number>();
  #searching: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: MovedFolderSearchOptions) {
    this.#options = options;
  }

  /** Adds folder stamps to shares of older box versions before the box accepts requests. */
  async backfillFolderStamps(): Promise<void> {
    const { vault, family } = this.#options;
    await family.backfillStamps(async (share) => {
      const location = vault.findReadable(callerFor(share.owner), share.path);
      const stat = location === undefined ? undefined : await vault.lstatExactName(location);
      return stat?.isDirectory() === true ? stampOf(stat) : null;
    });
  }

  /** Starts a search when a granted folder is missing at its last known path. */
  search(grant: Grant): void {
    const { family, clock, onFault } = this.#options;
    const share = family.list(grant.sharer).find((each) => each.owner === grant.sharer && each.name === grant.name);
    if (this.#closed || share === undefined) return;
    const last = this.#lastSearchAt.get(share.id);
    const now = clock.now();
    if (last !== undefined && now >= last && now - last < SEARCH_RETRY_MS) return;
    this.#lastSearchAt.set(share.id, now);
    this.#searching = this.#searching.then(() => this.#find(share, grant)).catch(onFault);
  }

  /** Resolves when all requested searches have finished. */
  async settled(): Promise<void> {
    await this.#searching;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.settled();
  }

  async #find({ id, owner, path }: FamilyFolder, grant: Grant): Promise<void> {
    const { vault, family } = this.#options;
    const mount = vault.volumes.find(({ kind, mountDir }) => kind === 'data' && path.startsWith(`${mountDir}/`));
    if (mount === undefined) return;
    const queue: Location[] = [vault.resolve(callerFor(owner), `${mount.mountDir}/${owner}`, 'read')];
    for (let at = queue.shift(); at !== undefined && !this.#closed; at = queue.shift()) {
      const found = await this.#searchFolder(at, grant, queue);
      if (found === undefined) continue;
      // The share may have been removed meanwhile; then this updates no row.
      family.updatePath(id, found.key);
      this.#lastSearchAt.delete(id);
      return;
    }
  }

  /** Checks the subfolders of a folder and adds them to the queue. Skips folders that disappear or cannot be read. */
  async #searchFolder(location: Location, grant: Grant, queue: Location[]): Promise<Location | undefined> {
    const { vault } = this.#options;
    const opened = await vault.folder(location).catch(ignoreRefusal);
    if (opened === undefined) return undefined;
    await using folder: Folder = opened;
    for (const name of await folder.folderNames()) {
      const inner = entryOf(vault, location, name);
      const stat = inner === undefined ? undefined : await folder.lstatExactName(name);
      if (inner === undefined || stat?.isDirectory() !== true) continue;
      if (grant.is(stat)) return inner;
      queue.push(inner);
    }
    return undefined;
  }
}

const ignoreRefusal = (failure: unknown): undefined => {
  if (!(failure instanceof Refusal)) throw failure;
};

/** Returns undefined for internal folders of the box. */
const entryOf = (vault: Vault, location: Location, name: string): Location | undefined => {
  try {
    return vault.entryOf(location, name);
  } catch (failure) {
    ignoreRefusal(failure);
    return undefined;
  }
};
