import { right } from '@boxwood/command-bus';
import { asyncScheduler, map, type SchedulerLike, type Subscription } from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import { begin, type Failure, type Outcome, rejected, type Result, settled } from '../outcome.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore, StoreHealth } from '../store/event-store.ts';
import type { Clock } from '../time/clock.ts';
import { TIMERS } from '../time/timers.ts';
import type { WordKey } from '../words.ts';
import type { Level, Notice, Notification, Notifications, NoticeAction } from './notifications.ts';

/** Display time of a notice in ms; null: until it is dismissed. Errors stay, so that the user has time to read them. */
const STAY: Readonly<Record<Level, number | null>> = { info: 5_000, success: 5_000, warning: 10_000, error: null };
/** Notices for the states of the event store: history cannot be stored, or a newer page has taken over (T12). */
const HEALTH: Readonly<Record<StoreHealth, Pick<Notice, 'level' | 'word'> | null>> = {
  loading: null,
  ok: null,
  full: { level: 'warning', word: 'store.full' },
  gone: { level: 'info', word: 'store.memoryOnly' },
  outdated: { level: 'error', word: 'store.reload' },
};

/** Maximum number of notices; the oldest one that expires makes room. */
const MOST = 5;

interface Live {
  timer: Subscription | null;
  readonly action: NoticeAction | null;
  readonly key: string | null;
  /** Remaining display time in ms. */
  left: number | null;
}

/** See {@link Notifications}. */
export class BoxNotifications implements Notifications {
  readonly #store: EventStore<BoxEvent>;
  readonly #clock: Clock;
  readonly #scheduler: SchedulerLike;
  readonly #newId: () => string;
  readonly #list = new State<readonly Notification[]>([]);
  readonly #live = new Map<string, Live>();
  readonly #health: Subscription;

  constructor(
    store: EventStore<BoxEvent>,
    clock: Clock,
    newId: () => string,
    scheduler: SchedulerLike = asyncScheduler,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#newId = newId;
    this.#scheduler = scheduler;
    this.#health = store.health$.subscribe((health) => {
      const notice = HEALTH[health];
      if (notice !== null) this.notify({ ...notice, key: 'store' });
    });
  }

  get list$(): StateStream<readonly Notification[]> {
    return this.#list.stream;
  }

  notify(notice: Notice): string {
    const id = this.#newId();
    const {
      level,
      word = null,
      values = {},
      failure = null,
      about = null,
      undo,
      action = undo === undefined ? null : { word: 'files.undo', run: undo },
      key = null,
    } = notice;
    for (const [other, live] of this.#live) if (key !== null && live.key === key) this.dismiss(other);
    const stay = action === null ? STAY[level] : TIMERS.undoOffer;
    const at = this.#clock.now();
    this.#live.set(id, { timer: null, action, key, left: stay });
    this.#list.update((list) => [
      ...list,
      {
        id,
        level,
        word,
        values,
        about,
        failure,
        at,
        action: action?.word ?? null,
        until: stay === null ? null : at + stay,
      },
    ]);
    this.#store.append([{ type: 'Notified', data: { id, level, word, failure: failure?._tag ?? null } }], 'timer');
    this.#start(id);
    const crowd = this.#list.value.filter(({ until }) => until !== null);
    if (this.#list.value.length > MOST && crowd[0] !== undefined && crowd[0].id !== id) this.dismiss(crowd[0].id);
    return id;
  }

  fail(failure: Failure, word?: WordKey, key?: string): void {
    if (failure._tag === 'Aborted') return;
    const isRejected = failure._tag === 'Rejected';
    const one = key ?? (isRejected ? `rejected ${failure.word}` : undefined);
    this.notify({
      level: isRejected ? 'warning' : 'error',
      failure,
      ...(word === undefined ? {} : { word }),
      ...(one === undefined ? {} : { key: one }),
    });
  }

  dismiss(id: string): void {
    const live = this.#live.get(id);
    if (live === undefined) return;
    live.timer?.unsubscribe();
    this.#live.delete(id);
    this.#list.update((list) => list.filter((notification) => notification.id !== id));
    this.#store.append([{ type: 'NoticeGone', data: { id } }], 'timer');
  }

  hold(id: string, held: boolean): void {
    const live = this.#live.get(id);
    if (live?.left === null || live === undefined) return;
    if (!held) {
      if (live.timer === null) this.#start(id);
      return;
    }
    const until = this.#list.value.find((notification) => notification.id === id)?.until ?? 0;
    live.timer?.unsubscribe();
    live.timer = null;
    live.left = Math.max(0, until - this.#clock.now());
  }

  act(id: string): Outcome<null> {
    const action = this.#live.get(id)?.action ?? null;
    if (action === null) return settled(rejected('files.undoFailed'));
    this.dismiss(id);
    return begin(action.run().pipe(map((result): Result<null> => (result._tag === 'Left' ? result : right(null)))));
  }

  close(): void {
    this.#health.unsubscribe();
    for (const live of this.#live.values()) live.timer?.unsubscribe();
    this.#live.clear();
    this.#list.set([]);
  }

  #start(id: string): void {
    const live = this.#live.get(id);
    if (live === undefined || live.left === null) return;
    const { left } = live;
    this.#list.update((list) =>
      list.map((notification) =>
        notification.id === id ? { ...notification, until: this.#clock.now() + left } : notification,
      ),
    );
    live.timer = this.#scheduler.schedule(() => this.dismiss(id), left);
  }
}
