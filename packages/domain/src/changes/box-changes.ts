import { isNotOffered, MAX_WATCHED_FOLDERS } from '@boxwood/box-sdk';
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
import type { BoxEvent } from '../events/box-event.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { TIMERS } from '../time/timers.ts';
import type { BoxChangeFeed } from './changes.ts';
import type { ChangesPort, ChangeReport } from './port.ts';

/** Dependencies of the change watcher. */
export interface ChangesDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: ChangesPort;
  /** The folders that windows of this tab show. */
  readonly openFolders$: StateStream<readonly string[]>;
  /** Page visible. */
  readonly visible$: Observable<boolean>;
  /** Emits when failed calls should be retried. */
  readonly retry$: Observable<unknown>;
  readonly scheduler?: SchedulerLike;
}

/**
 * See {@link BoxChangeFeed}. Every visible tab follows changes on its own. A hidden tab follows none, and receives what it
 * missed when it becomes visible, because it continues from its last cursor.
 */
export class BoxChanges implements BoxChangeFeed {
  readonly #deps: ChangesDeps;
  readonly #scheduler: SchedulerLike;
  readonly #isLive = new State(false);
  readonly #subscription = new Subscription();
  /** Cursor of the last change; opaque to the client. */
  #cursor = '';
  /** Cursor from when the first folder was opened that is not watched yet; empty when there is none. */
  #openedAt = '';
  /** Delay before the next request, in ms. */
  #delayMs = 0;

  constructor(deps: ChangesDeps) {
    this.#deps = deps;
    this.#scheduler = deps.scheduler ?? asyncScheduler;
    const { openFolders$, visible$ } = deps;
    // While the user moves through folders, the request waits until they stay. It starts from the cursor of their
    // arrival, because later answers for the previous folders skip changes in the new ones.
    const settled$ = openFolders$.pipe(
      skip(1),
      tap(() => (this.#openedAt ||= this.#cursor)),
      debounceTime(TIMERS.changeSettle, this.#scheduler),
      tap(() => {
        this.#cursor = this.#openedAt || this.#cursor;
        this.#openedAt = '';
      }),
    );
    const folders$ = merge(openFolders$.pipe(take(1)), settled$);
    const following$ = combineLatest([visible$.pipe(distinctUntilChanged()), folders$]).pipe(
      switchMap(([visible, folders]) => (visible ? this.#follow(folders.slice(0, MAX_WATCHED_FOLDERS)) : EMPTY)),
    );
    this.#subscription.add(following$.subscribe());
  }

  get isLive$(): StateStream<boolean> {
    return this.#isLive.stream;
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  /**
   * Long-polls while subscribed. Answers in quick succession increase the delay, so that a view of a folder into which
   * a thousand files are copied does not reload a thousand times. After a failure it retries with `retry$`.
   */
  #follow(folders: readonly string[]): Observable<unknown> {
    let failed = false;
    const request$ = defer(() => {
      const requestedAt = this.#scheduler.now();
      return this.#deps.port.wait(this.#cursor, folders).pipe(
        tap((result) => {
          failed = result._tag === 'Left';
          const isHasty = this.#scheduler.now() - requestedAt < TIMERS.changePauseMax;
          this.#delayMs = isHasty
            ? Math.min(Math.max(TIMERS.changePause, 2 * this.#delayMs), TIMERS.changePauseMax)
            : 0;
          this.#handleReport(result);
        }),
      );
    });
    return request$.pipe(
      repeat({
        delay: () => (failed ? this.#deps.retry$ : timer(this.#delayMs, this.#scheduler)).pipe(take(1)),
      }),
    );
  }

  #handleReport(result: Either<BoxError, ChangeReport>): void {
    if (result._tag === 'Left') {
      this.#isLive.set(false);
      // A box without this command will not support it during this session.
      if (isNotOffered(result.left)) this.close();
      return;
    }
    const { cursor, folders, areas, everything } = result.right;
    this.#cursor = cursor;
    this.#isLive.set(true);
    if (everything || folders.length + areas.length > 0)
      this.#deps.store.append([{ type: 'BoxChanged', data: { folders, areas, everything } }], 'box');
  }
}
