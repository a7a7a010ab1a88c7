import { left, right } from '@boxwood/command-bus';
import { asyncScheduler, combineLatest, map, type Observable, type SchedulerLike, Subscription, tap } from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { type PortResult, startNow, type Outcome, rejected, type Result, settled } from '../outcome.ts';
import { combine, State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { poll } from '../time/poll.ts';
import { TIMERS } from '../time/timers.ts';
import type { MessagePage, Messages, MessagesState, MessageType } from './messages.ts';
import type { MessagesPort } from './port.ts';
import { type MessagesData, messagesProjection } from './projection.ts';

/** Dependencies of {@link BoxMessages}. `available$` is false in LAN mode: then no request is sent (MSG-08, G-07). */
export interface MessagesDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: MessagesPort;
  readonly notifications: Notifications;
  readonly available$: StateStream<boolean>;
  readonly visible$: Observable<boolean>;
  readonly leads$: Observable<boolean>;
  readonly scheduler?: SchedulerLike;
}

const NONE_LOADING: Readonly<Record<MessageType, boolean>> = { 1: false, 2: false, 3: false, 4: false };

/** See {@link Messages}. */
export class BoxMessages implements Messages {
  readonly #deps: MessagesDeps;
  readonly #data: StateStream<MessagesData>;
  readonly #loading = new State(NONE_LOADING);
  readonly #subscriptions = new Subscription();
  readonly state$: StateStream<MessagesState>;

  constructor(deps: MessagesDeps) {
    this.#deps = deps;
    const { store, port, available$, visible$, leads$, scheduler = asyncScheduler } = deps;
    this.#data = store.state(messagesProjection);
    this.state$ = combine([this.#data, available$, this.#loading.stream], (known, available, loading) => {
      const page = (type: MessageType): MessagePage => ({ ...known.pages[type], loading: loading[type] });
      return { ...known, available, pages: { 1: page(1), 2: page(2), 3: page(3), 4: page(4) } };
    });
    const unread$ = poll({
      every: TIMERS.messages,
      run: () => port.unread(),
      active$: combineLatest([available$, visible$, leads$]).pipe(map((all) => all.every(Boolean))),
      backoffMax: TIMERS.backoffMax,
      scheduler,
    });
    this.#subscriptions.add(
      unread$.subscribe((result) => {
        if (result._tag === 'Left') return;
        const { unread, unreadByType } = this.#data.value;
        const { total, byType } = result.right;
        const same = unread === total && ([1, 2, 3, 4] as const).every((type) => unreadByType[type] === byType[type]);
        if (!same) store.append([{ type: 'UnreadCounted', data: { total, byType } }], 'box');
      }),
    );
  }

  load(type: MessageType, page = 1): Outcome<MessagePage> {
    if (!this.#deps.available$.value) return settled(rejected('session.offlineNotice'));
    this.#loading.update((loading) => ({ ...loading, [type]: true }));
    return startNow(
      this.#deps.port.page(type, page).pipe(
        tap((result) => {
          this.#loading.update((loading) => ({ ...loading, [type]: false }));
          this.#deps.store.append(
            result._tag === 'Left'
              ? [{ type: 'MessagesFailed', data: { type, failure: result.left } }]
              : [{ type: 'MessagesListed', data: { type, ...result.right } }],
            'box',
          );
        }),
        map((result): Result<MessagePage> =>
          result._tag === 'Left' ? left(result.left) : right(this.state$.value.pages[type]),
        ),
      ),
    );
  }

  markAllRead(type: MessageType): Outcome<null> {
    return this.#runConfirmed(() => this.#deps.port.markRead(type), { type: 'MessagesRead', data: { type } });
  }

  remove(mid: string): Outcome<null> {
    return this.#runConfirmed(() => this.#deps.port.remove(mid), { type: 'MessagesRemoved', data: { mids: [mid] } });
  }

  clear(): Outcome<null> {
    return this.#runConfirmed(() => this.#deps.port.clear(1), { type: 'MessagesCleared', data: { type: 1 } });
  }

  close(): void {
    this.#subscriptions.unsubscribe();
  }

  /** Appends the event when the service confirmed the call, and reports its refusal otherwise. */
  #runConfirmed(call: () => PortResult<unknown>, event: BoxEvent): Outcome<null> {
    if (!this.#deps.available$.value) return settled(rejected('session.offlineNotice'));
    return startNow(
      call().pipe(
        map((result): Result<null> => (result._tag === 'Left' ? result : right(null))),
        tap((result) => {
          if (result._tag === 'Right') this.#deps.store.append([event], 'person');
          else this.#deps.notifications.fail(result.left);
        }),
      ),
    );
  }
}
