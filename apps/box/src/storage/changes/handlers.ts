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

/** WAITCHANGES. */
export const changeHandlers = ({ changes, vault, files }: ChangeHandlerDeps) => {
  const polledFolders = new PolledFolders(vault, changes);
  /** The location of a requested folder, by the usual access rules; undefined when the caller may not read it. */
  const findReadableFolder = (caller: Caller, path: string): Location | undefined => {
    try {
      return vault.resolve(caller, path, 'read');
    } catch (failure) {
      if (failure instanceof Refusal) return undefined;
      throw failure;
    }
  };
  return {
    wait: ({ cursor, wait, folders }, { caller }, { signal }) => {
      const locations = (): readonly (readonly [string, Location])[] =>
        folders.flatMap((path) => {
          const location = findReadableFolder(caller, path);
          return location === undefined ? [] : [[path, location] as const];
        });
      const unwatched = locations()
        .map(([, location]) => location)
        .filter(({ volume }) => !files.isWatched(volume.mountDir));
      return changes.wait(
        {
          user: caller.user,
          folders: () => new Map(locations().map(([path, { key }]) => [path, key])),
          ...(unwatched.length === 0 ? {} : { pollUnwatched: () => polledFolders.poll(unwatched) }),
        },
        cursor,
        wait * 1000,
        signal,
      );
    },
  } satisfies Handlers<(typeof commandTree)['changes'], BoxContext>;
};
