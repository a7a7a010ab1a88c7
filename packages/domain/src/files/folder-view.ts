import type { FileEntry } from '@boxwood/box-sdk';
import { PAGE_SIZES, type PagerButton, turnPage } from '@boxwood/box-sdk/rules';
import { right } from '@boxwood/command-bus';
import {
  defer,
  asyncScheduler,
  last,
  map,
  type Observable,
  type SchedulerLike,
  Subject,
  Subscription,
  switchMap,
  tap,
} from 'rxjs';
import { actsProjection } from '../acts/projection.ts';
import { touches } from '../changes/changes.ts';
import type { BoxEvent } from '../events/event.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { isUnheard, type Question, type Result } from '../outcome.ts';
import type { Settings } from '../settings/settings.ts';
import { select, State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { TIMERS } from '../time/timers.ts';
import type { FileSearch, FolderState, FolderView, ListFilter, Location, Selection, SortOrder } from './files.ts';
import { Ahead } from './ahead.ts';
import { comingEver, comingIn } from './coming.ts';
import type { History } from './folder-history.ts';
import { beginning, NOTHING, requestOf, sameSearch } from './folder-state.ts';
import { fetchUntil, FIRST_JOINED, noPages, type Pages, pageSum } from './pages.ts';
import { isRoot, parentOf, sortIn } from './places.ts';
import type { FilesPort } from './port.ts';
import {
  invert,
  NOTHING_SELECTED,
  refreshed,
  selectAll,
  selectPaths,
  selectRange,
  withoutLeaving,
} from './selection.ts';

/**
 * How long to keep the old view while a prefetched folder arrives, in ms. Drawing a skeleton on a phone takes about as
 * long.
 */
const SOON_MS = 80;

/** Delay before retrying the next page after the box was unreachable, in ms. */
const MORE_AGAIN_MS = 3_000;

/** Dependencies of a folder view. */
export interface FolderViewDeps {
  readonly id: number;
  readonly store: EventStore<BoxEvent>;
  readonly port: FilesPort;
  readonly settings: Settings;
  readonly notifications: Notifications;
  readonly scheduler?: SchedulerLike;
  /** Shows pages as one list. */
  readonly joined: boolean;
  /** Called when the view shows another folder. */
  readonly onMove: () => void;
  readonly onClose: () => void;
}

/** See {@link FolderView}. A newer request always cancels the older one. */
export class BoxFolderView implements FolderView {
  readonly #deps: FolderViewDeps;
  readonly #scheduler: SchedulerLike;
  readonly #state: State<FolderState>;
  readonly #selection = new State<Selection>(NOTHING_SELECTED);
  readonly #wanted = new Subject<Wanted>();
  /** A listing is loading; `#isStale` is set when something changed since it was requested. */
  #isAsking = false;
  #isStale = false;
  #isJoined: boolean;
  readonly #ahead: Ahead;
  readonly #subscriptions = new Subscription();
  /** Pages that are being fetched or have been fetched. */
  #pages: Pages;
  /** Pages that are displayed. The old ones stay until newer ones arrive, so a click hits what the user sees. */
  #visible: Pages;
  /** The requested sort; some places support fewer. */
  #sort: SortOrder;
  readonly #history: History;
  #typing: Subscription | null = null;
  /** Timer of the grace period in which the view waits for a prefetched page. */
  #soon: Subscription | null = null;

  constructor(deps: FolderViewDeps, history: History) {
    this.#deps = deps;
    this.#scheduler = deps.scheduler ?? asyncScheduler;
    this.#isJoined = deps.joined;
    this.#ahead = new Ahead(deps.port, deps.store, this.#scheduler, deps.onMove);
    this.#history = history;
    const { prop, order } = deps.settings.get('boxViews');
    this.#sort = { prop, order };
    const { here, behind, ahead, canBack, canForward } = history;
    this.#state = new State({
      ...beginning(here, sortIn(here.place, this.#sort)),
      behind,
      ahead,
      canBack,
      canForward,
    });
    this.#pages = this.#noPages();
    this.#visible = this.#pages;
    this.#subscriptions.add(this.#wanted.pipe(switchMap((wanted) => this.#fetch(wanted))).subscribe());
    this.#subscriptions.add(
      deps.store.batches$.subscribe((batch) => {
        const here = this.#state.value.location.path;
        this.#selection.update((now) =>
          withoutLeaving(
            now,
            batch.map(({ event }) => event),
          ),
        );
        if (batch.some(({ event }) => event.type === 'FolderChanged' && event.data.folders.includes(here)))
          this.refresh();
        else if (batch.some(({ event }) => touches(event, here))) this.#renew();
      }),
    );
    this.#subscriptions.add(
      select(deps.store.state(actsProjection), comingEver).subscribe(() => {
        const { loading, failure } = this.#state.value;
        if (loading === 'none' && failure === null)
          this.#state.update((state) => ({ ...state, ...this.#drawn(state.pageNow) }));
      }),
    );
    this.#record();
    this.#reload(1);
  }

  get state$(): StateStream<FolderState> {
    return this.#state.stream;
  }

  get selection$(): StateStream<Selection> {
    return this.#selection.stream;
  }

  open(location: Location): void {
    const soon = this.#isJoined && this.#ahead.path === location.path;
    this.#history.go(location);
    this.#enter(soon);
  }

  ahead(location: Location | null): void {
    if (location === null) this.#ahead.drop();
    else {
      const { filter } = this.#state.value;
      const request = requestOf({ ...beginning(location, sortIn(location.place, this.#sort)), filter });
      this.#ahead.begin({ ...request, limit: this.#firstOf(request.limit), after: null });
    }
    this.#deps.onMove();
  }

  /** The prefetched folder, whose changes are watched from then on. */
  get coming(): string | null {
    return this.#ahead.path;
  }

  back(): void {
    if (this.#history.step(-1)) this.#enter();
  }

  forward(): void {
    if (this.#history.step(1)) this.#enter();
  }

  up(): void {
    const { location, canUp } = this.#state.value;
    if (canUp) this.open({ place: location.place, path: parentOf(location.path) });
  }

  refresh(): void {
    this.#reload(this.#state.value.pageNow);
  }

  sortBy(sort: SortOrder): void {
    this.#deps.settings.set('boxViews', { ...this.#deps.settings.get('boxViews'), ...sort });
    this.#sort = sort;
    this.#state.update((state) => ({ ...state, sort: sortIn(state.location.place, sort) }));
    this.#reload(1);
  }

  filterBy(filter: ListFilter): void {
    this.#state.update((state) => ({ ...state, filter }));
    this.#reload(1);
  }

  search(search: FileSearch | null): void {
    this.#typing?.unsubscribe();
    this.#typing = this.#scheduler.schedule(() => {
      const empty = search === null || (search.text.trim() === '' && search.wide === undefined);
      const next = empty ? null : { ...search, text: search.text.trim() };
      // Enter pressed twice: the results and the selection stay.
      if (sameSearch(next, this.#state.value.search)) {
        if (next !== null) this.refresh();
        return;
      }
      this.#restart({ search: next, limit: next === null ? PAGE_SIZES.listing : PAGE_SIZES.search });
    }, TIMERS.searchDebounce);
  }

  first(): void {
    this.#turn('first');
  }

  previous(): void {
    this.#turn('previous');
  }

  next(): void {
    this.#turn('next');
  }

  last(): void {
    this.#turn('last');
  }

  goTo(page: number): void {
    const wanted = Math.max(1, Math.min(Math.trunc(page), this.#state.value.pageSum));
    if (this.#pages.pages.length < wanted)
      this.#state.update((state) => ({ ...state, loading: state.loading === 'first' ? 'first' : 'page' }));
    this.#wanted.next({ page: wanted, quiet: false });
  }

  join(joined: boolean): void {
    if (this.#isJoined === joined) return;
    this.#isJoined = joined;
    this.#reload(1);
  }

  more(all = false): void {
    if (!this.#isJoined || this.#isAsking || this.#pages.complete || this.#state.value.loading !== 'none') return;
    // When a refresh failed, load as many pages as are shown, and the next one.
    const have = Math.max(this.#pages.pages.length, this.#state.value.pageNow);
    this.#wanted.next({ page: all ? Number.POSITIVE_INFINITY : have + 1, quiet: true });
  }

  loadAll(): Question<readonly FileEntry[]> {
    const all = (pages: Pages): readonly FileEntry[] => pages.pages.flat();
    const fetched$ = defer(() => fetchUntil(this.#deps.port, this.#pages, Number.POSITIVE_INFINITY)).pipe(
      tap((result) => {
        if (result._tag === 'Left' || result.right.request !== this.#pages.request) return;
        this.#pages = result.right;
        if (this.#visible.request === this.#pages.request) this.#visible = this.#pages;
      }),
      last(null, right(this.#pages)),
      map((result): Result<readonly FileEntry[]> => (result._tag === 'Left' ? result : right(all(result.right)))),
    );
    return fetched$;
  }

  select(paths: Iterable<string>, how: 'only' | 'add' | 'toggle' = 'only'): void {
    this.#selection.update((now) => selectPaths(now, this.#shown(), paths, how));
  }

  selectRange(path: string, keep = false): void {
    this.#selection.update((now) => selectRange(now, this.#shown(), path, keep));
  }

  selectAll(): void {
    this.#withAll(() => {
      this.#selection.update((now) => selectAll(now, this.#shown()));
    });
  }

  invertSelection(): void {
    this.#withAll(() => {
      this.#selection.update((now) => invert(now, this.#shown()));
    });
  }

  clearSelection(): void {
    this.#selection.set(NOTHING_SELECTED);
  }

  close(): void {
    this.#typing?.unsubscribe();
    this.#soon?.unsubscribe();
    this.#ahead.drop();
    this.#subscriptions.unsubscribe();
    this.#deps.onClose();
  }

  /** Retries the next page, so the user need not scroll back and forth. */
  #moreAgain(): void {
    const { request } = this.#pages;
    const again = (): void => {
      if (this.#pages.request === request) this.more();
    };
    this.#subscriptions.add(this.#scheduler.schedule(again, MORE_AGAIN_MS));
  }

  /** In one list "all" means the folder, not only the loaded part. */
  #withAll(act: () => void): void {
    if (!this.#isJoined || this.#pages.complete) {
      act();
      return;
    }
    const { request } = this.#pages;
    this.#subscriptions.add(
      this.loadAll().subscribe((result) => {
        if (this.#pages.request !== request) return;
        if (result._tag === 'Left') {
          this.#deps.notifications.notify({ level: 'error', failure: result.left, key: 'selectAll' });
          return;
        }
        this.#show(this.#pages.pages.length);
        act();
      }),
    );
  }

  /** All displayed or loaded entries in order: the range of Shift and "select all". */
  #shown(): readonly FileEntry[] {
    const coming = this.#coming();
    if (coming.length > 0) return [...coming, ...this.#visible.pages.flat()];
    return this.#visible.pages.length === 1 ? (this.#visible.pages[0] ?? []) : this.#visible.pages.flat();
  }

  /** Pending new folders. They are listed first, because their sort position is unknown. */
  #coming(): readonly FileEntry[] {
    const { location, search, filter } = this.#state.value;
    if (search !== null || filter.filesOnly === true || filter.type !== undefined) return [];
    const coming = comingIn(location.path, this.#deps.store.state(actsProjection).value);
    return coming.filter(({ path }) => !this.#visible.pages.some((page) => page.some((one) => one.path === path)));
  }

  #drawn(page: number): Pick<FolderState, 'entries' | 'total'> {
    const { pages, total } = this.#visible;
    const coming = this.#coming();
    const there = pages[page - 1] ?? [];
    const one = page === 1 && coming.length > 0 ? [...coming, ...there] : there;
    return { entries: this.#isJoined ? this.#shown() : one, total: total + coming.length };
  }

  /** Loads another listing; shows and selects nothing until its first page arrives. */
  #restart(change: Partial<FolderState>): void {
    this.#visible = noPages(this.#pages.request);
    this.#selection.set(NOTHING_SELECTED);
    this.#soon?.unsubscribe();
    this.#state.update((state) => ({ ...state, ...NOTHING, loading: 'first', soon: false, ...change }));
    if (change.soon === true) this.#soon = this.#scheduler.schedule(() => this.#settle({}), SOON_MS);
    this.#reload(1);
  }

  #firstOf(limit: number): number {
    return this.#isJoined ? Math.min(FIRST_JOINED, limit) : limit;
  }

  #noPages(): Pages {
    const request = requestOf(this.#state.value);
    return noPages(request, this.#firstOf(request.limit));
  }

  #turn(button: PagerButton): void {
    const { pageNow, pageSum: pages } = this.#state.value;
    const turn = turnPage(button, pageNow, pages);
    if (turn.ok) this.goTo(turn.page);
    else this.#deps.notifications.notify({ level: 'info', word: turn.issue, key: 'pager' });
  }

  #enter(soon = false): void {
    const { here: location, behind, ahead, canBack, canForward } = this.#history;
    this.#typing?.unsubscribe();
    this.#restart({
      location,
      limit: PAGE_SIZES.listing,
      failure: null,
      soon,
      sort: sortIn(location.place, this.#sort),
      search: null,
      behind,
      ahead,
      canBack,
      canForward,
      canUp: !isRoot(location.place, location.path),
    });
    this.#record();
  }

  #record(): void {
    const { place, path } = this.#state.value.location;
    this.#deps.store.append([{ type: 'FolderOpened', data: { view: this.#deps.id, place, path } }], 'person');
    this.#deps.onMove();
  }

  /** A changed sort, filter, search or folder, and a refresh, drop the cached pages (G-13). */
  #reload(page: number): void {
    this.#pages = this.#noPages();
    this.#state.update((state) => ({ ...state, loading: state.loading === 'first' ? 'first' : 'page' }));
    this.#wanted.next({ page, quiet: false });
  }

  /** Reloads after a change on the box, without a loading indicator. */
  #renew(): void {
    // Do not restart a running load, or a long listing would never finish while changes keep arriving.
    if (this.#isAsking) {
      this.#isStale = true;
      return;
    }
    this.#pages = this.#noPages();
    this.#wanted.next({ page: this.#state.value.pageNow, quiet: this.#state.value.loading === 'none' });
  }

  #fetch({ page, quiet }: Wanted): Observable<unknown> {
    this.#isAsking = true;
    this.#isStale = false;
    return fetchUntil(this.#ahead, this.#pages, page).pipe(
      tap({
        next: (result) => {
          if (result._tag === 'Right') {
            this.#pages = result.right;
            if (page === Number.POSITIVE_INFINITY && result.right.pages.length >= this.#state.value.pageNow)
              this.#show(page);
            return;
          }
          // The displayed entries stay until the box answers again.
          if (quiet && isUnheard(result.left)) {
            if (this.#isJoined) this.#moreAgain();
            return;
          }
          this.#visible = noPages(this.#pages.request);
          this.#settle({ ...NOTHING, loading: 'none', failure: result.left });
        },
        complete: () => {
          this.#show(page);
          this.#isAsking = false;
          if (this.#isStale) this.#renew();
        },
      }),
    );
  }

  #show(page: number): void {
    const { pages } = this.#pages;
    // No pages means the load failed; the failure is already shown.
    if (pages.length === 0) return;
    this.#visible = this.#pages;
    const pageNow = Math.min(page, pages.length);
    this.#selection.update((now) => refreshed(now, this.#shown(), this.#pages.complete));
    this.#settle({
      ...this.#drawn(pageNow),
      pageNow,
      pageSum: pageSum(this.#pages),
      partial: this.#pages.partial,
      loading: 'none',
      failure: null,
    });
  }

  /** Applies a loaded state and ends the grace period. */
  #settle(change: Partial<FolderState>): void {
    this.#soon?.unsubscribe();
    this.#state.update((state) => ({ ...state, ...change, soon: false }));
  }
}

/** A page to load; `quiet` when the load was not started by the user. */
interface Wanted {
  readonly page: number;
  readonly quiet: boolean;
}
