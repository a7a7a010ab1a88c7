import { type EventLog, type LogContent, withoutDuplicates } from './event-log.ts';
import { type Projection, restoreState, type SavedState, saveState } from './projection.ts';
import type { DomainEvent } from './recorded.ts';

/** A log to compact, and what reads its events. */
export interface LogCompaction<E extends DomainEvent> {
  readonly log: EventLog<E>;
  /** The projections at the time of the compaction. */
  readonly projections: () => readonly Projection<unknown, E>[];
  /** Whether this version does not know the type of an event; such events stay in the log. */
  readonly isUnknown: (event: E) => boolean;
}

/** Folds the log itself, not memory, because another tab may have written events that have not arrived here yet. */
const foldLog = async <E extends DomainEvent>(
  { log, projections, isUnknown }: LogCompaction<E>,
  others: (content: LogContent<E>) => Readonly<Record<string, SavedState>>,
  save: (projection: Projection<unknown, E>, state: unknown) => SavedState | null,
): Promise<void> => {
  await log.compact((content) => {
    const snapshots: Record<string, SavedState> = { ...others(content) };
    const tail = withoutDuplicates(content.tail);
    for (const projection of projections()) {
      if (projection.scope !== 'durable') continue;
      const saved = content.snapshots[projection.name];
      // A snapshot of a newer page, which this page cannot read, must not be replaced by an empty one.
      if (saved !== undefined && saved.version > projection.version) return null;
      const savedState = save(projection, projection.reduce(restoreState(projection, saved), tail));
      if (savedState !== null) snapshots[projection.name] = savedState;
    }
    return snapshots;
  }, isUnknown);
};

/** Saves the durable states as snapshots and drops the tail of the log. Rejects with a `LogError`. */
export const compactLog = <E extends DomainEvent>(compaction: LogCompaction<E>): Promise<void> =>
  foldLog(
    compaction,
    (content) => content.snapshots,
    (projection, state) => saveState(projection, state),
  );

/** Stores only what outlives a sign-out, of every page that wrote to the log. Rejects with a `LogError`. */
export const compactLogForSignOut = <E extends DomainEvent>(compaction: LogCompaction<E>): Promise<void> =>
  foldLog(
    compaction,
    () => ({}),
    (projection, state) => {
      const outliving = projection.outlives?.(state);
      return outliving === undefined || projection.weight?.(outliving) === 0 ? null : saveState(projection, outliving);
    },
  );
