import {
  asyncScheduler,
  EMPTY,
  filter,
  merge,
  Observable,
  of,
  type SchedulerLike,
  Subscription,
  switchMap,
  timer,
} from 'rxjs';
import { type Failure, isRetryable, type LazyResult } from '../outcome.ts';
import { type WatchHandle, Watchers } from '../time/watchers.ts';
import { State, type StateStream } from './state-stream.ts';

/** State of a query. The value stays during a reload, also when the reload fails. */
export type QueryState<A> =
  | { readonly at: 'loading' }
  | { readonly at: 'ready'; readonly value: A; readonly failure: Failure | null }
  | { readonly at: 'failed'; readonly failure: Failure };

/** What triggers a reload of a query. */
export interface QueryDeps {
  /** Whether the page is visible. A reload that becomes due while hidden runs once on return. */
  readonly visible$: Observable<boolean>;
  /** Emits when transient failures should be retried. */
  readonly retry$: Observable<unknown>;
  /** Emits when the answer may have changed. */
  readonly changed$?: Observable<unknown>;
  /** While true, changes are reported and `every` does not poll. */
  readonly isLive$?: Observable<boolean>;
  /** Poll interval in ms; absent: one request. */
  readonly pollIntervalMs?: number;
  readonly scheduler?: SchedulerLike;
}

/**
 * A value that one screen reads. It is requested while watched, never in a hidden page, and never twice at a time;
 * without watchers the call is aborted. What several screens show, or what changes by itself, belongs in events and a
 * projection.
 */
export class Query<A> {
  readonly #deps: QueryDeps;
  readonly #state = new State<QueryState<A>>({ at: 'loading' });
  readonly #watchers = new Watchers();
  #request: () => LazyResult<A>;
  #call: Subscription | null = null;
  #isVisible = false;
  /** Whether to reload as soon as the page is visible or the current call has ended. */
  #isDue = false;

  constructor(request: () => LazyResult<A>, deps: QueryDeps) {
    this.#request = request;
    this.#deps = deps;
    this.#watchers.isWatched$.pipe(switchMap((watched) => (watched ? this.#subscribeTriggers() : EMPTY))).subscribe();
  }

  get state$(): StateStream<QueryState<A>> {
    return this.#state.stream;
  }

  /** Requests until the handle is closed. */
  watch(): WatchHandle {
    return this.#watchers.watch();
  }

  /** Replaces the request; the old value stays until the new answer arrives. */
  changeRequest(request: () => LazyResult<A>): void {
    if (request === this.#request) return;
    this.#request = request;
    this.reload();
  }

  /** Reloads now and aborts a current call, whose answer may be older than what the user just did. */
  readonly reload = (): void => {
    this.#stop();
    this.#requestWhenPossible();
  };

  /** Subscribes to all triggers while the query is watched. */
  #subscribeTriggers(): Observable<never> {
    const {
      visible$,
      retry$,
      changed$ = EMPTY,
      isLive$ = of(false),
      pollIntervalMs,
      scheduler = asyncScheduler,
    } = this.#deps;
    const due$ =
      pollIntervalMs === undefined
        ? EMPTY
        : isLive$.pipe(switchMap((isLive) => (isLive ? EMPTY : timer(pollIntervalMs, pollIntervalMs, scheduler))));
    return new Observable<never>(() => {
      this.#isDue = true;
      const subscription = new Subscription();
      subscription.add(
        visible$.subscribe((visible) => {
          this.#isVisible = visible;
          if (this.#isDue) this.#requestWhenPossible();
        }),
      );
      subscription.add(changed$.subscribe(() => this.#requestWhenPossible()));
      // A current call already answers these triggers.
      subscription.add(
        merge(due$, retry$.pipe(filter(() => this.#canRetry()))).subscribe(
          () => this.#call ?? this.#requestWhenPossible(),
        ),
      );
      subscription.add(() => {
        this.#isVisible = false;
        this.#stop();
      });
      return subscription;
    });
  }

  #canRetry(): boolean {
    const state = this.#state.value;
    return state.at !== 'loading' && state.failure !== null && isRetryable(state.failure);
  }

  #stop(): void {
    this.#call?.unsubscribe();
    this.#call = null;
  }

  #requestWhenPossible(): void {
    this.#isDue = !this.#isVisible || this.#call !== null;
    if (this.#isDue) return;
    const call = new Subscription();
    this.#call = call;
    call.add(
      this.#request().subscribe({
        next: (result) => {
          const old = this.#state.value;
          if (result._tag === 'Right') this.#state.set({ at: 'ready', value: result.right, failure: null });
          else
            this.#state.set(
              old.at === 'ready' ? { ...old, failure: result.left } : { at: 'failed', failure: result.left },
            );
        },
        complete: () => {
          if (this.#call !== call) return;
          this.#call = null;
          if (this.#isDue) this.#requestWhenPossible();
        },
      }),
    );
  }
}
