import type { Cursor, FileEntry, NewTask } from '@boxwood/box-sdk';
import type { Answer } from '../outcome.ts';
import type { ListFilter, Location, SortOrder, WideSearch } from './files.ts';

/** One page of a listing or search. `pattern` is a regular expression for the box (RE2), null for a plain listing. */
export interface PageRequest {
  readonly location: Location;
  readonly sort: SortOrder;
  readonly filter: ListFilter;
  readonly pattern: string | null;
  /** File type a search is narrowed to. */
  readonly type: number | null;
  /** Whole places instead of the folder; the answer then comes by name, whatever the sort. */
  readonly wide: WideSearch | null;
  readonly limit: number;
  /** Last item received; null for the first page. */
  readonly after: Cursor | null;
}

export interface PageAnswer {
  readonly total: number;
  readonly entries: readonly FileEntry[];
  /** Where the next page goes on; null when the page was empty. */
  readonly last: Cursor | null;
  /** Set when a search could not see everything: there may be more. */
  readonly partial?: boolean;
}

/** The calls of the file browser. */
export interface FilesPort {
  page(request: PageRequest): Answer<PageAnswer>;
  /** G-03: whether something is at `path`. */
  exists(path: string): Answer<boolean>;
  /** Which of `names` are in `folder`. */
  taken(folder: string, names: readonly string[]): Answer<ReadonlySet<string>>;
  makeFolder(path: string): Answer<{ readonly existed: boolean }>;
  /** Shell MOVE: rename within a volume. */
  rename(source: string, target: string): Answer<unknown>;
  renameMany(
    renames: readonly { readonly source: string; readonly target: string }[],
  ): Answer<{ readonly ok: number; readonly failed: number }>;
  /** At most 500 paths; answers how many stayed. */
  trash(paths: readonly string[]): Answer<{ readonly failed: number }>;
  remove(paths: readonly string[]): Answer<{ readonly failed: number }>;
  /** Answers the id that the task has on the box. */
  addTask(task: NewTask): Answer<{ readonly id: string }>;
  /** Id of the newest change that an undo would take back; 0 when there is none. */
  newestChange(): Answer<number>;
  /** Takes one change back, or the newest one. Answers the folders it touched. */
  undo(id: number | null): Answer<readonly string[]>;
}
