import type { Failure, Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { Tally } from '../files/files.ts';

/** Something in the recycle bin (TrashItem of the wire). Times are epoch seconds. */
export interface TrashedItem {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly size: number;
  readonly mtime: number;
  readonly deleted: number;
  /** Folder it came from. */
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
  /** Loads the next page when there is one. */
  more(): Outcome<readonly TrashedItem[]>;
  /** Puts items back. `keepBoth` gives a copy suffix where the old name is taken (G-54). */
  restore(ids: readonly string[], keepBoth?: boolean): Outcome<Tally>;
  /** For ever. */
  remove(ids: readonly string[]): Outcome<Tally>;
  empty(): Outcome<null>;
}
