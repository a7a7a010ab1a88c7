import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';
import { mergeCoverage, type EventLog, LogError, type LogContent } from './event-log.ts';
import type { SavedState } from './projection.ts';
import type { DomainEvent, Recorded } from './recorded.ts';

/** Events that were stored together: writing one record takes as long as writing one with a hundred events. */
interface StoredBatch {
  /** Schema the events were written with (T12). */
  readonly schema: number;
  readonly batch: readonly Recorded[];
}

/** Form of events in schemas 1 and 2, which stored them one by one. */
interface StoredEvent {
  readonly schema: number;
  readonly recorded: Recorded;
}

interface LogSchema extends DBSchema {
  events: { key: number; value: StoredBatch };
  snapshots: { key: string; value: SavedState };
  meta: { key: string; value: Readonly<Record<string, number>> };
}

const STORES = ['events', 'snapshots', 'meta'] as const;
type WriteTransaction = IDBPTransaction<LogSchema, typeof STORES, 'readwrite'>;
type UpgradeTransaction = IDBPTransaction<LogSchema, typeof STORES, 'versionchange'>;

/** Aborts a transaction; one that a failed request has already ended is ignored. */
const abortTransaction = async (tx: WriteTransaction | UpgradeTransaction): Promise<void> => {
  const ended = tx.done.catch(() => undefined);
  try {
    tx.abort();
  } catch (cause) {
    if (!(cause instanceof DOMException) || cause.name !== 'InvalidStateError') throw cause;
  }
  await ended;
};

/** Replaces the stored batches and updates their count. */
const replaceBatches = async (
  tx: WriteTransaction | UpgradeTransaction,
  stored: readonly StoredBatch[],
): Promise<void> => {
  await tx.objectStore('events').clear();
  let events = 0;
  for (const each of stored) {
    await tx.objectStore('events').add(each);
    events += each.batch.length;
  }
  await tx.objectStore('meta').put({ events }, 'tail');
};

/** Converts events stored one by one to batches of one. */
const migrateToBatches = async (tx: UpgradeTransaction): Promise<void> => {
  const stored: readonly (StoredBatch | StoredEvent)[] = await tx.objectStore('events').getAll();
  await replaceBatches(
    tx,
    stored.map((each) => ('recorded' in each ? { schema: each.schema, batch: [each.recorded] } : each)),
  );
};

const toLogError = (cause: unknown): LogError => {
  if (cause instanceof LogError) return cause;
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : '';
  if (name === 'QuotaExceededError') return new LogError('full', cause);
  return new LogError(name === 'VersionError' ? 'newer' : 'gone', cause);
};

/**
 * The log in IndexedDB. One transaction per batch; a snapshot and the removal of the events it covers share one
 * transaction, so a crash leaves either the old or the new state. `schema` is the version of the event format and of
 * the database.
 */
export class IdbLog<E extends DomainEvent> implements EventLog<E> {
  readonly #name: string;
  readonly #schema: number;
  #db: Promise<IDBPDatabase<LogSchema>> | null = null;
  #onOutdated: () => void = () => undefined;

  constructor(name: string, schema: number) {
    this.#name = name;
    this.#schema = schema;
  }

  async load(): Promise<LogContent<E>> {
    return this.#run(async (db) => {
      const tx = db.transaction(STORES);
      const [events, names, states, covered] = await Promise.all([
        tx.objectStore('events').getAll(),
        tx.objectStore('snapshots').getAllKeys(),
        tx.objectStore('snapshots').getAll(),
        tx.objectStore('meta').get('covered'),
        tx.done,
      ]);
      return this.#content(events, names, states, covered);
    });
  }

  async append(batch: readonly Recorded<E>[]): Promise<number> {
    return this.#change(async (tx) => {
      const tail = await tx.objectStore('meta').get('tail');
      const events = (tail?.['events'] ?? 0) + batch.length;
      await tx.objectStore('events').add({ schema: this.#schema, batch });
      await tx.objectStore('meta').put({ events }, 'tail');
      return events;
    });
  }

  async compact(
    summarise: (content: LogContent<E>) => LogContent<E>['snapshots'] | null,
    keeps: (event: E) => boolean,
  ): Promise<void> {
    await this.#change(async (tx) => {
      const [stored, names, states, covered] = await Promise.all([
        tx.objectStore('events').getAll(),
        tx.objectStore('snapshots').getAllKeys(),
        tx.objectStore('snapshots').getAll(),
        tx.objectStore('meta').get('covered'),
      ]);
      const content = this.#content(stored, names, states, covered);
      const snapshots = summarise(content);
      if (snapshots === null) return;
      const retained = stored
        // The log contains only what this class stored.
        .map(({ schema, batch }) => ({ schema, batch: batch.filter(({ event }) => keeps(event as E)) }))
        .filter(({ batch }) => batch.length > 0);
      // Deletes snapshots that are not among the new ones.
      const dropped = names.filter((name) => !Object.hasOwn(snapshots, name));
      await Promise.all([
        ...dropped.map(async (name) => tx.objectStore('snapshots').delete(name)),
        ...Object.entries(snapshots).map(async ([name, state]) => tx.objectStore('snapshots').put(state, name)),
        tx.objectStore('meta').put({ ...mergeCoverage(content.covered, content.tail) }, 'covered'),
        replaceBatches(tx, retained),
      ]);
    });
  }

  onOutdated(listener: () => void): void {
    this.#onOutdated = listener;
  }

  close(): void {
    void this.#db?.then(
      (db) => db.close(),
      () => undefined,
    );
    this.#db = null;
  }

  #content(
    stored: readonly StoredBatch[],
    names: readonly string[],
    states: readonly SavedState[],
    covered: Readonly<Record<string, number>> | undefined,
  ): LogContent<E> {
    const snapshots: Record<string, SavedState> = {};
    names.forEach((name, index) => {
      const state = states[index];
      if (state !== undefined) snapshots[name] = state;
    });
    // The log contains only what this class stored; unknown event types pass through unchanged.
    const tail = stored.flatMap(({ batch }) => batch as readonly Recorded<E>[]);
    return { snapshots, covered: covered ?? {}, tail };
  }

  async #run<A>(work: (db: IDBPDatabase<LogSchema>) => Promise<A>): Promise<A> {
    try {
      return await work(await this.#open());
    } catch (cause) {
      throw toLogError(cause);
    }
  }

  /** Runs the work in one transaction and aborts it on an error, as it would otherwise commit what was put before. */
  #change<A>(work: (tx: WriteTransaction) => Promise<A>): Promise<A> {
    return this.#run(async (db) => {
      const tx = db.transaction(STORES, 'readwrite');
      try {
        const result = await work(tx);
        await tx.done;
        return result;
      } catch (cause) {
        await abortTransaction(tx);
        throw cause;
      }
    });
  }

  #open(): Promise<IDBPDatabase<LogSchema>> {
    if (this.#db !== null) return this.#db;
    const opening = openDB<LogSchema>(this.#name, this.#schema, {
      upgrade: (db, _from, _to, tx) => {
        // Every version so far has the same three stores; events and snapshots carry their own versions.
        if (!db.objectStoreNames.contains('events')) db.createObjectStore('events', { autoIncrement: true });
        if (!db.objectStoreNames.contains('snapshots')) db.createObjectStore('snapshots');
        if (!db.objectStoreNames.contains('meta')) db.createObjectStore('meta');
        migrateToBatches(tx).catch(async () => abortTransaction(tx));
      },
      blocking: () => {
        this.#onOutdated();
        this.close();
      },
      terminated: () => {
        this.#db = null;
      },
    });
    this.#db = opening;
    // The next call tries again: events held in memory are stored as soon as storage is available.
    opening.catch(() => {
      if (this.#db === opening) this.#db = null;
    });
    return opening;
  }
}
