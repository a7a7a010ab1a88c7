import { merge, type Observable, of, Subscription, switchMap } from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import { parentOf } from '../files/places.ts';
import type { Notifications } from '../notifications/notifications.ts';
import type { LineState } from '../session/session.ts';
import { select, State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { Cause } from '../store/recorded.ts';
import type { Act, ActAnswer, ActQuestion, Acts, KeptAct } from './acts.ts';
import type { ActsPort } from './port.ts';
import { actsProjection } from './projection.ts';
import type { Step } from './send.ts';
import type { BringSender, Sender } from './sender.ts';

/** Dependencies of the offline queue. */
export interface ActsDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: ActsPort;
  readonly notifications: Notifications;
  readonly username: string;
  readonly newId: () => string;
  readonly sender: BringSender;
  readonly line$: StateStream<LineState>;
  /** Emits when failed calls should be retried. */
  readonly again$: Observable<unknown>;
  /** Whether this tab leads; only one tab sends. */
  readonly leads$: StateStream<boolean>;
}

const changed = (folders: readonly string[]): BoxEvent => ({
  type: 'FolderChanged',
  data: { folders: [...new Set(folders)] },
});

/** The event for what an action changes. */
const changedBy = (act: Act): BoxEvent => {
  switch (act.do) {
    case 'new-folder':
      // The user may have opened the new folder already.
      return changed([parentOf(act.path), act.path]);
    case 'rename':
      return changed([parentOf(act.path)]);
    case 'move':
      return changed([...act.paths.map(parentOf), act.into]);
    case 'trash':
      return changed(act.paths.map(parentOf));
    case 'favour':
      return { type: 'BoxChanged', data: { folders: [], areas: ['favourites'], everything: false } };
  }
};

/** See {@link Acts}. */
export class BoxActs implements Acts {
  readonly #deps: ActsDeps;
  readonly #question = new State<ActQuestion | null>(null);
  readonly #subscription = new Subscription();
  readonly waiting$: StateStream<readonly KeptAct[]>;
  #isSending = false;
  #sender: Sender | null = null;
  /** Actions done since the queue was last empty. */
  #done = 0;

  constructor(deps: ActsDeps) {
    this.#deps = deps;
    this.waiting$ = select(deps.store.state(actsProjection), ({ rows }) => rows);
    this.#subscription.add(merge(deps.line$, deps.leads$, deps.again$).subscribe(() => this.#next()));
    // Actions of an earlier page are available once the stored history is loaded.
    void deps.store.ready.then(() => this.#next());
  }

  get question$(): StateStream<ActQuestion | null> {
    return this.#question.stream;
  }

  get isAway(): boolean {
    return this.#deps.line$.value !== 'ok';
  }

  keeps(act: Act): boolean {
    const isBehind = this.waiting$.value.length > 0 && this.#question.value === null;
    if (!this.isAway && !isBehind) return false;
    this.#append([{ type: 'ActKept', data: { id: this.#deps.newId(), act } }]);
    return true;
  }

  drop(id: string): void {
    if (this.waiting$.value[0]?.id === id) this.#question.set(null);
    this.#append([{ type: 'ActEnded', data: { id } }]);
    this.#next();
  }

  answer(how: ActAnswer): void {
    const [first] = this.waiting$.value;
    const question = this.#question.value;
    // The question was set by the loaded sender.
    if (first === undefined || question === null || this.#sender === null) return;
    const act = this.#sender.answered(first.act, question, how);
    if (act === null) {
      this.drop(first.id);
      return;
    }
    this.#question.set(null);
    this.#append([{ type: 'ActChanged', data: { id: first.id, act } }]);
    this.#next();
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
  #next(): void {
    const [first] = this.waiting$.value;
    if (this.#isSending || this.isAway || !this.#deps.leads$.value || this.#question.value !== null) return;
    if (first === undefined) return;
    this.#isSending = true;
    const { port, username, sender } = this.#deps;
    const append = (events: readonly BoxEvent[]): void => this.#append(events, 'box');
    this.#subscription.add(
      sender()
        .pipe(
          switchMap((came): Observable<Step> => {
            if (came._tag === 'Left') return of('unheard');
            this.#sender = came.right;
            return came.right.sendAct(first, { port, username, append });
          }),
        )
        .subscribe((step) => {
          this.#isSending = false;
          this.#took(first, step);
        }),
    );
  }

  #took(kept: KeptAct, step: Step): void {
    // The user may have cancelled the action in the meantime.
    const isWaiting = this.waiting$.value.some(({ id }) => id === kept.id);
    if (step === 'unheard') return;
    if (step !== 'done') {
      if (isWaiting) this.#question.set(step);
      else this.#next();
      return;
    }
    this.#done += 1;
    // Publishes the change here as well, because a connection that was just restored may not report it yet.
    this.#append([{ type: 'ActEnded', data: { id: kept.id } }, changedBy(kept.act)], 'box');
    if (this.waiting$.value.length === 0) {
      this.#deps.notifications.notify({ level: 'success', word: 'acts.sent', values: { count: this.#done } });
      this.#done = 0;
    }
    this.#next();
  }
}
