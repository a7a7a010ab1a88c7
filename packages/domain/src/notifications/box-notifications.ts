import { right } from '@boxwood/command-bus';
import { asyncScheduler, map, type SchedulerLike, type Subscription } from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import { startNow, type Failure, type Outcome, rejected, type Result, settled } from '../outcome.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore, StoreHealth } from '../store/event-store.ts';
import type { DomainClock } from '../time/domain-clock.ts';
import { TIMERS } from '../time/timers.ts';
import type { DomainMessageKey } from '../message-keys.ts';
import type { NoticeLevel, Notice, Notification, Notifications, NoticeAction } from './notifications.ts';

/** Display time of a notice in ms; null: until it is dismissed. Errors stay, so that the user has time to read them. */
const DISPLAY_MS: Readonly<Record<NoticeLevel, number | null>> = {
  info: 5_000,
  success: 5_000,
  warning: 10_000,
  error: null,
};
/** Notices for the states of the event store: history cannot be stored, or a newer page has taken over (T12). */
const STORE_HEALTH_NOTICES: Readonly<Record<StoreHealth, Pick<Notice, 'level' | 'messageKey'> | null>> = {
  loading: null,
  ok: null,
  full: { level: 'warning', messageKey: 'store.full' },
  gone: { level: 'info', messageKey: 'store.memoryOnly' },
  outdated: { level: 'error', messageKey: 'store.reload' },
};

/** Maximum number of notices; the oldest one that expires makes room. */
const MAX_NOTICES = 5;

interface LiveNotice {
  timer: Subscription | null;
  readonly action: NoticeAction | null;
  readonly key: string | null;
  /** Remaining display time in ms. */
  remainingMs: number | null;
}

/** See {@link Notifications}. */
export class BoxNotifications implements Notifications {
  readonly #store: EventStore<BoxEvent>;
  readonly #clock: DomainClock;
  readonly #scheduler: SchedulerLike;
  readonly #newId: () => string;
  readonly #list = new State<readonly Notification[]>([]);
  readonly #notices = new Map<string, LiveNotice>();
  readonly #health: Subscription;

  constructor(
    store: EventStore<BoxEvent>,
    clock: DomainClock,
    newId: () => string,
    scheduler: SchedulerLike = asyncScheduler,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#newId = newId;
    this.#scheduler = scheduler;
    this.#health = store.health$.subscribe((health) => {
      const notice = STORE_HEALTH_NOTICES[health];
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
      messageKey = null,
      values = {},
      failure = null,
      detail = null,
      undo,
      action = undo === undefined ? null : { messageKey: 'files.undo', run: undo },
      key = null,
    } = notice;
    for (const [other, liveNotice] of this.#notices) if (key !== null && liveNotice.key === key) this.dismiss(other);
    const displayMs = action === null ? DISPLAY_MS[level] : TIMERS.undoOffer;
    const at = this.#clock.now();
    this.#notices.set(id, { timer: null, action, key, remainingMs: displayMs });
    this.#list.update((list) => [
      ...list,
      {
        id,
        level,
        messageKey,
        values,
        detail,
        failure,
        at,
        action: action?.messageKey ?? null,
        until: displayMs === null ? null : at + displayMs,
      },
    ]);
    this.#store.append(
      [{ type: 'Notified', data: { id, level, messageKey: messageKey, failure: failure?._tag ?? null } }],
      'timer',
    );
    this.#start(id);
    const expiring = this.#list.value.filter(({ until }) => until !== null);
    if (this.#list.value.length > MAX_NOTICES && expiring[0] !== undefined && expiring[0].id !== id)
      this.dismiss(expiring[0].id);
    return id;
  }

  fail(failure: Failure, messageKey?: DomainMessageKey, key?: string): void {
    if (failure._tag === 'Aborted') return;
    const isRejected = failure._tag === 'Rejected';
    const noticeKey = key ?? (isRejected ? `rejected ${failure.messageKey}` : undefined);
    this.notify({
      level: isRejected ? 'warning' : 'error',
      failure,
      ...(messageKey === undefined ? {} : { messageKey }),
      ...(noticeKey === undefined ? {} : { key: noticeKey }),
    });
  }

  dismiss(id: string): void {
    const liveNotice = this.#notices.get(id);
    if (liveNotice === undefined) return;
    liveNotice.timer?.unsubscribe();
    this.#notices.delete(id);
    this.#list.update((list) => list.filter((notification) => notification.id !== id));
    this.#store.append([{ type: 'NoticeGone', data: { id } }], 'timer');
  }

  setPaused(id: string, isPaused: boolean): void {
    const liveNotice = this.#notices.get(id);
    if (liveNotice?.remainingMs === null || liveNotice === undefined) return;
    if (!isPaused) {
      if (liveNotice.timer === null) this.#start(id);
      return;
    }
    const until = this.#list.value.find((notification) => notification.id === id)?.until ?? 0;
    liveNotice.timer?.unsubscribe();
    liveNotice.timer = null;
    liveNotice.remainingMs = Math.max(0, until - this.#clock.now());
  }

  runAction(id: string): Outcome<null> {
    const action = this.#notices.get(id)?.action ?? null;
    if (action === null) return settled(rejected('files.undoFailed'));
    this.dismiss(id);
    return startNow(action.run().pipe(map((result): Result<null> => (result._tag === 'Left' ? result : right(null)))));
  }

  close(): void {
    this.#health.unsubscribe();
    for (const liveNotice of this.#notices.values()) liveNotice.timer?.unsubscribe();
    this.#notices.clear();
    this.#list.set([]);
  }

  #start(id: string): void {
    const liveNotice = this.#notices.get(id);
    if (liveNotice === undefined || liveNotice.remainingMs === null) return;
    const { remainingMs } = liveNotice;
    this.#list.update((list) =>
      list.map((notification) =>
        notification.id === id ? { ...notification, until: this.#clock.now() + remainingMs } : notification,
      ),
    );
    liveNotice.timer = this.#scheduler.schedule(() => this.dismiss(id), remainingMs);
  }
}
