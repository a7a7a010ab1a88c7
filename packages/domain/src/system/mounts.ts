import { AddMount, ListMounts, type NetMountChange, RemoveMount, SetMount } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { answer, begin, mapRight, type Outcome, type Question } from '../outcome.ts';

export type NetStorage = ResultOf<typeof ListMounts>['list'][number];
/** What somebody says of network storage; an empty password of one that is known is the one that was said before. */
export type NetStorageDraft = NetMountChange;

/** Storage of the network: everybody sees it, administrators mount it (P-12). */
export interface NetworkStorage {
  netStorage(): Question<readonly NetStorage[]>;
  /** Tries it, mounts it and keeps it. @param id of what is changed; null for one more */
  saveNetStorage(id: string | null, draft: NetStorageDraft): Outcome<null>;
  /** Takes it away; what is on it stays there. */
  removeNetStorage(id: string): Outcome<null>;
}

/** {@link NetworkStorage} over a client of the box. */
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
