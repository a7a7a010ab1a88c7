import type { TimelinePhoto } from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import { defer, EMPTY, map, merge, Observable, of, skip, Subscription, switchMap, tap } from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import { mapRight, type LazyResult, type Result } from '../outcome.ts';
import { type QueryState, Query, type QueryDeps } from '../state/query.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { type WatchHandle, Watchers } from '../time/watchers.ts';
import type { TimelineData, TimelineMonth, PhotoFilter, PhotoTimeline } from './photos.ts';
import type { MonthsResponse, TimelinePort, MonthCounts } from './port.ts';
import { photosProjection, applyPhotoChange } from './projection.ts';

/** Photos per call: one or two screens of tiles. */
const BATCH_SIZE = 500;

const NO_MONTHS: MonthCounts = { version: '', total: 0, list: [] };

/** Dependencies of {@link BoxPhotoTimeline}. */
export interface TimelineDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: TimelinePort;
  readonly query: QueryDeps;
}

/** The photos of one month. */
interface LoadedMonth {
  readonly query: Query<readonly TimelinePhoto[]>;
  watch: WatchHandle | null;
  /** The last response of the box and its index version; an empty version belongs to no index state. */
  known: { readonly version: string; readonly photos: readonly TimelinePhoto[] } | null;
}

/** See {@link PhotoTimeline}. Loaded months are cached, and requested again only for another version of the index. */
export class BoxPhotoTimeline implements PhotoTimeline {
  readonly #deps: TimelineDeps;
  readonly #filter: PhotoFilter;
  readonly #watchers = new Watchers();
  readonly #state = new State<QueryState<TimelineData>>({ at: 'loading' });
  readonly #version = new State<string | null>(null);
  readonly #months: Query<MonthsResponse & { readonly months: MonthCounts }>;
  readonly #loadedMonths = new Map<string, LoadedMonth>();
  #list: MonthCounts | null = null;
  #shownMonths: ReadonlySet<string> = new Set();
  #isLive = false;

  constructor(filter: PhotoFilter, deps: TimelineDeps) {
    this.#deps = deps;
    this.#filter = filter;
    this.#months = new Query(() => this.#loadMonths(), deps.query);
    this.#watchers.isWatched$.pipe(switchMap((watched) => (watched ? this.#observe() : EMPTY))).subscribe();
  }

  get state$(): StateStream<QueryState<TimelineData>> {
    return this.#state.stream;
  }

  watch(): WatchHandle {
    return this.#watchers.watch();
  }

  show(months: readonly string[]): void {
    this.#shownMonths = new Set(months);
    this.#updateMonthQueries();
  }

  around(id: string, limit: number): LazyResult<readonly TimelinePhoto[]> {
    const state = this.#state.value;
    const months = state.at === 'ready' ? state.value.months : [];
    const known = months.flatMap(({ photos }) => photos ?? []);
    let before = 0;
    for (const { photos, count } of months) {
      const at = photos?.findIndex((photo) => photo.id === id) ?? -1;
      if (at >= 0) return this.#aroundAt(id, Math.max(0, before + at - Math.floor(limit / 2)), limit, known);
      before += count;
    }
    return of(right(known));
  }

  /** Falls back to the known photos where the box cannot answer or has other photos there by now. */
  #aroundAt(
    id: string,
    start: number,
    limit: number,
    known: readonly TimelinePhoto[],
  ): LazyResult<readonly TimelinePhoto[]> {
    return this.#deps.port
      .photos(this.#filter, null, start, limit)
      .pipe(
        map((result) =>
          result._tag === 'Right' && result.right.list.some((photo) => photo.id === id)
            ? right(result.right.list)
            : right(known),
        ),
      );
  }

  readonly reload = (): void => {
    this.#months.reload();
  };

  #observe(): Observable<never> {
    return new Observable<never>(() => {
      const subscription = new Subscription();
      const { store } = this.#deps;
      this.#isLive = true;
      // The batch arrives after all states: update the cache before publishing.
      subscription.add(
        store.batches$.subscribe((batch) => {
          for (const { event } of batch) if (event.type === 'PhotosHeard') this.#applyConfirmed(event.data);
          if (batch.some(({ event }) => event.type === 'PhotosSaid' || event.type === 'PhotosHeard')) this.#publish();
        }),
      );
      subscription.add(this.#months.state$.subscribe(() => this.#publish()));
      const months = this.#months.watch();
      this.#updateMonthQueries();
      subscription.add(() => {
        this.#isLive = false;
        this.#updateMonthQueries();
        months.close();
      });
      return subscription;
    });
  }

  #loadMonths(): LazyResult<MonthsResponse & { readonly months: MonthCounts }> {
    const before = this.#list;
    return this.#deps.port.months(this.#filter, before?.version ?? null).pipe(
      mapRight(({ months, isReading }) => ({ isReading, months: months ?? before ?? NO_MONTHS })),
      tap((result) => {
        if (result._tag === 'Left') return;
        this.#list = result.right.months;
        this.#version.set(result.right.months.version);
      }),
    );
  }

  /** Loads the shown months while a screen watches the timeline. */
  #updateMonthQueries(): void {
    for (const [month, loaded] of this.#loadedMonths) {
      if (this.#isLive && this.#shownMonths.has(month)) continue;
      loaded.watch?.close();
      loaded.watch = null;
    }
    if (!this.#isLive) return;
    for (const month of this.#shownMonths) {
      const loaded = this.#loadedMonths.get(month) ?? this.#createMonth(month);
      loaded.watch ??= loaded.query.watch();
    }
  }

  #createMonth(month: string): LoadedMonth {
    const { query } = this.#deps;
    const loaded: LoadedMonth = {
      query: new Query(
        () =>
          defer((): LazyResult<readonly TimelinePhoto[]> => {
            const { known } = loaded;
            return known !== null && known.version === this.#version.value
              ? of(right(known.photos))
              : this.#loadPhotos(month).pipe(
                  map((result): Result<readonly TimelinePhoto[]> => {
                    if (result._tag === 'Left') return result;
                    loaded.known = result.right;
                    return right(result.right.photos);
                  }),
                );
          }),
        {
          visible$: query.visible$,
          retry$: query.retry$,
          // Photos without a version are reloaded on every change report, the others when the month list changes.
          changed$: merge(this.#version.stream.pipe(skip(1)), query.changed$ ?? EMPTY),
        },
      ),
      watch: null,
      known: null,
    };
    this.#loadedMonths.set(month, loaded);
    loaded.query.state$.subscribe(() => {
      if (this.#isLive) this.#publish();
    });
    return loaded;
  }

  /**
   * Loads all photos of a month. Pages of two versions may miss a photo or contain one twice; the result then gets an
   * empty version, and the next change reloads it.
   */
  #loadPhotos(
    month: string,
    before: NonNullable<LoadedMonth['known']> | null = null,
  ): LazyResult<NonNullable<LoadedMonth['known']>> {
    return this.#deps.port.photos(this.#filter, month, before?.photos.length ?? 0, BATCH_SIZE).pipe(
      switchMap((result): LazyResult<NonNullable<LoadedMonth['known']>> => {
        if (result._tag === 'Left') return of(result);
        const { version, total, list } = result.right;
        const known = new Set(before?.photos.map(({ id }) => id));
        const photos = [...(before?.photos ?? []), ...list.filter(({ id }) => !known.has(id))];
        const all = { version: before === null || before.version === version ? version : '', photos };
        return list.length === 0 || photos.length >= total ? of(right(all)) : this.#loadPhotos(month, all);
      }),
    );
  }

  /**
   * Applies confirmed changes to the cache and reloads the month counts. Changes that the box refused were only shown
   * optimistically.
   */
  #applyConfirmed({ done, change }: Extract<BoxEvent, { type: 'PhotosHeard' }>['data']): void {
    if (done.length === 0) return;
    const ids = new Set(done);
    const isDeleted = change.isDeleted === true;
    for (const loaded of this.#loadedMonths.values()) {
      const { known } = loaded;
      const photos = known === null ? null : applyPhotoChange(known.photos, ids, change);
      // A deleted photo may be restored before the index notices: the cached version is then not reliable.
      if (known !== null && photos !== null && photos !== known.photos)
        loaded.known = { version: isDeleted ? '' : known.version, photos };
      // A response in flight may be older than the change. The index notices a deleted file a moment later.
      if (loaded.watch !== null && !isDeleted) loaded.query.reload();
    }
    this.#months.reload();
  }

  #publish(): void {
    const monthsState = this.#months.state$.value;
    if (monthsState.at !== 'ready') {
      this.#state.set(monthsState);
      return;
    }
    const { isReading } = monthsState.value;
    const months = monthsState.value.months.list.map((month) => this.#monthOf(month));
    const total = months.reduce((sum, { count }) => sum + count, 0);
    const failed = [...this.#loadedMonths.values()]
      .map(({ query }) => query.state$.value)
      .find((loaded) => loaded.at === 'failed');
    this.#state.set({
      ...monthsState,
      value: { total, months, isReading },
      failure: monthsState.failure ?? failed?.failure ?? null,
    });
  }

  /** A month with the optimistic changes that are not confirmed yet. */
  #monthOf({ month, count }: { readonly month: string; readonly count: number }): TimelineMonth {
    const loaded = this.#loadedMonths.get(month)?.known ?? null;
    if (loaded === null) return { month, count, photos: null };
    const { version, photos: known } = loaded;
    const { pending } = this.#deps.store.state(photosProjection).value;
    let photos = known;
    for (const { ids, change } of pending) photos = applyPhotoChange(photos, new Set(ids), change);
    if (this.#filter.favourite === true && photos.some(({ favourite }) => favourite === 0))
      photos = photos.filter(({ favourite }) => favourite === 1);
    // The cache may be older than the count of a hidden month: only changes since then adjust it.
    const counted = version === '' ? known.length : count;
    return { month, count: Math.max(0, counted + photos.length - known.length), photos };
  }
}
