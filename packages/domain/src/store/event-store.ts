import { asyncScheduler, type Observable, type SchedulerLike, Subject, Subscription } from 'rxjs';
import { State, type StateStream } from '../state/state-stream.ts';
import type { DomainClock } from '../time/domain-clock.ts';
import { TIMERS } from '../time/timers.ts';
import type { TabChannel, TabMessage } from './tab-channel.ts';
import { withoutDuplicates, type EventLog, LogError } from './event-log.ts';
import { compactLog, compactLogForSignOut, type LogCompaction } from './log-compaction.ts';
import { ProjectionStates } from './projection-states.ts';
import type { Projection, SavedState } from './projection.ts';
import type { Cause, DomainEvent, Recorded, TabId } from './recorded.ts';
import { AppliedEvents } from './applied-events.ts';

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
  readonly clock: DomainClock;
  readonly scheduler?: SchedulerLike;
  /** Version of the event format; see {@link EventLog}. */
  readonly schema: number;
  /** Scope of an event type; undefined for types this version does not know. */
  readonly scopeOf: (type: string) => Projection<unknown, E>['scope'] | undefined;
  readonly projections: readonly Projection<unknown, E>[];
  readonly log: EventLog<E>;
  readonly channel: TabChannel | null;
  /** Emits when the page may be about to close: anything not written now may be lost. */
  readonly pageLeaving$?: Observable<unknown>;
}

/** Events of this period are sent again to a new tab, because they may not have been stored when it read the log. */
const RESEND_WINDOW_MS = 5_000;
/**
 * Maximum number of ephemeral events a page holds until the leading tab's states arrive; beyond it the page ignores
 * those states.
 */
const MAX_EARLY_EVENTS = 1_000;
const FLUSH_AFTER_EVENTS = 100;
const SNAPSHOT_AFTER_EVENTS = 1_000;
/** Maximum number of events held for another attempt to store them. */
const MAX_PENDING_EVENTS = 100_000;
/** Smallest step of the hybrid clock: exact in binary, so it survives addition to an epoch time. */
const TICK_MS = 1 / 1024;

/** See {@link EventStore}. Opens the channel before it reads the log, so no event is missed in between (A6). */
export class LiveEventStore<E extends DomainEvent> implements EventStore<E> {
  readonly origin: TabId;
  readonly ready: Promise<void>;
  readonly #options: StoreOptions<E>;
  readonly #scheduler: SchedulerLike;
  readonly #states: ProjectionStates<E>;
  readonly #compaction: LogCompaction<E>;
  readonly #batches = new Subject<readonly Recorded<E>[]>();
  readonly #health = new State<StoreHealth>('loading');
  /**
   * Applied events of other pages: `#appliedStored` for what may be stored, which the log covers too;
   * `#appliedEphemeral` for ephemeral events, which a leader's states cover.
   */
  readonly #appliedStored = new AppliedEvents();
  readonly #appliedEphemeral = new AppliedEvents();
  /**
   * Ephemeral events since this page opened, which the leading tab's states may lack. Null once those states have
   * arrived.
   */
  #early: Recorded<E>[] | null = [];
  readonly #unpublished: (readonly Recorded<E>[])[] = [];
  readonly #heldMessages: TabMessage<E>[] = [];
  #recent: { readonly flushed: number; readonly events: readonly Recorded<E>[] }[] = [];
  #pending: Recorded<E>[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #timer: Subscription | null = null;
  readonly #listening = new Subscription();
  #isPublishing = false;
  #isLoaded = false;
  #isLeading = false;
  /**
   * Opening a tab hides the one that led, so that one continues to answer. A new tab uses the first of several answers.
   */
  #hasLed = false;
  #isClosed = false;
  #isForgetting = false;
  #seq = 0;
  #at = 0;

  constructor(options: StoreOptions<E>) {
    this.#options = options;
    this.#scheduler = options.scheduler ?? asyncScheduler;
    this.origin = options.origin;
    this.#states = new ProjectionStates(options.projections);
    this.#compaction = {
      log: options.log,
      projections: () => this.#states.projections(),
      isUnknown: (event) => this.#scope(event) === undefined,
    };
    options.log.onOutdated(() => this.#health.set('outdated'));
    this.#listening.add(options.channel?.messages$.subscribe((message) => this.#receive(message)));
    this.#listening.add(options.pageLeaving$?.subscribe(() => void this.flush()));
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
    if (events.length === 0 || this.#isClosed) return [];
    this.#at = Math.max(this.#options.clock.now(), this.#at + TICK_MS);
    const batch = events.map((event): Recorded<E> => ({
      seq: (this.#seq += 1),
      origin: this.origin,
      at: this.#at,
      cause,
      event,
    }));
    this.#holdEarly(batch);
    this.#apply(batch);
    const shared = batch.filter(({ event }) => this.#scope(event) !== 'session');
    if (shared.length > 0) {
      this.#post({ kind: 'events', schema: this.#options.schema, from: this.origin, events: shared });
      this.#persist(shared.filter(({ event }) => this.#scope(event) === 'durable'));
    }
    return batch;
  }

  state<S>(of: Projection<S, E>): StateStream<S> {
    return this.#states.stream(of);
  }

  saved(): Readonly<Record<string, SavedState>> {
    return this.#states.saved();
  }

  lead(leading: boolean): void {
    // A tab loses the lead when it is hidden, and a hidden tab may be closed without notice.
    if (this.#isLeading && !leading) void this.flush();
    this.#isLeading = leading;
    this.#hasLed ||= leading;
  }

  flush(): Promise<void> {
    this.#timer?.unsubscribe();
    this.#timer = null;
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  forget(): void {
    this.#isForgetting = true;
    this.#post({ kind: 'forget', schema: this.#options.schema, from: this.origin });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.ready;
    await this.flush();
    // A page may have read the log before this last write, and its hello may not have arrived yet.
    this.#resend();
    if (this.#isForgetting) await this.#compactForSignOut();
    this.#listening.unsubscribe();
    this.#options.channel?.close();
    this.#options.log.close();
    this.#batches.complete();
  }

  #scope(event: E): Projection<unknown, E>['scope'] | undefined {
    return this.#options.scopeOf(event.type);
  }

  /**
   * Folds everywhere first, then updates states, then emits the batch, so an observer that appends sees a consistent
   * order.
   */
  #apply(batch: readonly Recorded<E>[]): void {
    this.#states.fold(batch);
    this.#unpublished.push(batch);
    this.#states.publish();
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    for (let next = this.#unpublished.shift(); next !== undefined; next = this.#unpublished.shift())
      this.#batches.next(next);
    this.#isPublishing = false;
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
    if (!this.#isLoaded) this.#heldMessages.push(message);
    else this.#handle(message);
  }

  #handle(message: TabMessage<E>): void {
    // A closing page still answers new pages, but applies no events.
    if (this.#isClosed && message.kind !== 'hello' && message.kind !== 'forget') return;
    switch (message.kind) {
      case 'events':
        this.#applyForeign(message.events);
        return;
      case 'hello':
        this.#answerHello(message.from);
        return;
      case 'forget':
        this.#isForgetting = true;
        return;
      case 'state':
        if (message.to === this.origin) this.#restoreEphemeral(message);
    }
  }

  #applyForeign(events: readonly Recorded<E>[]): void {
    const fresh = events.filter(({ origin, seq, event }) => {
      const known = this.#scope(event) === 'ephemeral' ? this.#appliedEphemeral : this.#appliedStored;
      return origin !== this.origin && known.admit(origin, seq);
    });
    if (fresh.length === 0) return;
    this.#holdEarly(fresh);
    for (const { at } of fresh) this.#at = Math.max(this.#at, at);
    this.#apply(fresh);
  }

  #holdEarly(batch: readonly Recorded<E>[]): void {
    this.#early?.push(...batch.filter(({ event }) => this.#scope(event) === 'ephemeral'));
    if (this.#early !== null && this.#early.length > MAX_EARLY_EVENTS) this.#early = null;
  }

  /** Sends recent events again, for pages that read the log before these were stored. */
  #resend(): void {
    const oldest = this.#options.clock.now() - RESEND_WINDOW_MS;
    this.#recent = this.#recent.filter(({ flushed }) => flushed >= oldest);
    const events = [...this.#recent.flatMap((recent) => recent.events), ...this.#pending];
    const { schema } = this.#options;
    if (events.length > 0) this.#post({ kind: 'events', schema, from: this.origin, events });
  }

  #answerHello(newcomer: TabId): void {
    this.#resend();
    if (!this.#hasLed || this.#isForgetting) return;
    const states = this.#states.saved('ephemeral');
    const sequences = { ...this.#appliedEphemeral.highest(), [this.origin]: this.#seq };
    const { schema } = this.#options;
    this.#post({ kind: 'state', schema, from: this.origin, to: newcomer, states, heard: sequences });
  }

  /** Uses only the first answer, and folds the local events that it does not contain on top. */
  #restoreEphemeral({ states, heard: sequences }: Extract<TabMessage<E>, { kind: 'state' }>): void {
    if (this.#early === null) return;
    const later = this.#early.filter(({ origin, seq }) => seq > (sequences[origin] ?? 0));
    this.#early = null;
    for (const [origin, seq] of Object.entries(sequences)) this.#appliedEphemeral.cover(origin, seq);
    this.#states.restoreEphemeral(states, later);
  }

  async #load(): Promise<void> {
    try {
      const content = await this.#options.log.load();
      for (const [origin, seq] of Object.entries(content.covered)) this.#appliedStored.cover(origin, seq);
      for (const { origin, seq, at } of content.tail) {
        this.#appliedStored.admit(origin, seq);
        this.#at = Math.max(this.#at, at);
      }
      // Events appended during loading are applied on top of the loaded state.
      this.#states.restoreDurable(content.snapshots, [withoutDuplicates(content.tail), this.#pending]);
      if (this.#health.value === 'loading') this.#health.set('ok');
    } catch (cause) {
      this.#fail(cause);
    }
    this.#isLoaded = true;
    for (const message of this.#heldMessages.splice(0)) this.#handle(message);
  }

  #persist(durable: readonly Recorded<E>[]): void {
    if (durable.length === 0 || this.#health.value === 'outdated') return;
    for (const recorded of durable) this.#pending.push(recorded);
    if (this.#pending.length >= FLUSH_AFTER_EVENTS) void this.flush();
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
        ...this.#recent.filter(({ flushed }) => flushed >= now - RESEND_WINDOW_MS),
        { flushed: now, events: batch },
      ];
      if (this.#health.value !== 'ok') this.#health.set('ok');
      if (tail >= Math.max(SNAPSHOT_AFTER_EVENTS, this.#states.weight())) await compactLog(this.#compaction);
    } catch (cause) {
      this.#fail(cause);
      if (this.#pending.length > MAX_PENDING_EVENTS) this.#pending = this.#pending.slice(-MAX_PENDING_EVENTS);
    }
  }

  /** After a sign-out: stores only what outlives it, of this page and of all others that wrote to the log. */
  async #compactForSignOut(): Promise<void> {
    try {
      await compactLogForSignOut(this.#compaction);
    } catch (cause) {
      this.#fail(cause);
    }
  }

  #fail(cause: unknown): void {
    const problem = cause instanceof LogError ? cause.problem : 'gone';
    if (this.#health.value !== 'outdated') this.#health.set(problem === 'newer' ? 'outdated' : problem);
  }
}
