import type { Observable } from 'rxjs';
import type { FileEntry, Place } from '../model.ts';
import type { Failure, Outcome, Question } from '../outcome.ts';
import type { ViewSettings } from '../settings/settings.ts';
import type { StateStream } from '../state/state-stream.ts';

/** Where a view is: one of the seven places and an absolute box path inside it. */
export interface Location {
  readonly place: Place;
  readonly path: string;
}

/** Sort of a view; `order` is spelled as the wire spells it. */
export type SortOrder = Pick<ViewSettings, 'prop' | 'order'>;

/** A search over whole places (P-14), never the safe or the private files. Times are epoch seconds, sizes bytes; both ends belong. */
export interface WideSearch {
  readonly places: readonly Place[];
  readonly modifiedFrom?: number;
  readonly modifiedTo?: number;
  readonly sizeMin?: number;
  readonly sizeMax?: number;
}

/** A search below the current folder (G-16), or wider. `text` is plain with `*` and `?`, unless `regex` is on. */
export interface FileSearch {
  readonly text: string;
  readonly regex: boolean;
  readonly type?: number;
  /** Absent: below the open folder. A wide search may leave the text out. */
  readonly wide?: WideSearch;
}

/** What {@link Files.find} found. */
export interface Found {
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

/** What a file browser shows of one folder. `entries` is the current page, or all that were fetched where they are joined; frozen and replaced whole. */
export interface FolderState {
  readonly location: Location;
  readonly entries: readonly FileEntry[];
  readonly total: number;
  readonly pageNow: number;
  readonly pageSum: number;
  /** Entries a page: 500, or 50 in a search (FILES-46). */
  readonly limit: number;
  /** `first`: nothing to show yet; `page`: another page or a refresh is on its way while the old one stays. */
  readonly loading: 'none' | 'first' | 'page';
  /** It was asked for before it was opened, and its first page is a moment away: whoever draws it may wait instead of drawing that nothing is there. */
  readonly soon: boolean;
  /** Set while the last load failed; entries are then empty (FILES-50, FILES-65). */
  readonly failure: Failure | null;
  readonly sort: SortOrder;
  readonly filter: ListFilter;
  readonly search: FileSearch | null;
  /** The search could not see everything (`SearchFiles` is not known to every box): there may be more. */
  readonly partial: boolean;
  /** The folders that {@link FolderView.back} goes back to, the nearest one last. */
  readonly behind: readonly Location[];
  /** The folders that {@link FolderView.forward} opens again, the nearest one last. */
  readonly ahead: readonly Location[];
  readonly canBack: boolean;
  readonly canForward: boolean;
  readonly canUp: boolean;
}

/** Chosen entries. It survives sorting, paging and a change of view, not a change of folder. */
export interface Selection {
  readonly paths: ReadonlySet<string>;
  readonly entries: readonly FileEntry[];
  readonly bytes: number;
  /** The entry a Shift range starts from. */
  readonly anchor: string | null;
}

/** One open file browser: a folder, its pages, its history and its selection. Close it with its window. */
export interface FolderView {
  readonly state$: StateStream<FolderState>;
  readonly selection$: StateStream<Selection>;

  open(location: Location): void;
  /** A folder that will probably be opened in a moment: what is in it is asked for already. Null: it will not. */
  ahead(location: Location | null): void;
  back(): void;
  forward(): void;
  up(): void;
  /** Drops the cached pages and loads the current one again. */
  refresh(): void;
  sortBy(sort: SortOrder): void;
  filterBy(filter: ListFilter): void;
  /** Searches 500 ms after the last call (FILES-04); null or blank text ends the search, unless it is wide. */
  search(search: FileSearch | null): void;

  /** Pager buttons (FILES-07). On the first or last page they only notify (FILES-48). */
  first(): void;
  previous(): void;
  next(): void;
  last(): void;
  /** A page by number; pages before it are fetched by cursor as needed (G-13). */
  goTo(page: number): void;
  /** Pages follow one another as one list that grows, for a hand; or stand one at a time. Nothing is asked anew where nothing changes. */
  join(joined: boolean): void;
  /** Joined pages: the next one, or `all` that are left. What is shown stays when none can come; it is asked for again after some seconds. */
  more(all?: boolean): void;
  /** Every entry of the folder, fetched page by page: for one long scrolling list. */
  loadAll(): Question<readonly FileEntry[]>;

  select(paths: Iterable<string>, how?: 'only' | 'add' | 'toggle'): void;
  /** From the anchor to `path`, in shown order. */
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

/** What to do with a name that is taken (UPLOAD-23 to UPLOAD-25): 1 replace, 2 keep both, 3 leave out. */
export type ConflictChoice = 1 | 2 | 3;

/** Counts of an action on many items (FILES-64, RENAME-14 to RENAME-16). */
export interface Tally {
  readonly ok: number;
  readonly failed: number;
}

/** One pair of a batch rename. */
export interface RenamePair {
  readonly entry: FileEntry;
  readonly name: string;
}

/** Everything a person can do with files. Actions notify of their own result; the outcome is for the dialog that asked. */
export interface Files {
  /** Opens a view, of pages or of one list (`FolderView.join`). `behind` and `ahead`: where its Back and Forward lead to, the nearest folder last. */
  view(location: Location, joined?: boolean, behind?: readonly Location[], ahead?: readonly Location[]): FolderView;
  /** The folders of all open views. */
  readonly shown$: StateStream<readonly string[]>;
  readonly clipboard$: StateStream<FileClipboard | null>;
  /** Folders whose content changed by our doing or that of another tab; open views of them refresh by themselves. */
  changed(folders: readonly string[]): void;

  /**
   * What is called like `text` (plain, with `*` and `?`) in whole places, by name: at most `most` of it, and how much there is. Asks when it is
   * subscribed to; who stops listening ends the call.
   */
  find(text: string, places: readonly Place[], most: number): Outcome<Found>;
  /** Every file of one type in whole places, fetched page by page; one that comes meanwhile may be missing. */
  everyOf(type: number, places: readonly Place[]): Question<readonly FileEntry[]>;
  /** The first pictures in a folder, by name, at most `most`: what a tile of it shows. */
  pictures(folder: Location, most: number): Question<readonly FileEntry[]>;
  newFolder(parent: Location, name: string): Outcome<string>;
  /** FILES-52, RENAME-01: existence check, then shell MOVE; offers undo. An unchanged name does nothing. */
  rename(entry: FileEntry, name: string, place: Place): Outcome<string>;
  /** G-51: checks all new names first, sends one call. */
  batchRename(folder: string, pairs: readonly RenamePair[], place: Place): Outcome<Tally>;
  /** Box tasks (FILES-52); `conflict` is asked for when {@link conflicts} found any. */
  copy(entries: readonly FileEntry[], target: string, conflict?: ConflictChoice): Outcome<Tally>;
  move(entries: readonly FileEntry[], target: string, conflict?: ConflictChoice): Outcome<Tally>;
  /** One box task per web address, into a folder. */
  download(addresses: readonly string[], target: string): Outcome<Tally>;
  encrypt(entries: readonly FileEntry[], target: string): Outcome<Tally>;
  decrypt(entries: readonly FileEntry[], target: string): Outcome<Tally>;
  /** Whether a folder is still there; says so when it is not. A box that cannot tell counts as yes: the next call will. */
  stillThere(folder: string): Outcome<boolean>;
  /** Names of `entries` that are taken in `target`. */
  conflicts(entries: readonly { readonly name: string }[], target: string): Outcome<readonly string[]>;
  /** Delete: into the trash where the place has one, for ever elsewhere (G-54; ask before). Offers undo for trash. */
  remove(entries: readonly FileEntry[], place: Place): Outcome<Tally>;
  /** Permanent removal (TRASH-03). */
  removeForEver(paths: readonly string[]): Outcome<Tally>;
  /** Whether {@link remove} can be taken back in this place. */
  hasTrash(place: Place): boolean;

  copyToClipboard(entries: readonly FileEntry[]): void;
  cutToClipboard(entries: readonly FileEntry[]): void;
  /**
   * Copies or moves into `target` what the clipboard holds, or `what` it held when the person was asked something. What was cut
   * and could not be moved, now or when its task fails later, is on the clipboard again.
   */
  paste(target: string, conflict?: ConflictChoice, what?: FileClipboard): Outcome<Tally>;
  /** Emits when somebody begins what `undo` means from then on. */
  readonly begun$: Observable<unknown>;
  /** Takes back what this browser did last, one whole gesture (Ctrl+Z); what is refused for now stays the last. */
  undo(): Outcome<null>;
  /** Does again what was taken back last in this tab (Ctrl+Shift+Z, Ctrl+Y). */
  redo(): Outcome<null>;
}
