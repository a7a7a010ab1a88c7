import type { Cursor, FileEntry, NewTask } from '@boxwood/box-sdk';
import type { PortResult } from '../outcome.ts';
import type { ListFilter, Location, SortOrder, PlaceSearch } from './files.ts';

/** One page of a listing or search. `pattern` is a regular expression for the box (RE2), null for a plain listing. */
export interface PageRequest {
  readonly location: Location;
  readonly sort: SortOrder;
  readonly filter: ListFilter;
  readonly pattern: string | null;
  /** File type that a search is limited to. */
  readonly type: number | null;
  /** Searches whole places instead of the folder; results are then sorted by name, whatever the sort. */
  readonly placeSearch: PlaceSearch | null;
  readonly limit: number;
  /** Last item received; null for the first page. */
  readonly after: Cursor | null;
}

export interface PageAnswer {
  readonly total: number;
  readonly entries: readonly FileEntry[];
  /** Cursor of the next page; null when the page was empty. */
  readonly last: Cursor | null;
  /** Set when a search was incomplete: there may be more results. */
  readonly partial?: boolean;
}

/** Result of a change to files. */
export interface ChangeResult {
  /** Id of the entry in the box's journal; absent when nothing changed or the box does not report it. */
  readonly change?: number;
}

/** The calls of the file browser. */
export interface FilesPort {
  page(request: PageRequest): PortResult<PageAnswer>;
  /** G-03: whether something exists at `path`. */
  exists(path: string): PortResult<boolean>;
  /** Which of `names` exist in `folder`. */
  findExisting(folder: string, names: readonly string[]): PortResult<ReadonlySet<string>>;
  makeFolder(path: string): PortResult<ChangeResult & { readonly existed: boolean }>;
  /** Shell MOVE: rename within a volume. */
  rename(source: string, target: string): PortResult<ChangeResult>;
  renameMany(
    renames: readonly { readonly source: string; readonly target: string }[],
  ): PortResult<ChangeResult & { readonly ok: number; readonly failed: number }>;
  /** At most 500 paths; returns how many failed. */
  trash(paths: readonly string[]): PortResult<ChangeResult & { readonly failed: number }>;
  remove(paths: readonly string[]): PortResult<{ readonly failed: number }>;
  /** Returns the id of the task on the box. */
  addTask(task: NewTask): PortResult<{ readonly id: string }>;
  /**
   * The user's changes in the box's journal, newest first, at most `count` (1 to 500). `after` is the id of the last
   * received entry, 0 for the newest.
   */
  changes(after: number, count: number): PortResult<readonly JournalChange[]>;
  /** Undoes one change. Returns the folders it affected. */
  undo(id: number): PortResult<readonly string[]>;
  redo(id: number): PortResult<readonly string[]>;
}

/**
 * The fields of a journal entry that are needed to find it. `path` is the first item's previous path, `origin` is
 * `call` or `task:{id}`.
 */
export interface JournalChange {
  readonly id: number;
  readonly path: string;
  readonly origin: string;
  readonly state: string;
}
