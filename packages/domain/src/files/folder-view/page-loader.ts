import type { FileEntry } from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import { defer, last, map, type Observable, type SchedulerLike, Subject, Subscription, switchMap, tap } from 'rxjs';
import { type Failure, isUnreachable, type LazyResult, type Result } from '../../outcome.ts';
import type { State } from '../../state/state-stream.ts';
import type { FolderState } from '../files.ts';
import type { FilesPort } from '../port.ts';
import { pageRequestOf } from './folder-state.ts';
import { emptyPages, fetchUntil, FIRST_JOINED_PAGE_SIZE, type ListingPages } from './listing-pages.ts';

/** Delay before retrying the next page after the box was unreachable, in ms. */
const LOAD_MORE_RETRY_MS = 3_000;

/** A page to load; `quiet` when the load was not started by the user. */
interface PageLoad {
  readonly page: number;
  readonly quiet: boolean;
}

/** Dependencies of {@link PageLoader}. */
export interface PageLoaderDeps {
  readonly port: Pick<FilesPort, 'page'>;
  /** The port, with a prefetched page if there is one. */
  readonly prefetch: Pick<FilesPort, 'page'>;
  readonly scheduler: SchedulerLike;
  readonly state: State<FolderState>;
  /** Shows pages as one list. */
  readonly joined: boolean;
  /** Called when the pages up to this one, or as many as there are, have been fetched. */
  readonly onPage: (page: number) => void;
  /** Called with the pages that `loadAll` has fetched so far. */
  readonly onAll: (pages: ListingPages) => void;
  /** Called when a load failed; {@link PageLoader.pages} has what was fetched before. */
  readonly onFailure: (failure: Failure) => void;
}

/** Fetches the pages of a folder view. A newer request always cancels the older one. */
export class PageLoader {
  readonly #deps: PageLoaderDeps;
  readonly #pageLoads = new Subject<PageLoad>();
  readonly #subscriptions = new Subscription();
  /** A listing is loading; `#isStale` is set when something changed since it was requested. */
  #isLoading = false;
  #isStale = false;
  #isJoined: boolean;
  #pages: ListingPages;

  constructor(deps: PageLoaderDeps) {
    this.#deps = deps;
    this.#isJoined = deps.joined;
    this.#pages = this.#noPages();
    this.#subscriptions.add(this.#pageLoads.pipe(switchMap((wanted) => this.#fetch(wanted))).subscribe());
  }

  /** Pages that are being fetched or have been fetched. */
  get pages(): ListingPages {
    return this.#pages;
  }

  /** Whether pages are shown as one list. */
  get isJoined(): boolean {
    return this.#isJoined;
  }

  /** Number of entries of the first page, for a page size of `limit`. */
  firstPageSize(limit: number): number {
    return this.#isJoined ? Math.min(FIRST_JOINED_PAGE_SIZE, limit) : limit;
  }

  /** A changed sort, filter, search or folder, and a refresh, drop the cached pages (G-13). */
  reload(page: number): void {
    this.#pages = this.#noPages();
    this.#deps.state.update((state) => ({ ...state, loading: state.loading === 'first' ? 'first' : 'page' }));
    this.#pageLoads.next({ page, quiet: false });
  }

  /** Reloads after a change on the box, without a loading indicator. */
  refreshQuietly(): void {
    // Do not restart a running load, or a long listing would never finish while changes keep arriving.
    if (this.#isLoading) {
      this.#isStale = true;
      return;
    }
    const { pageNow, loading } = this.#deps.state.value;
    this.#pages = this.#noPages();
    this.#pageLoads.next({ page: pageNow, quiet: loading === 'none' });
  }

  goTo(page: number): void {
    const { state } = this.#deps;
    const wanted = Math.max(1, Math.min(Math.trunc(page), state.value.pageSum));
    if (this.#pages.pages.length < wanted)
      state.update((before) => ({ ...before, loading: before.loading === 'first' ? 'first' : 'page' }));
    this.#pageLoads.next({ page: wanted, quiet: false });
  }

  /** Shows pages as one list, or one by one. */
  join(joined: boolean): void {
    if (this.#isJoined === joined) return;
    this.#isJoined = joined;
    this.reload(1);
  }

  /** Loads the next page of one list, or all of them. */
  loadMore(all = false): void {
    const { pageNow, loading } = this.#deps.state.value;
    if (!this.#isJoined || this.#isLoading || this.#pages.complete || loading !== 'none') return;
    // When a refresh failed, load as many pages as are shown, and the next one.
    const have = Math.max(this.#pages.pages.length, pageNow);
    this.#pageLoads.next({ page: all ? Number.POSITIVE_INFINITY : have + 1, quiet: true });
  }

  /** All entries of the folder; fetches the missing pages on subscription. */
  loadAll(): LazyResult<readonly FileEntry[]> {
    const all = (pages: ListingPages): readonly FileEntry[] => pages.pages.flat();
    return defer(() => fetchUntil(this.#deps.port, this.#pages, Number.POSITIVE_INFINITY)).pipe(
      tap((result) => {
        if (result._tag === 'Left' || result.right.request !== this.#pages.request) return;
        this.#pages = result.right;
        this.#deps.onAll(result.right);
      }),
      last(null, right(this.#pages)),
      map((result): Result<readonly FileEntry[]> => (result._tag === 'Left' ? result : right(all(result.right)))),
    );
  }

  close(): void {
    this.#subscriptions.unsubscribe();
  }

  #noPages(): ListingPages {
    const request = pageRequestOf(this.#deps.state.value);
    return emptyPages(request, this.firstPageSize(request.limit));
  }

  /** Retries the next page, so the user need not scroll back and forth. */
  #retryLoadMore(): void {
    const { request } = this.#pages;
    const retry = (): void => {
      if (this.#pages.request === request) this.loadMore();
    };
    this.#subscriptions.add(this.#deps.scheduler.schedule(retry, LOAD_MORE_RETRY_MS));
  }

  #fetch({ page, quiet }: PageLoad): Observable<unknown> {
    const { prefetch, state, onPage, onFailure } = this.#deps;
    this.#isLoading = true;
    this.#isStale = false;
    return fetchUntil(prefetch, this.#pages, page).pipe(
      tap({
        next: (result) => {
          if (result._tag === 'Right') {
            this.#pages = result.right;
            if (page === Number.POSITIVE_INFINITY && result.right.pages.length >= state.value.pageNow) onPage(page);
            return;
          }
          // The displayed entries stay until the box answers again.
          if (quiet && isUnreachable(result.left)) {
            if (this.#isJoined) this.#retryLoadMore();
            return;
          }
          onFailure(result.left);
        },
        complete: () => {
          onPage(page);
          this.#isLoading = false;
          if (this.#isStale) this.refreshQuietly();
        },
      }),
    );
  }
}
