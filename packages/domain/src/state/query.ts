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
import { type Failure, mayPass, type Question } from '../outcome.ts';
import { type Watch, Watchers } from '../time/watchers.ts';
import { State, type StateStream } from './state-stream.ts';

/** State of a query. The value stays during a reload, also when the reload fails. */
export type Asked<A> =
  | { readonly at: 'loading' }
  | { readonly at: 'ready'; readonly value: A; readonly failure: Failure | null }
  | { readonly at: 'failed'; readonly failure: Failure };

/** What triggers a reload of a query. */
export interface QueryDeps {
  /** Whether the page is visible. A reload that becomes due while hidden runs once on return. */
  readonly visible$: Observable<boolean>;
  /** Emits when transient failures should be retried. */
  readonly again$: Observable<unknown>;
  /** Emits when the answer may have changed. */
  readonly told$?: Observable<unknown>;
  /** While true, changes are reported and `every` does not poll. */
  readonly tells$?: Observable<boolean>;
  /** Poll interval in ms; absent: one request. */
  readonly every?: number;
  readonly scheduler?: SchedulerLike;
}

/**
 * A value that one screen reads. It is requested while watched, never in a hidden page, and never twice at a time;
 * without watchers the call is aborted. What several screens show, or what changes by itself, belongs in events and a
 * projection.
 */
export class Query<A> {
  readonly #deps: QueryDeps;
  readonly #state = new State<Asked<A>>({ at: 'loading' });
  readonly #watchers = new Watchers();
  #ask: () => Question<A>;
  #call: Subscription | null = null;
  #visible = false;
  /** Whether to reload as soon as the page is visible or the current call has ended. */
  #due = false;

  constructor(ask: () => Question<A>, deps: QueryDeps) {
    this.#ask = ask;
    this.#deps = deps;
    this.#watchers.any$.pipe(switchMap((watched) => (watched ? this.#live() : EMPTY))).subscribe();
  }

  get state$(): StateStream<Asked<A>> {
    return this.#state.stream;
  }

  /** Requests until the handle is closed. */
  watch(): Watch {
    return this.#watchers.watch();
  }

  /** Replaces the request; the old value stays until the new answer arrives. */
  change(ask: () => Question<A>): void {
    if (ask === this.#ask) return;
    this.#ask = ask;
    this.reload();
  }

  /** Reloads now and aborts a current call, whose answer may be older than what the user just did. */
  readonly reload = (): void => {
    this.#stop();
    this.#want();
  };

  /** Subscribes to all triggers while the query is watched. */
  #live(): Observable<never> {
    const { visible$, again$, told$ = EMPTY, tells$ = of(false), every, scheduler = asyncScheduler } = this.#deps;
    const due$ =
      every === undefined ? EMPTY : tells$.pipe(switchMap((tells) => (tells ? EMPTY : timer(every, every, scheduler))));
    return new Observable<never>(() => {
      this.#due = true;
      const living = new Subscription();
      living.add(
        visible$.subscribe((visible) => {
          this.#visible = visible;
          if (this.#due) this.#want();
        }),
      );
      living.add(told$.subscribe(() => this.#want()));
      // A current call already answers these triggers.
      living.add(merge(due$, again$.pipe(filter(() => this.#mayHeal()))).subscribe(() => this.#call ?? this.#want()));
      living.add(() => {
        this.#visible = false;
        this.#stop();
      });
      return living;
    });
  }

  #mayHeal(): boolean {
    const state = this.#state.value;
    return state.at !== 'loading' && state.failure !== null && mayPass(state.failure);
  }

  #stop(): void {
    this.#call?.unsubscribe();
    this.#call = null;
  }

  #want(): void {
    this.#due = !this.#visible || this.#call !== null;
    if (this.#due) return;
    const call = new Subscription();
    this.#call = call;
    call.add(
      this.#ask().subscribe({
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
          if (this.#due) this.#want();
        },
      }),
    );
  }
}
