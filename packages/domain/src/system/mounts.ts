import { AddMount, ListMounts, type NetMountChange, RemoveMount, SetMount } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { answer, begin, mapRight, type Outcome, type Question } from '../outcome.ts';

export type NetStorage = ResultOf<typeof ListMounts>['list'][number];
/** Input for network storage; an empty password keeps the stored one. */
export type NetStorageDraft = NetMountChange;

/** Network storage: visible to all users, mounted by administrators (P-12). */
export interface NetworkStorage {
  netStorage(): Question<readonly NetStorage[]>;
  /** Tests, mounts and stores it. @param id of the storage to change; null creates one */
  saveNetStorage(id: string | null, draft: NetStorageDraft): Outcome<null>;
  /** Unmounts and forgets it; its content stays. */
  removeNetStorage(id: string): Outcome<null>;
}

/** {@link NetworkStorage} implemented by a box client. */
export const boxNetworkStorage = (box: Pick<Client, 'exec'>): NetworkStorage => ({
  netStorage: () => answer(box, ListMounts, {}).pipe(mapRight(({ list }) => list)),
  saveNetStorage: (id, mount) =>
    begin(
      id === null
        ? answer(box, AddMount, { mount }).pipe(mapRight(() => null))
        : answer(box, SetMount, { id, mount }).pipe(mapRight(() => null)),
    ),
  removeNetStorage: (id) => begin(answer(box, RemoveMount, { id }).pipe(mapRight(() => null))),
});
