import type { FileEntry } from '@boxwood/box-sdk';
import { PAGE_SIZES, type PagerButton, pageForButton } from '@boxwood/box-sdk/rules';
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
import { pendingActionsProjection } from '../../offline/projection.ts';
import { affectsFolder } from '../../changes/changes.ts';
import type { BoxEvent } from '../../events/box-event.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import { isUnreachable, type LazyResult, type Result } from '../../outcome.ts';
import type { Settings } from '../../settings/settings.ts';
import { select, State, type StateStream } from '../../state/state-stream.ts';
import type { EventStore } from '../../store/event-store.ts';
import { TIMERS } from '../../time/timers.ts';
import type { FileSearch, FolderState, FolderView, ListFilter, Location, Selection, SortOrder } from '../files.ts';
import { Prefetch } from './prefetch.ts';
import { pendingFoldersKey, pendingFoldersIn } from './pending-folders.ts';
import type { FolderHistory } from './folder-history.ts';
import { initialFolderState, EMPTY_LISTING, pageRequestOf, isSameSearch } from './folder-state.ts';
import { fetchUntil, FIRST_JOINED_PAGE_SIZE, emptyPages, type ListingPages, pageCount } from './listing-pages.ts';
import { isRoot, parentOf, effectiveSort } from '../file-paths.ts';
import type { FilesPort } from '../port.ts';
import {
  invertSelection,
  NOTHING_SELECTED,
  refreshSelection,
  selectAll,
  selectPaths,
  selectRange,
  withoutLeaving,
} from './selection.ts';

/**
 * How long to keep the old view while a prefetched folder arrives, in ms. Drawing a skeleton on a phone takes about as
 * long.
 */
const PREFETCH_GRACE_MS = 80;

/** Delay before retrying the next page after the box was unreachable, in ms. */
const LOAD_MORE_RETRY_MS = 3_000;

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
  readonly onFolderChange: () => void;
  readonly onClose: () => void;
}

/** See {@link FolderView}. A newer request always cancels the older one. */
export class BoxFolderView implements FolderView {
  readonly #deps: FolderViewDeps;
  readonly #scheduler: SchedulerLike;
  readonly #state: State<FolderState>;
  readonly #selection = new State<Selection>(NOTHING_SELECTED);
  readonly #pageLoads = new Subject<PageLoad>();
  /** A listing is loading; `#isStale` is set when something changed since it was requested. */
  #isLoading = false;
  #isStale = false;
  #isJoined: boolean;
  readonly #prefetch: Prefetch;
  readonly #subscriptions = new Subscription();
  /** Pages that are being fetched or have been fetched. */
  #pages: ListingPages;
  /** Pages that are displayed. The old ones stay until newer ones arrive, so a click hits what the user sees. */
  #visible: ListingPages;
  /** The requested sort; some places support fewer. */
  #sort: SortOrder;
  readonly #history: FolderHistory;
  #searchTimer: Subscription | null = null;
  /** Timer of the grace period in which the view waits for a prefetched page. */
  #graceTimer: Subscription | null = null;

  constructor(deps: FolderViewDeps, history: FolderHistory) {
    this.#deps = deps;
    this.#scheduler = deps.scheduler ?? asyncScheduler;
    this.#isJoined = deps.joined;
    this.#prefetch = new Prefetch(deps.port, deps.store, this.#scheduler, deps.onFolderChange);
    this.#history = history;
    const { prop, order } = deps.settings.get('boxViews');
    this.#sort = { prop, order };
    const { current, backStack, forwardStack, canBack, canForward } = history;
    this.#state = new State({
      ...initialFolderState(current, effectiveSort(current.place, this.#sort)),
      backStack: backStack,
      forwardStack: forwardStack,
      canBack,
      canForward,
    });
    this.#pages = this.#noPages();
    this.#visible = this.#pages;
    this.#subscriptions.add(this.#pageLoads.pipe(switchMap((wanted) => this.#fetch(wanted))).subscribe());
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
        else if (batch.some(({ event }) => affectsFolder(event, here))) this.#refreshQuietly();
      }),
    );
    this.#subscriptions.add(
      select(deps.store.state(pendingActionsProjection), pendingFoldersKey).subscribe(() => {
        const { loading, failure } = this.#state.value;
        if (loading === 'none' && failure === null)
          this.#state.update((state) => ({ ...state, ...this.#displayed(state.pageNow) }));
      }),
    );
    this.#recordOpened();
    this.#reload(1);
  }

  get state$(): StateStream<FolderState> {
    return this.#state.stream;
  }

  get selection$(): StateStream<Selection> {
    return this.#selection.stream;
  }

  open(location: Location): void {
    const deferSkeleton = this.#isJoined && this.#prefetch.path === location.path;
    this.#history.push(location);
    this.#enterFolder(deferSkeleton);
  }

  prefetch(location: Location | null): void {
    if (location === null) this.#prefetch.cancel();
    else {
      const { filter } = this.#state.value;
      const request = pageRequestOf({
        ...initialFolderState(location, effectiveSort(location.place, this.#sort)),
        filter,
      });
      this.#prefetch.start({ ...request, limit: this.#firstPageSize(request.limit), after: null });
    }
    this.#deps.onFolderChange();
  }

  /** The prefetched folder, whose changes are watched from then on. */
  get upcoming(): string | null {
    return this.#prefetch.path;
  }

  back(): void {
    if (this.#history.step(-1)) this.#enterFolder();
  }

  forward(): void {
    if (this.#history.step(1)) this.#enterFolder();
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
    this.#state.update((state) => ({ ...state, sort: effectiveSort(state.location.place, sort) }));
    this.#reload(1);
  }

  filterBy(filter: ListFilter): void {
    this.#state.update((state) => ({ ...state, filter }));
    this.#reload(1);
  }

  search(search: FileSearch | null): void {
    this.#searchTimer?.unsubscribe();
    this.#searchTimer = this.#scheduler.schedule(() => {
      const empty = search === null || (search.text.trim() === '' && search.wide === undefined);
      const next = empty ? null : { ...search, text: search.text.trim() };
      // Enter pressed twice: the results and the selection stay.
      if (isSameSearch(next, this.#state.value.search)) {
        if (next !== null) this.refresh();
        return;
      }
      this.#restart({ search: next, limit: next === null ? PAGE_SIZES.listing : PAGE_SIZES.search });
    }, TIMERS.searchDebounce);
  }

  first(): void {
    this.#turnPage('first');
  }

  previous(): void {
    this.#turnPage('previous');
  }

  next(): void {
    this.#turnPage('next');
  }

  last(): void {
    this.#turnPage('last');
  }

  goTo(page: number): void {
    const wanted = Math.max(1, Math.min(Math.trunc(page), this.#state.value.pageSum));
    if (this.#pages.pages.length < wanted)
      this.#state.update((state) => ({ ...state, loading: state.loading === 'first' ? 'first' : 'page' }));
    this.#pageLoads.next({ page: wanted, quiet: false });
  }

  join(joined: boolean): void {
    if (this.#isJoined === joined) return;
    this.#isJoined = joined;
    this.#reload(1);
  }

  loadMore(all = false): void {
    if (!this.#isJoined || this.#isLoading || this.#pages.complete || this.#state.value.loading !== 'none') return;
    // When a refresh failed, load as many pages as are shown, and the next one.
    const have = Math.max(this.#pages.pages.length, this.#state.value.pageNow);
    this.#pageLoads.next({ page: all ? Number.POSITIVE_INFINITY : have + 1, quiet: true });
  }

  loadAll(): LazyResult<readonly FileEntry[]> {
    const all = (pages: ListingPages): readonly FileEntry[] => pages.pages.flat();
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
    this.#selection.update((now) => selectPaths(now, this.#selectable(), paths, how));
  }

  selectRange(path: string, keep = false): void {
    this.#selection.update((now) => selectRange(now, this.#selectable(), path, keep));
  }

  selectAll(): void {
    this.#afterLoadingAll(() => {
      this.#selection.update((now) => selectAll(now, this.#selectable()));
    });
  }

  invertSelection(): void {
    this.#afterLoadingAll(() => {
      this.#selection.update((now) => invertSelection(now, this.#selectable()));
    });
  }

  clearSelection(): void {
    this.#selection.set(NOTHING_SELECTED);
  }

  close(): void {
    this.#searchTimer?.unsubscribe();
    this.#graceTimer?.unsubscribe();
    this.#prefetch.cancel();
    this.#subscriptions.unsubscribe();
    this.#deps.onClose();
  }

  /** Retries the next page, so the user need not scroll back and forth. */
  #retryLoadMore(): void {
    const { request } = this.#pages;
    const retry = (): void => {
      if (this.#pages.request === request) this.loadMore();
    };
    this.#subscriptions.add(this.#scheduler.schedule(retry, LOAD_MORE_RETRY_MS));
  }

  /** In one list "all" means the folder, not only the loaded part. */
  #afterLoadingAll(action: () => void): void {
    if (!this.#isJoined || this.#pages.complete) {
      action();
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
        this.#showPage(this.#pages.pages.length);
        action();
      }),
    );
  }

  /** All displayed or loaded entries in order: the range of Shift and "select all". */
  #selectable(): readonly FileEntry[] {
    const upcoming = this.#pendingFolders();
    if (upcoming.length > 0) return [...upcoming, ...this.#visible.pages.flat()];
    return this.#visible.pages.length === 1 ? (this.#visible.pages[0] ?? []) : this.#visible.pages.flat();
  }

  /** Pending new folders. They are listed first, because their sort position is unknown. */
  #pendingFolders(): readonly FileEntry[] {
    const { location, search, filter } = this.#state.value;
    if (search !== null || filter.filesOnly === true || filter.type !== undefined) return [];
    const upcoming = pendingFoldersIn(location.path, this.#deps.store.state(pendingActionsProjection).value);
    return upcoming.filter(({ path }) => !this.#visible.pages.some((page) => page.some((one) => one.path === path)));
  }

  #displayed(page: number): Pick<FolderState, 'entries' | 'total'> {
    const { pages, total } = this.#visible;
    const upcoming = this.#pendingFolders();
    const there = pages[page - 1] ?? [];
    const one = page === 1 && upcoming.length > 0 ? [...upcoming, ...there] : there;
    return { entries: this.#isJoined ? this.#selectable() : one, total: total + upcoming.length };
  }

  /** Loads another listing; shows and selects nothing until its first page arrives. */
  #restart(change: Partial<FolderState>): void {
    this.#visible = emptyPages(this.#pages.request);
    this.#selection.set(NOTHING_SELECTED);
    this.#graceTimer?.unsubscribe();
    this.#state.update((state) => ({ ...state, ...EMPTY_LISTING, loading: 'first', deferSkeleton: false, ...change }));
    if (change.deferSkeleton === true)
      this.#graceTimer = this.#scheduler.schedule(() => this.#settle({}), PREFETCH_GRACE_MS);
    this.#reload(1);
  }

  #firstPageSize(limit: number): number {
    return this.#isJoined ? Math.min(FIRST_JOINED_PAGE_SIZE, limit) : limit;
  }

  #noPages(): ListingPages {
    const request = pageRequestOf(this.#state.value);
    return emptyPages(request, this.#firstPageSize(request.limit));
  }

  #turnPage(button: PagerButton): void {
    const { pageNow, pageSum: pages } = this.#state.value;
    const pageChange = pageForButton(button, pageNow, pages);
    if (pageChange.ok) this.goTo(pageChange.page);
    else this.#deps.notifications.notify({ level: 'info', messageKey: pageChange.issue, key: 'pager' });
  }

  #enterFolder(deferSkeleton = false): void {
    const { current: location, backStack, forwardStack, canBack, canForward } = this.#history;
    this.#searchTimer?.unsubscribe();
    this.#restart({
      location,
      limit: PAGE_SIZES.listing,
      failure: null,
      deferSkeleton: deferSkeleton,
      sort: effectiveSort(location.place, this.#sort),
      search: null,
      backStack: backStack,
      forwardStack: forwardStack,
      canBack,
      canForward,
      canUp: !isRoot(location.place, location.path),
    });
    this.#recordOpened();
  }

  #recordOpened(): void {
    const { place, path } = this.#state.value.location;
    this.#deps.store.append([{ type: 'FolderOpened', data: { view: this.#deps.id, place, path } }], 'person');
    this.#deps.onFolderChange();
  }

  /** A changed sort, filter, search or folder, and a refresh, drop the cached pages (G-13). */
  #reload(page: number): void {
    this.#pages = this.#noPages();
    this.#state.update((state) => ({ ...state, loading: state.loading === 'first' ? 'first' : 'page' }));
    this.#pageLoads.next({ page, quiet: false });
  }

  /** Reloads after a change on the box, without a loading indicator. */
  #refreshQuietly(): void {
    // Do not restart a running load, or a long listing would never finish while changes keep arriving.
    if (this.#isLoading) {
      this.#isStale = true;
      return;
    }
    this.#pages = this.#noPages();
    this.#pageLoads.next({ page: this.#state.value.pageNow, quiet: this.#state.value.loading === 'none' });
  }

  #fetch({ page, quiet }: PageLoad): Observable<unknown> {
    this.#isLoading = true;
    this.#isStale = false;
    return fetchUntil(this.#prefetch, this.#pages, page).pipe(
      tap({
        next: (result) => {
          if (result._tag === 'Right') {
            this.#pages = result.right;
            if (page === Number.POSITIVE_INFINITY && result.right.pages.length >= this.#state.value.pageNow)
              this.#showPage(page);
            return;
          }
          // The displayed entries stay until the box answers again.
          if (quiet && isUnreachable(result.left)) {
            if (this.#isJoined) this.#retryLoadMore();
            return;
          }
          this.#visible = emptyPages(this.#pages.request);
          this.#settle({ ...EMPTY_LISTING, loading: 'none', failure: result.left });
        },
        complete: () => {
          this.#showPage(page);
          this.#isLoading = false;
          if (this.#isStale) this.#refreshQuietly();
        },
      }),
    );
  }

  #showPage(page: number): void {
    const { pages } = this.#pages;
    // No pages means the load failed; the failure is already shown.
    if (pages.length === 0) return;
    this.#visible = this.#pages;
    const pageNow = Math.min(page, pages.length);
    this.#selection.update((now) => refreshSelection(now, this.#selectable(), this.#pages.complete));
    this.#settle({
      ...this.#displayed(pageNow),
      pageNow,
      pageSum: pageCount(this.#pages),
      partial: this.#pages.partial,
      loading: 'none',
      failure: null,
    });
  }

  /** Applies a loaded state and ends the grace period. */
  #settle(change: Partial<FolderState>): void {
    this.#graceTimer?.unsubscribe();
    this.#state.update((state) => ({ ...state, ...change, deferSkeleton: false }));
  }
}

/** A page to load; `quiet` when the load was not started by the user. */
interface PageLoad {
  readonly page: number;
  readonly quiet: boolean;
}
