import type { StateStream } from '../state/state-stream.ts';
import type { Outcome } from '../outcome.ts';
import type { WatchHandle } from '../time/watchers.ts';

/** A file or folder that the user has marked as a favourite. */
export interface Favourite {
  readonly id: number;
  /** Its path, or the last known one. */
  readonly path: string;
  readonly isFolder: boolean;
  /** The file does not exist any more: in the bin, deleted, or no longer shared. */
  readonly isMissing: boolean;
}

/** The user's favourites, stored on the box and shared by all devices. */
export interface Favourites {
  /** In the order they were added; empty while no screen watches and before the box has answered. */
  readonly list$: StateStream<readonly Favourite[]>;
  /** Whether the box supports favourites, as far as known. */
  readonly isSupported$: StateStream<boolean>;
  /** Loads the favourites and reloads them on changes, until the handle is closed. */
  watch(): WatchHandle;
  add(path: string): Outcome<null>;
  remove(path: string): Outcome<null>;
}
