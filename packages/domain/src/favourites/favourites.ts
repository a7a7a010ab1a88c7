import type { StateStream } from '../state/state-stream.ts';
import type { Outcome } from '../outcome.ts';
import type { Watch } from '../time/watchers.ts';

/** A file or folder that this person keeps at hand. */
export interface KeptFavourite {
  readonly id: number;
  /** Where it is, or was seen last. */
  readonly path: string;
  readonly isFolder: boolean;
  /** It is not there now: in the bin, removed, no longer shared. */
  readonly isGone: boolean;
}

/** What this person keeps at hand, on whatever device they are: the box remembers it. */
export interface Favourites {
  /** In the order in which they were put; none while nobody watches and before the box has answered. */
  readonly list$: StateStream<readonly KeptFavourite[]>;
  /** Whether the box keeps favourites, as far as is known. */
  readonly keeps$: StateStream<boolean>;
  /** Reads them, and again when they change, until the handle is closed. */
  watch(): Watch;
  put(path: string): Outcome<null>;
  remove(path: string): Outcome<null>;
}
