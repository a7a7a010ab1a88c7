import { isNotOffered, ListOffers, type Offer } from '@boxwood/box-sdk';
import type { BoxModel, Client } from '@boxwood/command-bus';
import { EMPTY, filter, map, merge, type Observable, of, Subscription, switchMap, take } from 'rxjs';
import { isAbout } from '../changes/changes.ts';
import type { BoxEvent } from '../events/event.ts';
import { answer } from '../outcome.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { type Offers, offersOf, offersOfModel, type OfferTable } from './offers.ts';

/** What reading the offers needs. */
export interface OffersDeps {
  readonly box: Pick<Client, 'exec'>;
  readonly store: Pick<EventStore<BoxEvent>, 'batches$'>;
  readonly model: BoxModel;
  readonly version: string;
  /** When to ask again what failed. */
  readonly again$: Observable<unknown>;
}

/** See {@link Offers}. */
export class BoxOffers implements Offers {
  readonly #table: State<OfferTable>;
  readonly #subscription = new Subscription();

  constructor({ box, store, model, version, again$ }: OffersDeps) {
    const byModel = offersOfModel(model, version);
    this.#table = new State(byModel);
    const changed$ = store.batches$.pipe(filter((batch) => batch.some(({ event }) => isAbout(event, 'offers'))));
    const asked$ = merge(of(null), changed$).pipe(
      switchMap(() => ask(box, again$)),
      map((said) => offersOf(said, byModel)),
    );
    this.#subscription.add(
      asked$.subscribe((table) => {
        this.#table.set(table);
      }),
    );
  }

  get offers$(): StateStream<OfferTable> {
    return this.#table.stream;
  }

  close(): void {
    this.#subscription.unsubscribe();
  }
}

/** What the box says; nothing when it does not know the question. */
const ask = (box: OffersDeps['box'], again$: OffersDeps['again$']): Observable<readonly Offer[]> =>
  answer(box, ListOffers, {}).pipe(
    switchMap((result) => {
      if (result._tag === 'Right') return of(result.right.areas);
      return isNotOffered(result.left)
        ? EMPTY
        : again$.pipe(
            take(1),
            switchMap(() => ask(box, again$)),
          );
    }),
  );
