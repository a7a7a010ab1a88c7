import { type Observable, Subject, Subscription } from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { SavedState } from '../store/projection.ts';
import type { EventRecorder } from '../store/event-recorder.ts';
import type { Recorded } from '../store/recorded.ts';
import type { DomainClock } from '../time/domain-clock.ts';
import type { Journal, JournalExport } from './journal.ts';
import type { Happening, JournalMemory } from './journal-memory.ts';
import { redact, toText } from './redact.ts';

/** Version of the export format. */
export const JOURNAL_SCHEMA = 1;
/** Minimum number of events that are retained; the maximum is twice as many. */
const MIN_RETAINED_EVENTS = 5_000;

interface JournalCheckpoint {
  readonly at: number;
  readonly base: Readonly<Record<string, SavedState>>;
}

/** Number of events that are passed to the next page. */
const MAX_REMEMBERED_EVENTS = 200;

/**
 * Dependencies of the journal. Without `memory` it starts empty on every page; `pageLeaving$` emits when the page may
 * be about to close.
 */
export interface JournalDeps {
  readonly store: EventStore<BoxEvent>;
  readonly clock: DomainClock;
  /** Events recorded before this history existed become its start. */
  readonly recorder?: EventRecorder;
  readonly memory?: JournalMemory;
  readonly pageLeaving$?: Observable<unknown>;
  readonly minRetained?: number;
}

/**
 * See {@link Journal}. Saves the states as a base every 5,000 events (most are immutable, so this costs a reference
 * each) and drops events before the previous base.
 */
export class BoxJournal implements Journal {
  readonly #store: EventStore<BoxEvent>;
  readonly #clock: DomainClock;
  readonly #minRetained: number;
  readonly #count = new State(0);
  readonly #added = new Subject<readonly Recorded<BoxEvent>[]>();
  readonly #subscriptions = new Subscription();
  #events: Recorded<BoxEvent>[] = [];
  #earlier: readonly Happening[];
  #memory: JournalMemory | null;
  #base: Readonly<Record<string, SavedState>> = {};
  #next: JournalCheckpoint | null = null;

  constructor({ store, clock, recorder, memory, pageLeaving$, minRetained = MIN_RETAINED_EVENTS }: JournalDeps) {
    this.#store = store;
    this.#clock = clock;
    this.#minRetained = minRetained;
    this.#base = store.saved();
    this.#memory = memory ?? null;
    this.#earlier = memory?.read() ?? [];
    this.#count.set(this.#earlier.length);
    this.#subscriptions.add(pageLeaving$?.subscribe(() => this.#memory?.write(this.recent(MAX_REMEMBERED_EVENTS))));
    this.#subscriptions.add(store.batches$.subscribe((batch) => this.#add(batch)));
    // Loading replaces the durable states: the journal starts after it.
    void store.ready.then(() => {
      this.#base = store.saved();
      this.#events = [];
      this.#next = null;
      this.#updateCount();
      if (this.#subscriptions.closed || recorder === undefined) return;
      const recording = recorder.recordInto(store);
      this.#subscriptions.add(() => recording.close());
    });
  }

  get count$(): StateStream<number> {
    return this.#count.stream;
  }

  get added$(): Observable<readonly Recorded<BoxEvent>[]> {
    return this.#added;
  }

  recent(limit: number): readonly Happening[] {
    const now = this.#events.slice(-limit).reverse();
    const happenings = now.map(({ origin, seq, at, event }) => ({ key: `${origin}-${seq}`, at, type: event.type }));
    return [...happenings, ...this.#earlier].slice(0, limit);
  }

  export(): JournalExport {
    return {
      format: 'boxwood-journal',
      schema: JOURNAL_SCHEMA,
      written: this.#clock.now(),
      base: redact(this.#base),
      events: redact(this.#events),
    };
  }

  text(): string {
    return toText(this.export());
  }

  close(): void {
    this.#subscriptions.unsubscribe();
    this.#added.complete();
  }

  /** What is remembered of a user's activity is deleted at sign-out. */
  #forget(): void {
    this.#memory?.write([]);
    this.#memory = null;
  }

  #updateCount(): void {
    this.#count.set(this.#events.length + this.#earlier.length);
  }

  #add(batch: readonly Recorded<BoxEvent>[]): void {
    for (const recorded of batch) this.#events.push(recorded);
    if (batch.some(({ event }) => event.type === 'SignedOut')) this.#forget();
    if (this.#events.length >= this.#minRetained) this.#next ??= { at: this.#events.length, base: this.#store.saved() };
    if (this.#next !== null && this.#events.length >= 2 * this.#minRetained) {
      this.#base = this.#next.base;
      this.#events = this.#events.slice(this.#next.at);
      this.#next = null;
    }
    this.#updateCount();
    this.#added.next(batch);
  }
}
