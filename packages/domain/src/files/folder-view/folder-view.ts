import type { FileEntry } from '@boxwood/box-sdk';
import { PAGE_SIZES, type PagerButton, pageForButton } from '@boxwood/box-sdk/rules';
import { asyncScheduler, type SchedulerLike, Subscription } from 'rxjs';
import { pendingActionsProjection } from '../../offline/projection.ts';
import { affectsFolder } from '../../changes/changes.ts';
import type { BoxEvent } from '../../events/box-event.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import type { LazyResult } from '../../outcome.ts';
import type { Settings } from '../../settings/settings.ts';
import { select, State, type StateStream } from '../../state/state-stream.ts';
import type { EventStore } from '../../store/event-store.ts';
import { TIMERS } from '../../time/timers.ts';
import type { FileSearch, FolderState, FolderView, ListFilter, Location, Selection, SortOrder } from '../files.ts';
import { displayedEntries, pendingFolderEntries, selectableEntries } from './displayed-entries.ts';
import { Prefetch } from './prefetch.ts';
import { pendingFoldersKey } from './pending-folders.ts';
import type { FolderHistory } from './folder-history.ts';
import { initialFolderState, EMPTY_LISTING, pageRequestOf, isSameSearch } from './folder-state.ts';
import { emptyPages, type ListingPages, pageCount } from './listing-pages.ts';
import { PageLoader } from './page-loader.ts';
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
  readonly #prefetch: Prefetch;
  readonly #subscriptions = new Subscription();
  readonly #loader: PageLoader;
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
    this.#loader = new PageLoader({
      port: deps.port,
      prefetch: this.#prefetch,
      scheduler: this.#scheduler,
      state: this.#state,
      joined: deps.joined,
      onPage: (page) => this.#showPage(page),
      onAll: (pages) => {
        if (this.#visible.request === pages.request) this.#visible = pages;
      },
      onFailure: (failure) => {
        this.#visible = emptyPages(this.#loader.pages.request);
        this.#settle({ ...EMPTY_LISTING, loading: 'none', failure });
      },
    });
    this.#visible = this.#loader.pages;
    this.#subscriptions.add(() => this.#loader.close());
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
        else if (batch.some(({ event }) => affectsFolder(event, here))) this.#loader.refreshQuietly();
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
    this.#loader.reload(1);
  }

  get state$(): StateStream<FolderState> {
    return this.#state.stream;
  }

  get selection$(): StateStream<Selection> {
    return this.#selection.stream;
  }

  open(location: Location): void {
    const deferSkeleton = this.#loader.isJoined && this.#prefetch.path === location.path;
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
      this.#prefetch.start({ ...request, limit: this.#loader.firstPageSize(request.limit), after: null });
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
    this.#loader.reload(this.#state.value.pageNow);
  }

  sortBy(sort: SortOrder): void {
    this.#deps.settings.set('boxViews', { ...this.#deps.settings.get('boxViews'), ...sort });
    this.#sort = sort;
    this.#state.update((state) => ({ ...state, sort: effectiveSort(state.location.place, sort) }));
    this.#loader.reload(1);
  }

  filterBy(filter: ListFilter): void {
    this.#state.update((state) => ({ ...state, filter }));
    this.#loader.reload(1);
  }

  search(search: FileSearch | null): void {
    this.#searchTimer?.unsubscribe();
    this.#searchTimer = this.#scheduler.schedule(() => {
      const empty = search === null || (search.text.trim() === '' && search.placeSearch === undefined);
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
    this.#loader.goTo(page);
  }

  join(joined: boolean): void {
    this.#loader.join(joined);
  }

  loadMore(all = false): void {
    this.#loader.loadMore(all);
  }

  loadAll(): LazyResult<readonly FileEntry[]> {
    return this.#loader.loadAll();
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

  /** In one list "all" means the folder, not only the loaded part. */
  #afterLoadingAll(action: () => void): void {
    if (!this.#loader.isJoined || this.#loader.pages.complete) {
      action();
      return;
    }
    const { request } = this.#loader.pages;
    this.#subscriptions.add(
      this.loadAll().subscribe((result) => {
        if (this.#loader.pages.request !== request) return;
        if (result._tag === 'Left') {
          this.#deps.notifications.notify({ level: 'error', failure: result.left, key: 'selectAll' });
          return;
        }
        this.#showPage(this.#loader.pages.pages.length);
        action();
      }),
    );
  }

  /** All displayed or loaded entries in order: the range of Shift and "select all". */
  #selectable(): readonly FileEntry[] {
    return selectableEntries(this.#visible, this.#pendingFolders());
  }

  #pendingFolders(): readonly FileEntry[] {
    const pending = this.#deps.store.state(pendingActionsProjection).value;
    return pendingFolderEntries(this.#state.value, this.#visible, pending);
  }

  #displayed(page: number): Pick<FolderState, 'entries' | 'total'> {
    return displayedEntries(this.#visible, this.#pendingFolders(), this.#loader.isJoined ? 'all' : page);
  }

  /** Loads another listing; shows and selects nothing until its first page arrives. */
  #restart(change: Partial<FolderState>): void {
    this.#visible = emptyPages(this.#loader.pages.request);
    this.#selection.set(NOTHING_SELECTED);
    this.#graceTimer?.unsubscribe();
    this.#state.update((state) => ({ ...state, ...EMPTY_LISTING, loading: 'first', deferSkeleton: false, ...change }));
    if (change.deferSkeleton === true)
      this.#graceTimer = this.#scheduler.schedule(() => this.#settle({}), PREFETCH_GRACE_MS);
    this.#loader.reload(1);
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

  #showPage(page: number): void {
    const { pages } = this.#loader.pages;
    // No pages means the load failed; the failure is already shown.
    if (pages.length === 0) return;
    this.#visible = this.#loader.pages;
    const pageNow = Math.min(page, pages.length);
    this.#selection.update((now) => refreshSelection(now, this.#selectable(), this.#loader.pages.complete));
    this.#settle({
      ...this.#displayed(pageNow),
      pageNow,
      pageSum: pageCount(this.#loader.pages),
      partial: this.#loader.pages.partial,
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
