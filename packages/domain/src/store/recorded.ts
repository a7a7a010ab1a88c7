/** Something that happened, named in the past tense. `data` is JSON: it is stored, sent to other tabs and exported. */
export interface DomainEvent {
  readonly type: string;
  readonly data: object;
}

/** One page in one tab; a reload is a new one. */
export type TabId = string & { readonly tab: unique symbol };

/** What caused an event: a user's intent, an answer of the box or account service, a timer, or a reload. */
export type Cause = 'person' | 'box' | 'timer' | 'restore';

/** An event with its place in history. */
export interface Recorded<E extends DomainEvent = DomainEvent> {
  /** Counts the appended events of one origin from 1. */
  readonly seq: number;
  readonly origin: TabId;
  /** Milliseconds; grows with every append and is later than every event this tab had seen (see {@link isLater}). */
  readonly at: number;
  readonly cause: Cause;
  readonly event: E;
}

/** Position of an event in the order that all tabs agree on, without its content. */
export interface Stamp {
  readonly at: number;
  readonly origin: string;
  readonly seq: number;
}

/**
 * The total order of events: time, then origin, then count. `at` is a hybrid clock (the wall clock, but never behind
 * an event this tab already knows), so an answer is always later than what it answers, even when a clock jumps back.
 */
export const isLater = (a: Stamp, b: Stamp): boolean => {
  if (a.at !== b.at) return a.at > b.at;
  if (a.origin !== b.origin) return a.origin > b.origin;
  return a.seq > b.seq;
};

/** The stamp of a recorded event. */
export const stampOf = (recorded: Stamp): Stamp => ({ at: recorded.at, origin: recorded.origin, seq: recorded.seq });
