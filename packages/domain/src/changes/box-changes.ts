import { isNotOffered, MAX_WATCHED } from '@boxwood/box-sdk';
import type { BoxError, Either } from '@boxwood/command-bus';
import {
  asyncScheduler,
  combineLatest,
  debounceTime,
  defer,
  distinctUntilChanged,
  EMPTY,
  merge,
  type Observable,
  repeat,
  type SchedulerLike,
  skip,
  Subscription,
  switchMap,
  take,
  tap,
  timer,
} from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { TIMERS } from '../time/timers.ts';
import type { Changes } from './changes.ts';
import type { ChangesPort, Told } from './port.ts';

/** What following a box's changes needs. */
export interface ChangesDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: ChangesPort;
  /** The folders that windows of this tab show. */
  readonly shown$: StateStream<readonly string[]>;
  /** Page visible. */
  readonly visible$: Observable<boolean>;
  /** When to ask again what failed. */
  readonly again$: Observable<unknown>;
  readonly scheduler?: SchedulerLike;
}

/**
 * See {@link Changes}. Every visible tab follows for itself. A hidden one shows nothing, and is told what it missed when it is looked at again,
 * because it goes on from the last change that it knows.
 */
export class BoxChanges implements Changes {
  readonly #deps: ChangesDeps;
  readonly #scheduler: SchedulerLike;
  readonly #tells = new State(false);
  readonly #subscription = new Subscription();
  /** Where the box goes on; it means something to the box alone. */
  #cursor = '';
  /** Where it went on when the first of those folders was shown that are not asked for yet; empty when there is none. */
  #shownAt = '';
  /** Pause before the next question, ms. */
  #pause = 0;

  constructor(deps: ChangesDeps) {
    this.#deps = deps;
    this.#scheduler = deps.scheduler ?? asyncScheduler;
    const { shown$, visible$ } = deps;
    // Who walks through folders asks when they stay: from the change that was known when they came, because an answer about the folders of before
    // has gone past what happened in the new ones meanwhile.
    const settled$ = shown$.pipe(
      skip(1),
      tap(() => (this.#shownAt ||= this.#cursor)),
      debounceTime(TIMERS.changeSettle, this.#scheduler),
      tap(() => {
        this.#cursor = this.#shownAt || this.#cursor;
        this.#shownAt = '';
      }),
    );
    const folders$ = merge(shown$.pipe(take(1)), settled$);
    const following$ = combineLatest([visible$.pipe(distinctUntilChanged()), folders$]).pipe(
      switchMap(([visible, folders]) => (visible ? this.#follow(folders.slice(0, MAX_WATCHED)) : EMPTY)),
    );
    this.#subscription.add(following$.subscribe());
  }

  get tells$(): StateStream<boolean> {
    return this.#tells.stream;
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  /**
   * Asks for as long as somebody listens. Answers that come one upon the other are asked for ever more rarely: whoever watches a folder into which
   * a thousand files are copied needs no thousand listings. After a failure everything asks again together.
   */
  #follow(folders: readonly string[]): Observable<unknown> {
    let failed = false;
    const ask$ = defer(() => {
      const asked = this.#scheduler.now();
      return this.#deps.port.wait(this.#cursor, folders).pipe(
        tap((result) => {
          failed = result._tag === 'Left';
          const isHasty = this.#scheduler.now() - asked < TIMERS.changePauseMost;
          this.#pause = isHasty ? Math.min(Math.max(TIMERS.changePause, 2 * this.#pause), TIMERS.changePauseMost) : 0;
          this.#hear(result);
        }),
      );
    });
    return ask$.pipe(
      repeat({
        delay: () => (failed ? this.#deps.again$ : timer(this.#pause, this.#scheduler)).pipe(take(1)),
      }),
    );
  }

  #hear(result: Either<BoxError, Told>): void {
    if (result._tag === 'Left') {
      this.#tells.set(false);
      // A box without this command does not learn it while somebody is signed in.
      if (isNotOffered(result.left)) this.close();
      return;
    }
    const { cursor, folders, areas, everything } = result.right;
    this.#cursor = cursor;
    this.#tells.set(true);
    if (everything || folders.length + areas.length > 0)
      this.#deps.store.append([{ type: 'BoxChanged', data: { folders, areas, everything } }], 'box');
  }
}
