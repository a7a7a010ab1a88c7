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

/** What is known of something that was asked for. A value stays while it is asked for again, also when that fails. */
export type Asked<A> =
  | { readonly at: 'loading' }
  | { readonly at: 'ready'; readonly value: A; readonly failure: Failure | null }
  | { readonly at: 'failed'; readonly failure: Failure };

/** What makes a query ask again. */
export interface QueryDeps {
  /** Page visible: what becomes due in a hidden one is asked once on return. */
  readonly visible$: Observable<boolean>;
  /** When to ask again what failed and may pass. */
  readonly again$: Observable<unknown>;
  /** Emits when somebody told that the answer may be another one now. */
  readonly told$?: Observable<unknown>;
  /** While true somebody tells, and `every` rests. */
  readonly tells$?: Observable<boolean>;
  /** Milliseconds between two questions; absent: once. */
  readonly every?: number;
  readonly scheduler?: SchedulerLike;
}

/**
 * A fact that one screen reads. It is asked while somebody watches, never in a hidden page, and never twice at a time; when nobody watches any
 * more the call is aborted. What several screens see, or what moves by itself, is events and a projection instead.
 */
export class Query<A> {
  readonly #deps: QueryDeps;
  readonly #state = new State<Asked<A>>({ at: 'loading' });
  readonly #watchers = new Watchers();
  #ask: () => Question<A>;
  #call: Subscription | null = null;
  #visible = false;
  /** Whether to ask as soon as that is possible: when the page is visible, or the answer on its way has come. */
  #due = false;

  constructor(ask: () => Question<A>, deps: QueryDeps) {
    this.#ask = ask;
    this.#deps = deps;
    this.#watchers.any$.pipe(switchMap((watched) => (watched ? this.#live() : EMPTY))).subscribe();
  }

  get state$(): StateStream<Asked<A>> {
    return this.#state.stream;
  }

  /** Asks until the handle is closed. */
  watch(): Watch {
    return this.#watchers.watch();
  }

  /** Asks something else from now on; what was known stays until the new answer is there. */
  change(ask: () => Question<A>): void {
    if (ask === this.#ask) return;
    this.#ask = ask;
    this.reload();
  }

  /** Asks now, also when an answer is on its way: it may be older than what a person has just done. */
  readonly reload = (): void => {
    this.#stop();
    this.#want();
  };

  /** Everything that asks while somebody watches. */
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
      // What is on its way already is answer enough.
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
