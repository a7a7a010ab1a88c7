import type { TimelinePhoto } from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import { defer, EMPTY, map, merge, Observable, of, skip, Subscription, switchMap, tap } from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import { mapRight, type Question, type Result } from '../outcome.ts';
import { type Asked, Query, type QueryDeps } from '../state/query.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { type Watch, Watchers } from '../time/watchers.ts';
import type { Line, LineMonth, PhotoFilter, PhotoLine } from './photos.ts';
import type { Counted, LinePort, Months } from './port.ts';
import { photosProjection, saying } from './projection.ts';

/** Photos per call: one or two screens of tiles. */
const RUN = 500;

const NONE: Months = { version: '', total: 0, list: [] };

/** Dependencies of {@link BoxPhotoTimeline}. */
export interface LineDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: LinePort;
  readonly query: QueryDeps;
}

/** The photos of one month. */
interface MonthRun {
  readonly query: Query<readonly TimelinePhoto[]>;
  watch: Watch | null;
  /** The last response of the box and its index version; an empty version belongs to no index state. */
  known: { readonly version: string; readonly photos: readonly TimelinePhoto[] } | null;
}

/** See {@link PhotoTimeline}. Loaded months are cached, and requested again only for another version of the index. */
export class BoxPhotoLine implements PhotoLine {
  readonly #deps: LineDeps;
  readonly #filter: PhotoFilter;
  readonly #watchers = new Watchers();
  readonly #state = new State<Asked<Line>>({ at: 'loading' });
  readonly #version = new State<string | null>(null);
  readonly #months: Query<Counted & { readonly months: Months }>;
  readonly #runs = new Map<string, MonthRun>();
  #list: Months | null = null;
  #shown: ReadonlySet<string> = new Set();
  #isLive = false;

  constructor(filter: PhotoFilter, deps: LineDeps) {
    this.#deps = deps;
    this.#filter = filter;
    this.#months = new Query(() => this.#askMonths(), deps.query);
    this.#watchers.any$.pipe(switchMap((watched) => (watched ? this.#live() : EMPTY))).subscribe();
  }

  get state$(): StateStream<Asked<Line>> {
    return this.#state.stream;
  }

  watch(): Watch {
    return this.#watchers.watch();
  }

  show(months: readonly string[]): void {
    this.#shown = new Set(months);
    this.#follow();
  }

  around(id: string, most: number): Question<readonly TimelinePhoto[]> {
    const state = this.#state.value;
    const months = state.at === 'ready' ? state.value.months : [];
    const known = months.flatMap(({ photos }) => photos ?? []);
    let before = 0;
    for (const { photos, count } of months) {
      const at = photos?.findIndex((photo) => photo.id === id) ?? -1;
      if (at >= 0) return this.#aroundAt(id, Math.max(0, before + at - Math.floor(most / 2)), most, known);
      before += count;
    }
    return of(right(known));
  }

  /** Falls back to the known photos where the box cannot answer or has other photos there by now. */
  #aroundAt(
    id: string,
    start: number,
    most: number,
    known: readonly TimelinePhoto[],
  ): Question<readonly TimelinePhoto[]> {
    return this.#deps.port
      .run(this.#filter, null, start, most)
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

  #live(): Observable<never> {
    return new Observable<never>(() => {
      const living = new Subscription();
      const { store } = this.#deps;
      this.#isLive = true;
      // The batch arrives after all states: update the cache before publishing.
      living.add(
        store.batches$.subscribe((batch) => {
          for (const { event } of batch) if (event.type === 'PhotosHeard') this.#hear(event.data);
          if (batch.some(({ event }) => event.type === 'PhotosSaid' || event.type === 'PhotosHeard')) this.#tell();
        }),
      );
      living.add(this.#months.state$.subscribe(() => this.#tell()));
      const months = this.#months.watch();
      this.#follow();
      living.add(() => {
        this.#isLive = false;
        this.#follow();
        months.close();
      });
      return living;
    });
  }

  #askMonths(): Question<Counted & { readonly months: Months }> {
    const before = this.#list;
    return this.#deps.port.months(this.#filter, before?.version ?? null).pipe(
      mapRight(({ months, isReading }) => ({ isReading, months: months ?? before ?? NONE })),
      tap((result) => {
        if (result._tag === 'Left') return;
        this.#list = result.right.months;
        this.#version.set(result.right.months.version);
      }),
    );
  }

  /** Loads the shown months while somebody watches. */
  #follow(): void {
    for (const [month, run] of this.#runs) {
      if (this.#isLive && this.#shown.has(month)) continue;
      run.watch?.close();
      run.watch = null;
    }
    if (!this.#isLive) return;
    for (const month of this.#shown) {
      const run = this.#runs.get(month) ?? this.#make(month);
      run.watch ??= run.query.watch();
    }
  }

  #make(month: string): MonthRun {
    const { query } = this.#deps;
    const run: MonthRun = {
      query: new Query(
        () =>
          defer((): Question<readonly TimelinePhoto[]> => {
            const { known } = run;
            return known !== null && known.version === this.#version.value
              ? of(right(known.photos))
              : this.#fetch(month).pipe(
                  map((result): Result<readonly TimelinePhoto[]> => {
                    if (result._tag === 'Left') return result;
                    run.known = result.right;
                    return right(result.right.photos);
                  }),
                );
          }),
        {
          visible$: query.visible$,
          again$: query.again$,
          // Photos without a version are reloaded on every change report, the others when the month list changes.
          told$: merge(this.#version.stream.pipe(skip(1)), query.told$ ?? EMPTY),
        },
      ),
      watch: null,
      known: null,
    };
    this.#runs.set(month, run);
    run.query.state$.subscribe(() => {
      if (this.#isLive) this.#tell();
    });
    return run;
  }

  /**
   * Loads all photos of a month. Pages of two versions may miss a photo or contain one twice; the result then gets an
   * empty version, and the next change reloads it.
   */
  #fetch(
    month: string,
    before: NonNullable<MonthRun['known']> | null = null,
  ): Question<NonNullable<MonthRun['known']>> {
    return this.#deps.port.run(this.#filter, month, before?.photos.length ?? 0, RUN).pipe(
      switchMap((result): Question<NonNullable<MonthRun['known']>> => {
        if (result._tag === 'Left') return of(result);
        const { version, total, list } = result.right;
        const known = new Set(before?.photos.map(({ id }) => id));
        const photos = [...(before?.photos ?? []), ...list.filter(({ id }) => !known.has(id))];
        const all = { version: before === null || before.version === version ? version : '', photos };
        return list.length === 0 || photos.length >= total ? of(right(all)) : this.#fetch(month, all);
      }),
    );
  }

  /**
   * Applies confirmed changes to the cache and reloads the month counts. Changes that the box refused were only shown
   * optimistically.
   */
  #hear({ done, said }: Extract<BoxEvent, { type: 'PhotosHeard' }>['data']): void {
    if (done.length === 0) return;
    const ids = new Set(done);
    const isGone = said.gone === true;
    for (const run of this.#runs.values()) {
      const { known } = run;
      const photos = known === null ? null : saying(known.photos, ids, said);
      // A deleted photo may be restored before the index notices: the cached version is then not reliable.
      if (known !== null && photos !== null && photos !== known.photos)
        run.known = { version: isGone ? '' : known.version, photos };
      // A response in flight may be older than the change. The index notices a deleted file a moment later.
      if (run.watch !== null && !isGone) run.query.reload();
    }
    this.#months.reload();
  }

  #tell(): void {
    const asked = this.#months.state$.value;
    if (asked.at !== 'ready') {
      this.#state.set(asked);
      return;
    }
    const { isReading } = asked.value;
    const months = asked.value.months.list.map((month) => this.#monthOf(month));
    const total = months.reduce((sum, { count }) => sum + count, 0);
    const failed = [...this.#runs.values()].map(({ query }) => query.state$.value).find((run) => run.at === 'failed');
    this.#state.set({
      ...asked,
      value: { total, months, isReading },
      failure: asked.failure ?? failed?.failure ?? null,
    });
  }

  /** A month with the optimistic changes that are not confirmed yet. */
  #monthOf({ month, count }: { readonly month: string; readonly count: number }): LineMonth {
    const run = this.#runs.get(month)?.known ?? null;
    if (run === null) return { month, count, photos: null };
    const { version, photos: known } = run;
    const { pending } = this.#deps.store.state(photosProjection).value;
    let photos = known;
    for (const { ids, said } of pending) photos = saying(photos, new Set(ids), said);
    if (this.#filter.favourite === true && photos.some(({ favourite }) => favourite === 0))
      photos = photos.filter(({ favourite }) => favourite === 1);
    // The cache may be older than the count of a hidden month: only changes since then adjust it.
    const counted = version === '' ? known.length : count;
    return { month, count: Math.max(0, counted + photos.length - known.length), photos };
  }
}
