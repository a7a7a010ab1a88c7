import { asyncScheduler, type Observable, type SchedulerLike, Subject, Subscription } from 'rxjs';
import { State, type StateStream } from '../state/state-stream.ts';
import type { Clock } from '../time/clock.ts';
import { TIMERS } from '../time/timers.ts';
import type { Channel, TabMessage } from './channel.ts';
import { distinct, type EventLog, type LogContent, LogError } from './event-log.ts';
import { type Projection, restoreState, type SavedState, saveState } from './projection.ts';
import type { Cause, DomainEvent, Recorded, TabId } from './recorded.ts';
import { Seen } from './seen.ts';

/**
 * `loading`: history is being read; `full`/`gone`: new events stay in memory only; `outdated`: a newer page took over,
 * reload.
 */
export type StoreHealth = 'loading' | 'ok' | 'full' | 'gone' | 'outdated';

/** The event history of one user on one box in this tab, and the states folded from it. */
export interface EventStore<E extends DomainEvent> {
  readonly origin: TabId;
  /**
   * Every append of this tab and every batch of other tabs, in the order they were applied here. States are already
   * folded.
   */
  readonly batches$: Observable<readonly Recorded<E>[]>;
  readonly health$: StateStream<StoreHealth>;
  /** Resolves when stored history has been applied; it never rejects. */
  readonly ready: Promise<void>;
  /** Records events: states change before this returns; storage and other tabs follow. */
  append(events: readonly E[], cause: Cause): readonly Recorded<E>[];
  /** The state of a projection; one that was not given at construction starts with its initial state. */
  state<S>(of: Projection<S, E>): StateStream<S>;
  /** Saved forms of all states, for the journal. */
  saved(): Readonly<Record<string, SavedState>>;
  /** Whether this tab leads. A tab that leads, or led before it was hidden, sends the ephemeral states to new tabs. */
  lead(leading: boolean): void;
  /** Writes pending events. */
  flush(): Promise<void>;
  /**
   * The user signs out: when this store and those of other tabs close, stored data is deleted except for what outlives
   * a sign-out.
   */
  forget(): void;
  close(): Promise<void>;
}

export interface StoreOptions<E extends DomainEvent> {
  readonly origin: TabId;
  readonly clock: Clock;
  readonly scheduler?: SchedulerLike;
  /** Version of the event format; see {@link EventLog}. */
  readonly schema: number;
  /** Scope of an event type; undefined for types this version does not know. */
  readonly scopeOf: (type: string) => Projection<unknown, E>['scope'] | undefined;
  readonly projections: readonly Projection<unknown, E>[];
  readonly log: EventLog<E>;
  readonly channel: Channel | null;
  /** Emits when the page may be about to close: anything not written now may be lost. */
  readonly leaving$?: Observable<unknown>;
}

interface Entry<E extends DomainEvent> {
  readonly projection: Projection<unknown, E>;
  /** Folded state; `published` is updated after every projection has folded the batch. */
  current: unknown;
  readonly shown: State<unknown>;
}

/** Events of this period are sent again to a new tab, because they may not have been stored when it read the log. */
const RESEND_MS = 5_000;
/**
 * Maximum number of ephemeral events a page holds until the leading tab's states arrive; beyond it the page ignores
 * those states.
 */
const EARLY_MAX = 1_000;
const FLUSH_EVENTS = 100;
const SNAPSHOT_EVENTS = 1_000;
/** Maximum number of events held for another attempt to store them. */
const PENDING_MAX = 100_000;
/** Smallest step of the hybrid clock: exact in binary, so it survives addition to an epoch time. */
const TICK = 1 / 1024;

/** See {@link EventStore}. Opens the channel before it reads the log, so no event is missed in between (A6). */
export class LiveEventStore<E extends DomainEvent> implements EventStore<E> {
  readonly origin: TabId;
  readonly ready: Promise<void>;
  readonly #options: StoreOptions<E>;
  readonly #scheduler: SchedulerLike;
  readonly #entries = new Map<string, Entry<E>>();
  readonly #batches = new Subject<readonly Recorded<E>[]>();
  readonly #health = new State<StoreHealth>('loading');
  /**
   * Applied events of other pages: `#appliedStored` for what may be stored, which the log covers too;
   * `#appliedEphemeral` for ephemeral events, which a leader's states cover.
   */
  readonly #seen = new Seen();
  readonly #heard = new Seen();
  /**
   * Ephemeral events since this page opened, which the leading tab's states may lack. Null once those states have
   * arrived.
   */
  #early: Recorded<E>[] | null = [];
  readonly #unshown: (readonly Recorded<E>[])[] = [];
  readonly #held: TabMessage<E>[] = [];
  #recent: { readonly flushed: number; readonly events: readonly Recorded<E>[] }[] = [];
  #pending: Recorded<E>[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #timer: Subscription | null = null;
  readonly #listening = new Subscription();
  #showing = false;
  #loaded = false;
  #leading = false;
  /**
   * Opening a tab hides the one that led, so that one continues to answer. A new tab uses the first of several answers.
   */
  #hasLed = false;
  #closed = false;
  #forgetting = false;
  #seq = 0;
  #at = 0;

  constructor(options: StoreOptions<E>) {
    this.#options = options;
    this.#scheduler = options.scheduler ?? asyncScheduler;
    this.origin = options.origin;
    for (const projection of options.projections) this.#enter(projection);
    options.log.onOutdated(() => this.#health.set('outdated'));
    this.#listening.add(options.channel?.messages$.subscribe((message) => this.#receive(message)));
    this.#listening.add(options.leaving$?.subscribe(() => void this.flush()));
    this.#post({ kind: 'hello', schema: options.schema, from: this.origin });
    this.ready = this.#load();
  }

  get batches$(): Observable<readonly Recorded<E>[]> {
    return this.#batches;
  }

  get health$(): StateStream<StoreHealth> {
    return this.#health.stream;
  }

  append(events: readonly E[], cause: Cause): readonly Recorded<E>[] {
    if (events.length === 0 || this.#closed) return [];
    this.#at = Math.max(this.#options.clock.now(), this.#at + TICK);
    const batch = events.map((event): Recorded<E> => ({
      seq: (this.#seq += 1),
      origin: this.origin,
      at: this.#at,
      cause,
      event,
    }));
    this.#keepEarly(batch);
    this.#apply(batch);
    const shared = batch.filter(({ event }) => this.#scope(event) !== 'session');
    if (shared.length > 0) {
      this.#post({ kind: 'events', schema: this.#options.schema, from: this.origin, events: shared });
      this.#persist(shared.filter(({ event }) => this.#scope(event) === 'durable'));
    }
    return batch;
  }

  state<S>(of: Projection<S, E>): StateStream<S> {
    const entry = this.#entries.get(of.name) ?? this.#enter(of);
    // The entry was created from a projection of this name; names are unique.
    return entry.shown.stream as StateStream<S>;
  }

  saved(): Readonly<Record<string, SavedState>> {
    return Object.fromEntries(
      [...this.#entries].map(([name, { projection, current }]) => [name, saveState(projection, current)]),
    );
  }

  lead(leading: boolean): void {
    // A tab loses the lead when it is hidden, and a hidden tab may be closed without notice.
    if (this.#leading && !leading) void this.flush();
    this.#leading = leading;
    this.#hasLed ||= leading;
  }

  flush(): Promise<void> {
    this.#timer?.unsubscribe();
    this.#timer = null;
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  forget(): void {
    this.#forgetting = true;
    this.#post({ kind: 'forget', schema: this.#options.schema, from: this.origin });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.ready;
    await this.flush();
    // A page may have read the log before this last write, and its hello may not have arrived yet.
    this.#resend();
    if (this.#forgetting) await this.#end();
    this.#listening.unsubscribe();
    this.#options.channel?.close();
    this.#options.log.close();
    this.#batches.complete();
  }

  #enter(projection: Projection<unknown, E>): Entry<E> {
    const initial = projection.initial();
    const entry: Entry<E> = { projection, current: initial, shown: new State<unknown>(initial) };
    this.#entries.set(projection.name, entry);
    return entry;
  }

  #scope(event: E): Projection<unknown, E>['scope'] | undefined {
    return this.#options.scopeOf(event.type);
  }

  /**
   * Folds everywhere first, then updates states, then emits the batch, so an observer that appends sees a consistent
   * order.
   */
  #apply(batch: readonly Recorded<E>[]): void {
    for (const entry of this.#entries.values()) entry.current = entry.projection.reduce(entry.current, batch);
    this.#unshown.push(batch);
    for (const entry of this.#entries.values()) entry.shown.set(entry.current);
    if (this.#showing) return;
    this.#showing = true;
    for (let next = this.#unshown.shift(); next !== undefined; next = this.#unshown.shift()) this.#batches.next(next);
    this.#showing = false;
  }

  #post(message: TabMessage<E>): void {
    if (this.#health.value === 'outdated') return;
    try {
      this.#options.channel?.post(message);
    } catch {
      // The value cannot be cloned or the channel is closed; the other tabs request the data from the box.
    }
  }

  #receive(raw: unknown): void {
    // The channel's name is ours; only our own pages write to it.
    const message = raw as TabMessage<E>;
    if (message.schema > this.#options.schema) this.#health.set('outdated');
    if (message.schema !== this.#options.schema) return;
    if (!this.#loaded) this.#held.push(message);
    else this.#handle(message);
  }

  #handle(message: TabMessage<E>): void {
    // A closing page still answers new pages, but applies no events.
    if (this.#closed && message.kind !== 'hello' && message.kind !== 'forget') return;
    switch (message.kind) {
      case 'events':
        this.#adopt(message.events);
        return;
      case 'hello':
        this.#greet(message.from);
        return;
      case 'forget':
        this.#forgetting = true;
        return;
      case 'state':
        if (message.to === this.origin) this.#restoreEphemeral(message);
    }
  }

  #adopt(events: readonly Recorded<E>[]): void {
    const fresh = events.filter(({ origin, seq, event }) => {
      const known = this.#scope(event) === 'ephemeral' ? this.#heard : this.#seen;
      return origin !== this.origin && known.admit(origin, seq);
    });
    if (fresh.length === 0) return;
    this.#keepEarly(fresh);
    for (const { at } of fresh) this.#at = Math.max(this.#at, at);
    this.#apply(fresh);
  }

  #keepEarly(batch: readonly Recorded<E>[]): void {
    this.#early?.push(...batch.filter(({ event }) => this.#scope(event) === 'ephemeral'));
    if (this.#early !== null && this.#early.length > EARLY_MAX) this.#early = null;
  }

  /** Sends recent events again, for pages that read the log before these were stored. */
  #resend(): void {
    const oldest = this.#options.clock.now() - RESEND_MS;
    this.#recent = this.#recent.filter(({ flushed }) => flushed >= oldest);
    const events = [...this.#recent.flatMap((recent) => recent.events), ...this.#pending];
    const { schema } = this.#options;
    if (events.length > 0) this.#post({ kind: 'events', schema, from: this.origin, events });
  }

  #greet(newcomer: TabId): void {
    this.#resend();
    if (!this.#hasLed || this.#forgetting) return;
    const states: Record<string, SavedState> = {};
    for (const { projection, current } of this.#entries.values()) {
      if (projection.scope === 'ephemeral') states[projection.name] = saveState(projection, current);
    }
    const heard = { ...this.#heard.highest(), [this.origin]: this.#seq };
    const { schema } = this.#options;
    this.#post({ kind: 'state', schema, from: this.origin, to: newcomer, states, heard });
  }

  /** Uses only the first answer, and folds the local events that it does not contain on top. */
  #restoreEphemeral({ states, heard }: Extract<TabMessage<E>, { kind: 'state' }>): void {
    if (this.#early === null) return;
    const later = this.#early.filter(({ origin, seq }) => seq > (heard[origin] ?? 0));
    this.#early = null;
    for (const [origin, seq] of Object.entries(heard)) this.#heard.cover(origin, seq);
    const given = [...this.#entries.values()].filter(({ projection }) => projection.scope === 'ephemeral');
    for (const entry of given) {
      const past = restoreState(entry.projection, states[entry.projection.name]);
      entry.current = entry.projection.reduce(past, later);
    }
    for (const entry of given) entry.shown.set(entry.current);
  }

  async #load(): Promise<void> {
    try {
      const content = await this.#options.log.load();
      for (const [origin, seq] of Object.entries(content.covered)) this.#seen.cover(origin, seq);
      for (const { origin, seq, at } of content.tail) {
        this.#seen.admit(origin, seq);
        this.#at = Math.max(this.#at, at);
      }
      this.#replay(content.snapshots, distinct(content.tail));
      if (this.#health.value === 'loading') this.#health.set('ok');
    } catch (cause) {
      this.#fail(cause);
    }
    this.#loaded = true;
    for (const message of this.#held.splice(0)) this.#handle(message);
  }

  /** Applies events appended during loading on top of the loaded state. */
  #replay(snapshots: Readonly<Record<string, SavedState>>, tail: readonly Recorded<E>[]): void {
    for (const entry of this.#entries.values()) {
      if (entry.projection.scope !== 'durable') continue;
      const past = restoreState(entry.projection, snapshots[entry.projection.name]);
      entry.current = entry.projection.reduce(entry.projection.reduce(past, tail), this.#pending);
      entry.shown.set(entry.current);
    }
  }

  #persist(durable: readonly Recorded<E>[]): void {
    if (durable.length === 0 || this.#health.value === 'outdated') return;
    for (const recorded of durable) this.#pending.push(recorded);
    if (this.#pending.length >= FLUSH_EVENTS) void this.flush();
    else this.#timer ??= this.#scheduler.schedule(() => void this.flush(), TIMERS.logFlush);
  }

  async #write(): Promise<void> {
    await this.ready;
    // A copy: events appended during this write wait for the next one.
    const batch = [...this.#pending];
    if (batch.length === 0 || this.#health.value === 'outdated') return;
    try {
      const tail = await this.#options.log.append(batch);
      this.#pending = this.#pending.slice(batch.length);
      const now = this.#options.clock.now();
      this.#recent = [
        ...this.#recent.filter(({ flushed }) => flushed >= now - RESEND_MS),
        { flushed: now, events: batch },
      ];
      if (this.#health.value !== 'ok') this.#health.set('ok');
      if (tail >= Math.max(SNAPSHOT_EVENTS, this.#weight())) await this.#compact();
    } catch (cause) {
      this.#fail(cause);
      if (this.#pending.length > PENDING_MAX) this.#pending = this.#pending.slice(-PENDING_MAX);
    }
  }

  /** Folds the log itself, not memory, because another tab may have written events that have not arrived here yet. */
  #compact(): Promise<void> {
    return this.#fold(
      (content) => content.snapshots,
      (projection, state) => saveState(projection, state),
    );
  }

  /** After a sign-out: stores only what outlives it, of this page and of all others that wrote to the log. */
  async #end(): Promise<void> {
    try {
      await this.#fold(
        () => ({}),
        (projection, state) => {
          const kept = projection.outlives?.(state);
          return kept === undefined || projection.weight?.(kept) === 0 ? null : saveState(projection, kept);
        },
      );
    } catch (cause) {
      this.#fail(cause);
    }
  }

  async #fold(
    others: (content: LogContent<E>) => Readonly<Record<string, SavedState>>,
    save: (projection: Projection<unknown, E>, state: unknown) => SavedState | null,
  ): Promise<void> {
    await this.#options.log.compact(
      (content) => {
        const snapshots: Record<string, SavedState> = { ...others(content) };
        const tail = distinct(content.tail);
        for (const { projection } of this.#entries.values()) {
          if (projection.scope !== 'durable') continue;
          const saved = content.snapshots[projection.name];
          // A snapshot of a newer page, which this page cannot read, must not be replaced by an empty one.
          if (saved !== undefined && saved.version > projection.version) return null;
          const kept = save(projection, projection.reduce(restoreState(projection, saved), tail));
          if (kept !== null) snapshots[projection.name] = kept;
        }
        return snapshots;
      },
      (event) => this.#scope(event) === undefined,
    );
  }

  #weight(): number {
    let weight = 0;
    for (const { projection, current } of this.#entries.values()) weight += projection.weight?.(current) ?? 0;
    return weight;
  }

  #fail(cause: unknown): void {
    const problem = cause instanceof LogError ? cause.problem : 'gone';
    if (this.#health.value !== 'outdated') this.#health.set(problem === 'newer' ? 'outdated' : problem);
  }
}
