import { setImmediate as nextIteration } from 'node:timers/promises';
import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import type { Caller, Location, Vault } from '../vault/index.ts';
import { Refusal } from '../vault/index.ts';
import type { ChangeFeed } from './change-feed.ts';
import { PolledFolders } from './polled-folders.ts';

export interface ChangeHandlerDeps {
  readonly changes: ChangeFeed;
  readonly vault: Pick<Vault, 'resolve' | 'probe'>;
  /** Whether inotify reports changes on a volume. Folders on other volumes are polled. */
  readonly files: { isWatched(mountDir: string): boolean };
}

/** How many folders of one user are resolved in an iteration of the event loop, which resolving blocks. */
const FOLDERS_PER_ITERATION = 16;

/** Gives each user one slice of work in an iteration of the event loop, whatever the number of their waits. */
class UserSlices {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Resolves when the next slice of the user may run. */
  async next(user: string): Promise<void> {
    const slice = (this.#last.get(user) ?? Promise.resolve()).then(() => nextIteration());
    this.#last.set(user, slice);
    await slice;
    if (this.#last.get(user) === slice) this.#last.delete(user);
  }
}

/** WAITCHANGES. */
export const changeHandlers = ({ changes, vault, files }: ChangeHandlerDeps) => {
  const polledFolders = new PolledFolders(vault, changes);
  const slices = new UserSlices();
  /** The location of a requested folder, by the usual access rules; undefined when the caller may not read it. */
  const findReadableFolder = (caller: Caller, path: string): Location | undefined => {
    try {
      return vault.resolve(caller, path, 'read');
    } catch (failure) {
      if (failure instanceof Refusal) return undefined;
      throw failure;
    }
  };
  /** The readable folders by path; fewer when the wait is over. */
  const locate = async (
    caller: Caller,
    paths: readonly string[],
    isOver: () => boolean,
  ): Promise<ReadonlyMap<string, Location>> => {
    const found = new Map<string, Location>();
    for (let from = 0; from < paths.length; from += FOLDERS_PER_ITERATION) {
      await slices.next(caller.user);
      if (isOver()) break;
      for (const path of paths.slice(from, from + FOLDERS_PER_ITERATION)) {
        const location = findReadableFolder(caller, path);
        if (location !== undefined) found.set(path, location);
      }
    }
    return found;
  };
  return {
    wait: ({ cursor, wait, folders }, { caller }, { signal }) => {
      let unwatched: readonly Location[] = [];
      return changes.wait(
        {
          user: caller.user,
          folders: async (isOver) => {
            const locations = await locate(caller, folders, isOver);
            unwatched = [...locations.values()].filter(({ volume }) => !files.isWatched(volume.mountDir));
            return new Map([...locations].map(([path, { key }]) => [path, key]));
          },
          pollUnwatched: () => (unwatched.length === 0 ? null : polledFolders.poll(unwatched)),
        },
        cursor,
        wait * 1000,
        signal,
      );
    },
  } satisfies Handlers<(typeof commandTree)['changes'], BoxContext>;
};
