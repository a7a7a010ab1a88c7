import type { Answer } from '../outcome.ts';
import type { TrashedItem } from './trash.ts';

/** The box calls of the recycle bin; lists are ordered by deletion time, newest first. */
export interface TrashPort {
  list(offset: number, count: number): Answer<{ readonly total: number; readonly items: readonly TrashedItem[] }>;
  restore(ids: readonly string[]): Answer<{ readonly failed: readonly string[] }>;
  /**
   * Restores an item with a new name next to the one that occupies its name. Yields its path; null where the box cannot
   * do this in one step.
   */
  beside(id: string): Answer<string | null>;
  /** Which of `names` exist in `folder`. */
  taken(folder: string, names: readonly string[]): Answer<ReadonlySet<string>>;
  rename(source: string, target: string): Answer<unknown>;
  remove(ids: readonly string[]): Answer<{ readonly failed: readonly string[] }>;
  empty(): Answer<unknown>;
}
