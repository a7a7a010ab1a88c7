import { filter, map, type Observable, Subject, Subscription } from 'rxjs';
import { type BoxEvent, scopeOf } from '../events/event.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { type Projection, restoreState, type SavedState } from '../store/projection.ts';
import type { Recorded } from '../store/recorded.ts';
import type { Clock } from '../time/clock.ts';
import type { Journal, JournalExport } from './journal.ts';
import { fromText, redact, toText } from './redact.ts';

/** Version of the export. */
export const JOURNAL_SCHEMA = 1;
/** Events that are kept at least; twice as many at most. */
const KEPT = 5_000;

interface Checkpoint {
  readonly at: number;
  readonly base: Readonly<Record<string, SavedState>>;
}

/**
 * See {@link Journal}. States are taken as a base every 5,000 events - most are immutable, so that costs a reference
 * each - and events before the last but one base are forgotten.
 */
export class BoxJournal implements Journal {
  readonly #store: EventStore<BoxEvent>;
  readonly #clock: Clock;
  readonly #kept: number;
  readonly #count = new State(0);
  readonly #added = new Subject<readonly Recorded<BoxEvent>[]>();
  readonly #subscriptions = new Subscription();
  #events: Recorded<BoxEvent>[] = [];
  #base: Readonly<Record<string, SavedState>> = {};
  #next: Checkpoint | null = null;

  constructor(store: EventStore<BoxEvent>, clock: Clock, kept: number = KEPT) {
    this.#store = store;
    this.#clock = clock;
    this.#kept = kept;
    this.#base = store.saved();
    this.#subscriptions.add(store.batches$.subscribe((batch) => this.#add(batch)));
    // Loading replaces the durable states: the journal begins with what was loaded.
    void store.ready.then(() => {
      this.#base = store.saved();
      this.#events = [];
      this.#next = null;
      this.#count.set(0);
    });
  }

  get count$(): StateStream<number> {
    return this.#count.stream;
  }

  get added$(): Observable<readonly Recorded<BoxEvent>[]> {
    return this.#added;
  }

  latest(limit: number, types?: readonly BoxEvent['type'][]): readonly Recorded<BoxEvent>[] {
    const wanted = types === undefined ? null : new Set<string>(types);
    const found: Recorded<BoxEvent>[] = [];
    for (let index = this.#events.length - 1; index >= 0 && found.length < limit; index -= 1) {
      const recorded = this.#events[index];
      if (recorded !== undefined && (wanted === null || wanted.has(recorded.event.type))) found.push(recorded);
    }
    return found;
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

  #add(batch: readonly Recorded<BoxEvent>[]): void {
    for (const recorded of batch) this.#events.push(recorded);
    if (this.#events.length >= this.#kept) this.#next ??= { at: this.#events.length, base: this.#store.saved() };
    if (this.#next !== null && this.#events.length >= 2 * this.#kept) {
      this.#base = this.#next.base;
      this.#events = this.#events.slice(this.#next.at);
      this.#next = null;
    }
    this.#count.set(this.#events.length);
    this.#added.next(batch);
  }
}

/** Reads an exported text; null when it is no journal of this version. */
export const readJournal = (text: string): JournalExport | null => {
  const value = fromText(text);
  if (typeof value !== 'object' || value === null) return null;
  if (!(
    'format' in value &&
    value.format === 'boxwood-journal' &&
    'schema' in value &&
    value.schema === JOURNAL_SCHEMA
  ))
    return null;
  if (!('base' in value && 'events' in value && Array.isArray(value.events))) return null;
  // Written by `text` of this version; unknown event types are ignored by every projection.
  return value as JournalExport;
};

/** The saved states that a journal leads to, by projection. */
export const replayJournal = (
  journal: JournalExport,
  projections: readonly Projection<unknown, BoxEvent>[],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    projections.map((projection) => {
      const base = journal.base[projection.name];
      const known = journal.events.filter(({ event }) => Object.hasOwn(scopeOf, event.type));
      return [projection.name, projection.save(projection.reduce(restoreState(projection, base), known))];
    }),
  );

/** The events of one kind, as they come. */
export const eventsOf = <T extends BoxEvent['type']>(
  store: Pick<EventStore<BoxEvent>, 'batches$'>,
  type: T,
): Observable<readonly Extract<BoxEvent, { type: T }>[]> =>
  store.batches$.pipe(
    map((batch) =>
      batch.map(({ event }) => event).filter((event): event is Extract<BoxEvent, { type: T }> => event.type === type),
    ),
    filter((events) => events.length > 0),
  );
