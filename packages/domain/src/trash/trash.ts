import type { Failure, Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { ActionCounts } from '../files/files.ts';

/** An item in the recycle bin (TrashItem of the wire). Times are in epoch seconds. */
export interface TrashedItem {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly size: number;
  readonly mtime: number;
  readonly deleted: number;
  /** The original folder. */
  readonly from: string;
}

export interface TrashState {
  readonly items: readonly TrashedItem[];
  readonly total: number;
  readonly loading: boolean;
  readonly failure: Failure | null;
}

/** The recycle bin, newest deletion first. */
export interface Trash {
  readonly state$: StateStream<TrashState>;
  load(): Outcome<readonly TrashedItem[]>;
  /** Loads the next page, if any. */
  loadMore(): Outcome<readonly TrashedItem[]>;
  /** Restores items. `keepBoth` adds a copy suffix where the old name is occupied (G-54). */
  restore(ids: readonly string[], keepBoth?: boolean): Outcome<ActionCounts>;
  /** Deletes permanently. */
  remove(ids: readonly string[]): Outcome<ActionCounts>;
  empty(): Outcome<null>;
}
