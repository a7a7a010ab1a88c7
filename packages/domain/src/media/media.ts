import type { FilterRule, MediaInfo } from '@boxwood/box-sdk';
import type { MediaAction, MediaLock } from '@boxwood/box-sdk/rules';
import type { Failure, Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';

export type { MediaAction, MediaInfo, MediaLock };

/** A movie or an episode with its lock (STATE-24) and what the lock allows. */
export interface MediaEntry extends Omit<MediaInfo, 'lock'> {
  readonly lock: MediaLock;
  readonly actions: readonly MediaAction[];
}

/** What a wall of posters shows. */
export interface MediaQuery {
  readonly category?: string;
  readonly keyword?: string;
  readonly filter?: FilterRule;
}

export interface MediaState {
  readonly known: boolean;
  readonly entries: readonly MediaEntry[];
  /** How many the query has, shown or not. */
  readonly total: number;
  readonly failure: Failure | null;
}

/** The media library: its entries, their locks, and scraping that respects them. */
export interface MediaLibrary {
  readonly state$: StateStream<MediaState>;
  /** Lists from the start; entries of other people's personal space are never shown (ROLE-09). */
  load(query: MediaQuery): Outcome<null>;
  /** The next hundred of the same query. */
  more(): Outcome<null>;
  lock(id: string): Outcome<null>;
  unlock(id: string): Outcome<null>;
  /** Scrapes what is not locked; `skipped` counts the others (MEDIA-06). */
  scrape(ids: readonly string[]): Outcome<{ readonly skipped: number }>;
  /** Takes a candidate of the metadata source, and locks (MEDIA-07). */
  match(id: string, candidate: string): Outcome<null>;
}
