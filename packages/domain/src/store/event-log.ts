import type { SavedState } from './projection.ts';
import type { DomainEvent, Recorded } from './recorded.ts';

/** What a log remembers: saved projections up to some point, and the events after it. */
export interface LogContent<E extends DomainEvent> {
  readonly snapshots: Readonly<Record<string, SavedState>>;
  /** Highest count per origin that is contained in the snapshots. */
  readonly covered: Readonly<Record<string, number>>;
  readonly tail: readonly Recorded<E>[];
}

/** Why a log cannot be used. `full`: no space; `newer`: a newer Boxwood has changed it; `gone`: everything else. */
export type LogProblem = 'full' | 'newer' | 'gone';

/** The one error a log's promises reject with. */
export class LogError extends Error {
  override readonly name = 'LogError';
  readonly problem: LogProblem;

  constructor(problem: LogProblem, cause: unknown) {
    super(`event log: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** The durable history of one person on one box in this browser. Several tabs write to one log. */
export interface EventLog<E extends DomainEvent> {
  /** Snapshots and tail as of one moment. */
  load(): Promise<LogContent<E>>;
  /** Stores a batch at the end, all or nothing; answers how many events the tail now has. */
  append(batch: readonly Recorded<E>[]): Promise<number>;
  /**
   * Replaces the snapshots by what `summarise` makes of the whole content, and drops the events it covers, in one step;
   * null, or an error anywhere, leaves everything as it was. No snapshot at all means that nothing is remembered any more.
   * Events whose type `keeps` accepts stay in the tail: an older tab must not lose what only a newer one understands.
   */
  compact(
    summarise: (content: LogContent<E>) => LogContent<E>['snapshots'] | null,
    keeps: (event: E) => boolean,
  ): Promise<void>;
  /** Emits when another page needs the log in a newer form: stop writing and ask for a reload. */
  onOutdated(listener: () => void): void;
  close(): void;
}

/** Highest count per origin over old coverage and new events. */
export const coverage = (
  covered: Readonly<Record<string, number>>,
  events: readonly Recorded[],
): Readonly<Record<string, number>> => {
  const result: Record<string, number> = { ...covered };
  for (const { origin, seq } of events) {
    const highest = Math.max(result[origin] ?? 0, seq);
    // To the end: a page that writes still is not an old one.
    Reflect.deleteProperty(result, origin);
    result[origin] = highest;
  }
  // Origins are pages; only the latest matter for messages still under way.
  const origins = Object.keys(result);
  for (const origin of origins.slice(0, Math.max(0, origins.length - 64))) Reflect.deleteProperty(result, origin);
  return result;
};

/** Every event once: a write whose answer was lost is repeated, and may then stand in a log twice. */
export const distinct = <E extends DomainEvent>(tail: readonly Recorded<E>[]): readonly Recorded<E>[] =>
  [
    ...new Map(tail.toReversed().map((recorded) => [`${recorded.seq} ${recorded.origin}`, recorded])).values(),
  ].toReversed();
