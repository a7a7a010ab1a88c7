import type { commandTree } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import type { Caller, Location, Vault } from '../vault/index.ts';
import { Refusal } from '../vault/index.ts';
import type { Changes } from './changes.ts';
import { Glances } from './glances.ts';

export interface ChangeServices {
  readonly changes: Changes;
  readonly vault: Pick<Vault, 'resolve' | 'glance'>;
  /** Whether inotify reports changes on a volume. Folders on other volumes are polled. */
  readonly files: { isWatched(mountDir: string): boolean };
}

/** WAITCHANGES. */
export const changeHandlers = ({ changes, vault, files }: ChangeServices) => {
  const glances = new Glances(vault, changes);
  /** The location of a requested folder, by the usual access rules; undefined when the caller may not read it. */
  const find = (caller: Caller, path: string): Location | undefined => {
    try {
      return vault.resolve(caller, path, 'read');
    } catch (failure) {
      if (failure instanceof Refusal) return undefined;
      throw failure;
    }
  };
  return {
    wait: ({ cursor, wait, folders }, { caller }, { signal }) => {
      const found = (): readonly (readonly [string, Location])[] =>
        folders.flatMap((path) => {
          const location = find(caller, path);
          return location === undefined ? [] : [[path, location] as const];
        });
      const untold = found()
        .map(([, location]) => location)
        .filter(({ volume }) => !files.isWatched(volume.mountDir));
      return changes.wait(
        {
          user: caller.user,
          folders: () => new Map(found().map(([path, { key }]) => [path, key])),
          ...(untold.length === 0 ? {} : { look: () => glances.look(untold) }),
        },
        cursor,
        wait * 1000,
        signal,
      );
    },
  } satisfies Handlers<(typeof commandTree)['changes'], BoxContext>;
};
