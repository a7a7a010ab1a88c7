import type { SavedState } from './projection.ts';
import type { DomainEvent, Recorded } from './recorded.ts';

/** Content of a log: saved projections up to a point, and the events after it. */
export interface LogContent<E extends DomainEvent> {
  readonly snapshots: Readonly<Record<string, SavedState>>;
  /** Highest sequence number per origin that the snapshots contain. */
  readonly covered: Readonly<Record<string, number>>;
  readonly tail: readonly Recorded<E>[];
}

/** Why a log cannot be used. `full`: no space; `newer`: changed by a newer Boxwood; `gone`: any other reason. */
export type LogProblem = 'full' | 'newer' | 'gone';

/** The only error that a log's promises reject with. */
export class LogError extends Error {
  override readonly name = 'LogError';
  readonly problem: LogProblem;

  constructor(problem: LogProblem, cause: unknown) {
    super(`event log: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** The durable history of one user on one box in this browser. Several tabs write to one log. */
export interface EventLog<E extends DomainEvent> {
  /** Snapshots and tail at one point in time. */
  load(): Promise<LogContent<E>>;
  /** Appends a batch, all or nothing; returns the number of events in the tail. */
  append(batch: readonly Recorded<E>[]): Promise<number>;
  /**
   * Replaces the snapshots by the result of `summarise` and drops the events it covers, atomically. On null or an error
   * nothing changes. Without any snapshot nothing is remembered. Events whose type `keeps` accepts stay in the tail,
   * because an older tab must not lose events that only a newer one understands.
   */
  compact(
    summarise: (content: LogContent<E>) => LogContent<E>['snapshots'] | null,
    keeps: (event: E) => boolean,
  ): Promise<void>;
  /** Calls the listener when a newer page needs the log in a newer form: stop writing and ask for a reload. */
  onOutdated(listener: () => void): void;
  close(): void;
}

/** Highest sequence number per origin, over old coverage and new events. */
export const mergeCoverage = (
  covered: Readonly<Record<string, number>>,
  events: readonly Recorded[],
): Readonly<Record<string, number>> => {
  const result: Record<string, number> = { ...covered };
  for (const { origin, seq } of events) {
    const highest = Math.max(result[origin] ?? 0, seq);
    // Moves the origin to the end, as it is still active.
    Reflect.deleteProperty(result, origin);
    result[origin] = highest;
  }
  // Origins are pages. Only the latest 64 matter for messages still in transit.
  const origins = Object.keys(result);
  for (const origin of origins.slice(0, Math.max(0, origins.length - 64))) Reflect.deleteProperty(result, origin);
  return result;
};

/** Removes duplicate events: a write whose answer was lost is repeated and may be stored twice. */
export const withoutDuplicates = <E extends DomainEvent>(tail: readonly Recorded<E>[]): readonly Recorded<E>[] =>
  [
    ...new Map(tail.toReversed().map((recorded) => [`${recorded.seq} ${recorded.origin}`, recorded])).values(),
  ].toReversed();
