import type { PortResult } from '../outcome.ts';
import type { TrashedItem } from './trash.ts';

/** The box calls of the recycle bin; lists are ordered by deletion time, newest first. */
export interface TrashPort {
  list(offset: number, count: number): PortResult<{ readonly total: number; readonly items: readonly TrashedItem[] }>;
  restore(ids: readonly string[]): PortResult<{ readonly failed: readonly string[] }>;
  /**
   * Restores an item with a new name next to the one that occupies its name. Yields its path; null where the box cannot
   * do this in one step.
   */
  restoreWithNewName(id: string): PortResult<string | null>;
  /** Which of `names` exist in `folder`. */
  occupiedNames(folder: string, names: readonly string[]): PortResult<ReadonlySet<string>>;
  rename(source: string, target: string): PortResult<unknown>;
  remove(ids: readonly string[]): PortResult<{ readonly failed: readonly string[] }>;
  empty(): PortResult<unknown>;
}
