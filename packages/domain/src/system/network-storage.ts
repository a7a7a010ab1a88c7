import { AddMount, ListMounts, type NetMountChange, RemoveMount, SetMount } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { execute, startNow, mapRight, type Outcome, type LazyResult } from '../outcome.ts';

export type NetStorage = ResultOf<typeof ListMounts>['list'][number];
/** Input for network storage; an empty password keeps the stored one. */
export type NetStorageDraft = NetMountChange;

/** Network storage: visible to all users, mounted by administrators (P-12). */
export interface NetworkStorage {
  netStorage(): LazyResult<readonly NetStorage[]>;
  /** Tests, mounts and stores it. @param id of the storage to change; null creates one */
  saveNetStorage(id: string | null, draft: NetStorageDraft): Outcome<null>;
  /** Unmounts and forgets it; its content stays. */
  removeNetStorage(id: string): Outcome<null>;
}

/** {@link NetworkStorage} implemented by a box client. */
export const boxNetworkStorage = (box: Pick<Client, 'exec'>): NetworkStorage => ({
  netStorage: () => execute(box, ListMounts, {}).pipe(mapRight(({ list }) => list)),
  saveNetStorage: (id, mount) =>
    startNow(
      id === null
        ? execute(box, AddMount, { mount }).pipe(mapRight(() => null))
        : execute(box, SetMount, { id, mount }).pipe(mapRight(() => null)),
    ),
  removeNetStorage: (id) => startNow(execute(box, RemoveMount, { id }).pipe(mapRight(() => null))),
});
