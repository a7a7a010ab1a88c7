import type { Clock } from '../clock.ts';
import { stampOf } from '../journal/stamp.ts';
import type { Folder, Grant, Location, Vault } from '../vault/index.ts';
import { callerFor, Refusal } from '../vault/index.ts';
import type { FamilyFolder, FamilyShares } from './family.ts';

/** A folder that was looked for in vain is not looked for again so soon. */
const AGAIN_MS = 60_000;

export interface LostFoldersOptions {
  readonly vault: Vault;
  readonly family: FamilyShares;
  readonly clock: Clock;
  readonly onFault: (fault: unknown) => void;
}

/**
 * Finds shared folders again that another program has renamed or moved: by what they are, in the space of their creator on the volume where
 * they were. One search at a time, in the background; until it ends, nobody but the creator can enter them.
 */
export class LostFolders {
  readonly #options: LostFoldersOptions;
  /** By share, when it was looked for last (epoch milliseconds). */
  readonly #looked = new Map<string, number>();
  #looking: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: LostFoldersOptions) {
    this.#options = options;
  }

  /** Before anybody is served: what older boxes shared by its path alone becomes what stands there now. */
  async adopt(): Promise<void> {
    const { vault, family } = this.#options;
    await family.adopt(async (share) => {
      const location = vault.seenBy(callerFor(share.owner), share.path);
      const stat = location === undefined ? undefined : await vault.lstatExact(location);
      return stat?.isDirectory() === true ? stampOf(stat) : null;
    });
  }

  /** Somebody asked for a granted folder that does not stand where it was last seen. */
  look(grant: Grant): void {
    const { family, clock, onFault } = this.#options;
    const share = family.list(grant.sharer).find((each) => each.owner === grant.sharer && each.name === grant.name);
    if (this.#closed || share === undefined) return;
    const last = this.#looked.get(share.id);
    const now = clock.now();
    if (last !== undefined && now >= last && now - last < AGAIN_MS) return;
    this.#looked.set(share.id, now);
    this.#looking = this.#looking.then(() => this.#find(share, grant)).catch(onFault);
  }

  /** Resolves when every search that was asked for has ended. */
  async settled(): Promise<void> {
    await this.#looking;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.settled();
  }

  async #find({ id, owner, path }: FamilyFolder, grant: Grant): Promise<void> {
    const { vault, family } = this.#options;
    const mount = vault.volumes.find(({ kind, mountDir }) => kind === 'data' && path.startsWith(`${mountDir}/`));
    if (mount === undefined) return;
    const waiting: Location[] = [vault.resolve(callerFor(owner), `${mount.mountDir}/${owner}`, 'read')];
    for (let at = waiting.shift(); at !== undefined && !this.#closed; at = waiting.shift()) {
      const found = await this.#among(at, grant, waiting);
      if (found === undefined) continue;
      // It may have ended meanwhile; then this touches nothing.
      family.seen(id, found.key);
      this.#looked.delete(id);
      return;
    }
  }

  /** Looks at the folders in a folder and adds them to what waits. One that goes away or may not be read is passed over. */
  async #among(location: Location, grant: Grant, waiting: Location[]): Promise<Location | undefined> {
    const { vault } = this.#options;
    const opened = await vault.folder(location).catch(passOver);
    if (opened === undefined) return undefined;
    await using folder: Folder = opened;
    for (const name of await folder.folderNames()) {
      const inner = entryOf(vault, location, name);
      const stat = inner === undefined ? undefined : await folder.lstatExact(name);
      if (inner === undefined || stat?.isDirectory() !== true) continue;
      if (grant.is(stat)) return inner;
      waiting.push(inner);
    }
    return undefined;
  }
}

const passOver = (failure: unknown): undefined => {
  if (!(failure instanceof Refusal)) throw failure;
};

/** Undefined for the box's own folders. */
const entryOf = (vault: Vault, location: Location, name: string): Location | undefined => {
  try {
    return vault.entryOf(location, name);
  } catch (failure) {
    passOver(failure);
    return undefined;
  }
};
