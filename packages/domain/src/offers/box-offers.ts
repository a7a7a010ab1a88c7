import { isNotOffered, ListOffers, ListPlugins } from '@boxwood/box-sdk';
import { pluginPhase } from '@boxwood/box-sdk/rules';
import type { BoxModel, Client } from '@boxwood/command-bus';
import { filter, map, merge, type Observable, of, Subject, Subscription, switchMap, take } from 'rxjs';
import { affectsArea } from '../changes/changes.ts';
import type { BoxEvent } from '../events/box-event.ts';
import { execute } from '../outcome.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { type Offers, offersOf, offersOfModel, type OfferTable, PHOTO_INDEX, withoutPhotoIndex } from './offers.ts';

/** Dependencies of {@link BoxOffers}. */
export interface OffersDeps {
  readonly box: Pick<Client, 'exec'>;
  readonly store: Pick<EventStore<BoxEvent>, 'batches$'>;
  readonly model: BoxModel;
  readonly version: string;
  /** Emits when failed requests should be retried. */
  readonly retry$: Observable<unknown>;
}

/** See {@link Offers}. */
export class BoxOffers implements Offers {
  readonly #table: State<OfferTable>;
  readonly #refreshes = new Subject<void>();
  readonly #subscription = new Subscription();

  constructor({ box, store, model, version, retry$ }: OffersDeps) {
    const byModel = offersOfModel(model, version);
    this.#table = new State(byModel);
    const changed$ = store.batches$.pipe(filter((batch) => batch.some(({ event }) => affectsArea(event, 'offers'))));
    const loaded$ = merge(of(null), changed$, this.#refreshes).pipe(switchMap(() => loadOffers(box, retry$, byModel)));
    this.#subscription.add(
      loaded$.subscribe((table) => {
        this.#table.set(table);
      }),
    );
  }

  get offers$(): StateStream<OfferTable> {
    return this.#table.stream;
  }

  refresh(): void {
    this.#refreshes.next();
  }

  close(): void {
    this.#subscription.unsubscribe();
  }
}

/**
 * Loads the offers of the box. A box without this call offers what its model has, and photos while their plugin runs.
 */
const loadOffers = (
  box: OffersDeps['box'],
  retry$: OffersDeps['retry$'],
  byModel: OfferTable,
): Observable<OfferTable> =>
  execute(box, ListOffers, {}).pipe(
    switchMap((result) => {
      if (result._tag === 'Right') return of(offersOf(result.right.areas, byModel));
      return isNotOffered(result.left)
        ? hasPhotoIndex(box).pipe(map((has) => (has ? byModel : withoutPhotoIndex(byModel))))
        : retry$.pipe(
            take(1),
            switchMap(() => loadOffers(box, retry$, byModel)),
          );
    }),
  );

/** PHOTO-17. True when the box does not report its plugins. */
const hasPhotoIndex = (box: OffersDeps['box']): Observable<boolean> =>
  execute(box, ListPlugins, {}).pipe(
    map(
      (result) =>
        result._tag === 'Left' ||
        result.right.plugin_list.some(({ key, state }) => key === PHOTO_INDEX && pluginPhase(state) === 'running'),
    ),
  );
