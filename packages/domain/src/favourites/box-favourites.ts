import { isNotOffered, ListFavourites, PutFavourite, RemoveFavourite } from '@boxwood/box-sdk';
import { type Client, right } from '@boxwood/command-bus';
import { tap } from 'rxjs';
import type { Acts } from '../acts/acts.ts';
import { toldOf } from '../changes/changes.ts';
import type { BoxEvent } from '../events/event.ts';
import { answer, begin, mapRight, type Outcome, type Question, settled } from '../outcome.ts';
import { Query, type QueryDeps } from '../state/query.ts';
import { select, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { Watch } from '../time/watchers.ts';
import type { Favourites, KeptFavourite } from './favourites.ts';

/** Dependencies of {@link BoxFavourites}. */
export interface FavouritesDeps extends Pick<QueryDeps, 'visible$' | 'again$'> {
  readonly box: Pick<Client, 'exec'>;
  readonly store: Pick<EventStore<BoxEvent>, 'batches$'>;
  /** Stores user actions while the box is unreachable. */
  readonly acts: Pick<Acts, 'keeps'>;
}

const NONE: readonly KeptFavourite[] = [];

/** See {@link Favourites}. All windows of a tab share one query. */
export class BoxFavourites implements Favourites {
  readonly #box: FavouritesDeps['box'];
  readonly #acts: FavouritesDeps['acts'];
  readonly #query: Query<readonly KeptFavourite[]>;
  readonly list$: StateStream<readonly KeptFavourite[]>;
  readonly keeps$: StateStream<boolean>;

  constructor({ box, store, acts, visible$, again$ }: FavouritesDeps) {
    this.#box = box;
    this.#acts = acts;
    const ask = (): Question<readonly KeptFavourite[]> =>
      answer(box, ListFavourites, {}).pipe(
        mapRight(({ list }) =>
          list.map(({ id, path, folder, gone }) => ({ id, path, isFolder: folder === 1, isGone: gone === 1 })),
        ),
      );
    this.#query = new Query(ask, { visible$, again$, told$: toldOf(store, 'favourites') });
    this.list$ = select(this.#query.state$, (state) => (state.at === 'ready' ? state.value : NONE));
    this.keeps$ = select(
      this.#query.state$,
      (state) => state.at !== 'failed' || state.failure._tag === 'Rejected' || !isNotOffered(state.failure),
    );
  }

  watch(): Watch {
    return this.#query.watch();
  }

  put(path: string): Outcome<null> {
    if (this.#acts.keeps({ do: 'favour', path, wanted: true })) return settled(right(null));
    return begin(
      answer(this.#box, PutFavourite, { path }).pipe(
        mapRight(() => null),
        tap(() => this.#query.reload()),
      ),
    );
  }

  remove(path: string): Outcome<null> {
    const known = this.list$.value.find((one) => one.path === path);
    if (known === undefined || this.#acts.keeps({ do: 'favour', path, wanted: false })) return settled(right(null));
    return begin(
      answer(this.#box, RemoveFavourite, { id: known.id }).pipe(
        mapRight(() => null),
        tap(() => this.#query.reload()),
      ),
    );
  }
}
