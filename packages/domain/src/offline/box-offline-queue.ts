import { merge, type Observable, of, Subscription, switchMap } from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import { parentOf } from '../files/file-paths.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { ConnectionState } from '../session/session.ts';
import { select, State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { Cause } from '../store/recorded.ts';
import type { UserAction, ActionAnswer, ActionQuestion, OfflineQueue, PendingAction } from './offline-queue.ts';
import type { OfflinePort } from './port.ts';
import { pendingActionsProjection } from './projection.ts';
import type { SendOutcome } from './send-action.ts';
import type { LoadActionSender, ActionSender } from './action-sender.ts';

/** Dependencies of the offline queue. */
export interface OfflineQueueDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: OfflinePort;
  readonly notifications: Notifications;
  readonly username: string;
  readonly newId: () => string;
  readonly loadSender: LoadActionSender;
  readonly connection$: StateStream<ConnectionState>;
  /** Emits when failed calls should be retried. */
  readonly retry$: Observable<unknown>;
  /** Whether this tab leads; only one tab sends. */
  readonly leads$: StateStream<boolean>;
}

const foldersChanged = (folders: readonly string[]): BoxEvent => ({
  type: 'FolderChanged',
  data: { folders: [...new Set(folders)] },
});

/** The event for what an action changes. */
const changeEventOf = (action: UserAction): BoxEvent => {
  switch (action.do) {
    case 'new-folder':
      // The user may have opened the new folder already.
      return foldersChanged([parentOf(action.path), action.path]);
    case 'rename':
      return foldersChanged([parentOf(action.path)]);
    case 'move':
      return foldersChanged([...action.paths.map(parentOf), action.into]);
    case 'trash':
      return foldersChanged(action.paths.map(parentOf));
    case 'favour':
      return { type: 'BoxChanged', data: { folders: [], areas: ['favourites'], everything: false } };
  }
};

/** See {@link OfflineQueue}. */
export class BoxOfflineQueue implements OfflineQueue {
  readonly #deps: OfflineQueueDeps;
  readonly #question = new State<ActionQuestion | null>(null);
  readonly #subscription = new Subscription();
  readonly pending$: StateStream<readonly PendingAction[]>;
  #isSending = false;
  #sender: ActionSender | null = null;
  /** Actions done since the queue was last empty. */
  #doneCount = 0;

  constructor(deps: OfflineQueueDeps) {
    this.#deps = deps;
    this.pending$ = select(deps.store.state(pendingActionsProjection), ({ rows }) => rows);
    this.#subscription.add(merge(deps.connection$, deps.leads$, deps.retry$).subscribe(() => this.#sendNext()));
    // Actions of an earlier page are available once the stored history is loaded.
    void deps.store.ready.then(() => this.#sendNext());
  }

  get question$(): StateStream<ActionQuestion | null> {
    return this.#question.stream;
  }

  get isOffline(): boolean {
    return this.#deps.connection$.value !== 'ok';
  }

  enqueueIfOffline(action: UserAction): boolean {
    const isBehind = this.pending$.value.length > 0 && this.#question.value === null;
    if (!this.isOffline && !isBehind) return false;
    this.#append([{ type: 'ActKept', data: { id: this.#deps.newId(), act: action } }]);
    return true;
  }

  cancel(id: string): void {
    if (this.pending$.value[0]?.id === id) this.#question.set(null);
    this.#append([{ type: 'ActEnded', data: { id } }]);
    this.#sendNext();
  }

  answer(how: ActionAnswer): void {
    const [first] = this.pending$.value;
    const question = this.#question.value;
    // The question was set by the loaded sender.
    if (first === undefined || question === null || this.#sender === null) return;
    const action = this.#sender.applyAnswer(first.act, question, how);
    if (action === null) {
      this.cancel(first.id);
      return;
    }
    this.#question.set(null);
    this.#append([{ type: 'ActChanged', data: { id: first.id, act: action } }]);
    this.#sendNext();
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  /** Writes each action at once: actions are rare, and the page may be closed at any moment. */
  #append(events: readonly BoxEvent[], cause: Cause = 'person'): void {
    const { store } = this.#deps;
    store.append(events, cause);
    void store.flush();
  }

  /** Sends the first action if it may be sent now. */
  #sendNext(): void {
    const [first] = this.pending$.value;
    if (this.#isSending || this.isOffline || !this.#deps.leads$.value || this.#question.value !== null) return;
    if (first === undefined) return;
    this.#isSending = true;
    const { port, username, loadSender } = this.#deps;
    const append = (events: readonly BoxEvent[]): void => this.#append(events, 'box');
    this.#subscription.add(
      loadSender()
        .pipe(
          switchMap((loaded): Observable<SendOutcome> => {
            if (loaded._tag === 'Left') return of('unheard');
            this.#sender = loaded.right;
            return loaded.right.sendAction(first, { port, username, append });
          }),
        )
        .subscribe((outcome) => {
          this.#isSending = false;
          this.#handleOutcome(first, outcome);
        }),
    );
  }

  #handleOutcome(pending: PendingAction, outcome: SendOutcome): void {
    // The user may have cancelled the action in the meantime.
    const isWaiting = this.pending$.value.some(({ id }) => id === pending.id);
    if (outcome === 'unheard') return;
    if (outcome !== 'done') {
      if (isWaiting) this.#question.set(outcome);
      else this.#sendNext();
      return;
    }
    this.#doneCount += 1;
    // Publishes the change here as well, because a connection that was just restored may not report it yet.
    this.#append([{ type: 'ActEnded', data: { id: pending.id } }, changeEventOf(pending.act)], 'box');
    if (this.pending$.value.length === 0) {
      this.#deps.notifications.notify({
        level: 'success',
        messageKey: 'acts.sent',
        values: { count: this.#doneCount },
      });
      this.#doneCount = 0;
    }
    this.#sendNext();
  }
}
