import { isNotOffered, ListFavourites, PutFavourite, RemoveFavourite } from '@boxwood/box-sdk';
import { type Client, right } from '@boxwood/command-bus';
import { tap } from 'rxjs';
import type { OfflineQueue } from '../offline/offline-queue.ts';
import { changesInArea } from '../changes/changes.ts';
import type { BoxEvent } from '../events/box-event.ts';
import { execute, startNow, mapRight, type Outcome, type LazyResult, settled } from '../outcome.ts';
import { Query, type QueryDeps } from '../state/query.ts';
import { select, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { WatchHandle } from '../time/watchers.ts';
import type { Favourites, Favourite } from './favourites.ts';

/** Dependencies of {@link BoxFavourites}. */
export interface FavouritesDeps extends Pick<QueryDeps, 'visible$' | 'retry$'> {
  readonly box: Pick<Client, 'exec'>;
  readonly store: Pick<EventStore<BoxEvent>, 'batches$'>;
  /** Stores user actions while the box is unreachable. */
  readonly offlineQueue: Pick<OfflineQueue, 'enqueueIfOffline'>;
}

const NONE: readonly Favourite[] = [];

/** See {@link Favourites}. All windows of a tab share one query. */
export class BoxFavourites implements Favourites {
  readonly #box: FavouritesDeps['box'];
  readonly #offlineQueue: FavouritesDeps['offlineQueue'];
  readonly #query: Query<readonly Favourite[]>;
  readonly list$: StateStream<readonly Favourite[]>;
  readonly isSupported$: StateStream<boolean>;

  constructor({ box, store, offlineQueue, visible$, retry$ }: FavouritesDeps) {
    this.#box = box;
    this.#offlineQueue = offlineQueue;
    const load = (): LazyResult<readonly Favourite[]> =>
      execute(box, ListFavourites, {}).pipe(
        mapRight(({ list }) =>
          list.map(({ id, path, folder, gone }) => ({ id, path, isFolder: folder === 1, isMissing: gone === 1 })),
        ),
      );
    this.#query = new Query(load, { visible$, retry$, changed$: changesInArea(store, 'favourites') });
    this.list$ = select(this.#query.state$, (state) => (state.at === 'ready' ? state.value : NONE));
    this.isSupported$ = select(
      this.#query.state$,
      (state) => state.at !== 'failed' || state.failure._tag === 'Rejected' || !isNotOffered(state.failure),
    );
  }

  watch(): WatchHandle {
    return this.#query.watch();
  }

  add(path: string): Outcome<null> {
    if (this.#offlineQueue.enqueueIfOffline({ do: 'favour', path, wanted: true })) return settled(right(null));
    return startNow(
      execute(this.#box, PutFavourite, { path }).pipe(
        mapRight(() => null),
        tap(() => this.#query.reload()),
      ),
    );
  }

  remove(path: string): Outcome<null> {
    const known = this.list$.value.find((one) => one.path === path);
    if (known === undefined || this.#offlineQueue.enqueueIfOffline({ do: 'favour', path, wanted: false }))
      return settled(right(null));
    return startNow(
      execute(this.#box, RemoveFavourite, { id: known.id }).pipe(
        mapRight(() => null),
        tap(() => this.#query.reload()),
      ),
    );
  }
}
