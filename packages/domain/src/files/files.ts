import type { Observable } from 'rxjs';
import type { FileEntry, Place } from '../model.ts';
import type { Failure, Outcome, LazyResult } from '../outcome.ts';
import type { ViewSettings } from '../settings/settings.ts';
import type { StateStream } from '../state/state-stream.ts';

/** Location of a view: one of the seven places and an absolute box path inside it. */
export interface Location {
  readonly place: Place;
  readonly path: string;
}

/** Sort of a view; `order` is spelled as the wire spells it. */
export type SortOrder = Pick<ViewSettings, 'prop' | 'order'>;

/**
 * A search over whole places (P-14), never the safe or the private files. Times are epoch seconds, sizes bytes; both
 * bounds are inclusive.
 */
export interface PlaceSearch {
  readonly places: readonly Place[];
  readonly modifiedFrom?: number;
  readonly modifiedTo?: number;
  readonly sizeMin?: number;
  readonly sizeMax?: number;
}

/**
 * A search below the current folder (G-16) or in whole places. `text` is plain with `*` and `?`, unless `regex` is on.
 */
export interface FileSearch {
  readonly text: string;
  readonly regex: boolean;
  readonly type?: number;
  /** Absent: below the open folder. A wide search may omit the text. */
  readonly placeSearch?: PlaceSearch;
}

/** Result of {@link Files.find}. */
export interface FileSearchResult {
  readonly entries: readonly FileEntry[];
  readonly total: number;
}

/** Options that narrow a listing; changing one drops the cached pages. */
export interface ListFilter {
  readonly type?: number;
  readonly foldersOnly?: boolean;
  readonly filesOnly?: boolean;
  readonly hidden?: boolean;
}

/**
 * State of one open folder. `entries` is the current page, or all fetched pages when they are joined; the array is
 * frozen and replaced as a whole.
 */
export interface FolderState {
  readonly location: Location;
  readonly entries: readonly FileEntry[];
  readonly total: number;
  readonly pageNow: number;
  readonly pageSum: number;
  /** Entries per page: 500, or 50 in a search (FILES-46). */
  readonly limit: number;
  /** `first`: nothing to show yet; `page`: another page or a refresh is loading while the old one stays visible. */
  readonly loading: 'none' | 'first' | 'page';
  /**
   * The folder is being prefetched and its first page is about to arrive, so the view may keep its old content instead
   * of drawing a skeleton.
   */
  readonly deferSkeleton: boolean;
  /** Set when the last load failed; entries are then empty (FILES-50, FILES-65). */
  readonly failure: Failure | null;
  readonly sort: SortOrder;
  readonly filter: ListFilter;
  readonly search: FileSearch | null;
  /** The search was incomplete (not every box supports `SearchFiles`): there may be more results. */
  readonly partial: boolean;
  /** Folders that {@link FolderView.back} returns to, the nearest one last. */
  readonly backStack: readonly Location[];
  /** Folders that {@link FolderView.forward} reopens, the nearest one last. */
  readonly forwardStack: readonly Location[];
  readonly canBack: boolean;
  readonly canForward: boolean;
  readonly canUp: boolean;
}

/** Selected entries. The selection survives sorting, paging and a change of view mode, but not a change of folder. */
export interface Selection {
  readonly paths: ReadonlySet<string>;
  readonly entries: readonly FileEntry[];
  readonly bytes: number;
  /** The entry a Shift range starts from. */
  readonly anchor: string | null;
}

/**
 * One open file browser: a folder, its pages, its history and its selection. The caller closes it together with its
 * window.
 */
export interface FolderView {
  readonly state$: StateStream<FolderState>;
  readonly selection$: StateStream<Selection>;

  open(location: Location): void;
  /** Prefetches a folder that the user will probably open; null cancels the prefetch. */
  prefetch(location: Location | null): void;
  back(): void;
  forward(): void;
  up(): void;
  /** Drops the cached pages and loads the current one again. */
  refresh(): void;
  sortBy(sort: SortOrder): void;
  filterBy(filter: ListFilter): void;
  /** Searches 500 ms after the last call (FILES-04). Null or blank text ends the search, unless it is wide. */
  search(search: FileSearch | null): void;

  /** Pager buttons (FILES-07). Beyond the first or last page they only notify (FILES-48). */
  first(): void;
  previous(): void;
  next(): void;
  last(): void;
  /** A page by number; pages before it are fetched by cursor as needed (G-13). */
  goTo(page: number): void;
  /** Shows pages as one growing list (phone) or one at a time. Requests nothing when the mode does not change. */
  join(joined: boolean): void;
  /**
   * Joined pages: loads the next one, or `all` remaining ones. On failure the shown pages stay and the request is
   * retried after a few seconds.
   */
  loadMore(all?: boolean): void;
  /** Fetches every entry of the folder page by page, for one long scrolling list. */
  loadAll(): LazyResult<readonly FileEntry[]>;

  select(paths: Iterable<string>, how?: 'only' | 'add' | 'toggle'): void;
  /** Selects from the anchor to `path`, in displayed order. */
  selectRange(path: string, keep?: boolean): void;
  selectAll(): void;
  invertSelection(): void;
  clearSelection(): void;
  close(): void;
}

/** Cut or copied entries, shared by all windows in all tabs of the sign-in. */
export interface FileClipboard {
  readonly mode: 'copy' | 'cut';
  readonly entries: readonly FileEntry[];
}

/** What to do with an occupied name (UPLOAD-23 to UPLOAD-25): 1 replace, 2 keep both, 3 skip. */
export type ConflictChoice = 1 | 2 | 3;

/** Counts of an action on many items (FILES-64, RENAME-14 to RENAME-16). */
export interface ActionCounts {
  readonly ok: number;
  readonly failed: number;
}

/** One pair of a batch rename. */
export interface RenamePair {
  readonly entry: FileEntry;
  readonly name: string;
}

/**
 * Every action a user can perform on files. Actions notify of their own result; the outcome is for the dialog that
 * started them.
 */
export interface Files {
  /**
   * Opens a view, paged or as one list (`FolderView.join`). `backStack` and `forwardStack` are its initial history, the
   * nearest folder last.
   */
  view(
    location: Location,
    joined?: boolean,
    backStack?: readonly Location[],
    forwardStack?: readonly Location[],
  ): FolderView;
  /** The folders of all open views. */
  readonly openFolders$: StateStream<readonly string[]>;
  readonly clipboard$: StateStream<FileClipboard | null>;
  /** Refreshes open views of folders whose content was changed by this tab or another one. */
  notifyChanged(folders: readonly string[]): void;

  /**
   * Finds entries named like `text` (plain, with `*` and `?`) in whole places, sorted by name: at most `limit` of them,
   * with the total. The request starts on subscription and is aborted on unsubscription.
   */
  find(text: string, places: readonly Place[], limit: number): Outcome<FileSearchResult>;
  /** Fetches every file of one type in whole places, page by page; files added during the fetch may be missing. */
  listAllOfType(type: number, places: readonly Place[]): LazyResult<readonly FileEntry[]>;
  /** The first pictures in a folder by name, at most `limit`: the preview of its tile. */
  listPictures(folder: Location, limit: number): LazyResult<readonly FileEntry[]>;
  newFolder(parent: Location, name: string): Outcome<string>;
  /** FILES-52, RENAME-01: checks existence, then runs the shell MOVE; offers undo. An unchanged name does nothing. */
  rename(entry: FileEntry, name: string, place: Place): Outcome<string>;
  /** G-51: checks all new names first, then sends one call. */
  batchRename(folder: string, pairs: readonly RenamePair[], place: Place): Outcome<ActionCounts>;
  /** Creates box tasks (FILES-52); pass `conflict` when {@link findConflicts} found any. */
  copy(entries: readonly FileEntry[], target: string, conflict?: ConflictChoice): Outcome<ActionCounts>;
  move(entries: readonly FileEntry[], target: string, conflict?: ConflictChoice): Outcome<ActionCounts>;
  /** Creates one box task per web address, into a folder. */
  downloadFromUrl(addresses: readonly string[], target: string): Outcome<ActionCounts>;
  encrypt(entries: readonly FileEntry[], target: string): Outcome<ActionCounts>;
  decrypt(entries: readonly FileEntry[], target: string): Outcome<ActionCounts>;
  /**
   * Checks that a folder exists and notifies the user when it does not. A failed check counts as yes; the next call
   * will report the failure.
   */
  checkExists(folder: string): Outcome<boolean>;
  /** Names of `entries` that are occupied in `target`. */
  findConflicts(entries: readonly { readonly name: string }[], target: string): Outcome<readonly string[]>;
  /**
   * Deletes: into the trash where the place has one, permanently elsewhere (G-54; the caller confirms first). Offers
   * undo for trash.
   */
  remove(entries: readonly FileEntry[], place: Place): Outcome<ActionCounts>;
  /** Permanent removal (TRASH-03). */
  removePermanently(paths: readonly string[]): Outcome<ActionCounts>;
  /** Whether {@link remove} can be undone in this place. */
  hasTrash(place: Place): boolean;

  copyToClipboard(entries: readonly FileEntry[]): void;
  cutToClipboard(entries: readonly FileEntry[]): void;
  /**
   * Copies or moves into `target` what the clipboard holds, or `what` it held when the user was asked about conflicts.
   * Cut entries that could not be moved, now or when their task fails later, return to the clipboard.
   */
  paste(target: string, conflict?: ConflictChoice, what?: FileClipboard): Outcome<ActionCounts>;
  /** Emits when the user starts an action that `undo` then refers to. */
  readonly actionStarted$: Observable<unknown>;
  /**
   * Undoes the last action of this browser as a whole (Ctrl+Z). An action that cannot be undone for now stays the
   * newest.
   */
  undo(): Outcome<null>;
  /** Repeats what was last undone in this tab (Ctrl+Shift+Z, Ctrl+Y). */
  redo(): Outcome<null>;
}
