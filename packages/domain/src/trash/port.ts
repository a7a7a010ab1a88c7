import type { Answer } from '../outcome.ts';
import type { TrashedItem } from './trash.ts';

/** The calls of the recycle bin; lists come newest deletion first. */
export interface TrashPort {
  list(offset: number, count: number): Answer<{ readonly total: number; readonly items: readonly TrashedItem[] }>;
  restore(ids: readonly string[]): Answer<{ readonly failed: readonly string[] }>;
  /** Puts one back beside what has taken its name. Answers where it is; null where the box cannot do that in one step. */
  beside(id: string): Answer<string | null>;
  /** Which of `names` are in `folder`. */
  taken(folder: string, names: readonly string[]): Answer<ReadonlySet<string>>;
  rename(source: string, target: string): Answer<unknown>;
  remove(ids: readonly string[]): Answer<{ readonly failed: readonly string[] }>;
  empty(): Answer<unknown>;
}
