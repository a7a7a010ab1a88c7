import type { FileEntry, Place } from '../model.ts';
import type { Failure } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';

/** Which dialog is open; the kind decides tabs and rules. */
export type PickerKind =
  /** A folder for copy, move, compress, extract, downloads. */
  | 'directory'
  /** A watched folder of the media library: adds devices. */
  | 'movie'
  /** A folder or file for containers. */
  | 'document'
  /** A folder of the user's own, to be shared. */
  | 'own'
  /** A folder or file for a share link: personal, public, or on a device (SHARE-02). */
  | 'link'
  /** Target inside the safe: needs the safe to be open. */
  | 'safe';

export interface PickerOptions {
  readonly kind: PickerKind;
  /** Offers tab 5 (device storage). */
  readonly devices?: boolean;
  /** Offers tab 9 (network storage) where a share is mounted. */
  readonly network?: boolean;
}

export interface PickerState {
  readonly open: boolean;
  readonly tabs: readonly Place[];
  readonly tab: Place;
  /**
   * Path from the mount downwards; empty at the root of a tab, which for the safe and private files is the area itself.
   */
  readonly crumbs: readonly { readonly title: string; readonly path: string }[];
  readonly entries: readonly FileEntry[];
  readonly loading: boolean;
  /** There are more entries to load. */
  readonly hasMore: boolean;
  /** Why the list could not be loaded. */
  readonly failure: Failure | null;
  /** Why the last new folder was not created; the list stays. */
  readonly folderFailure: Failure | null;
  readonly selected: FileEntry | null;
  /** False: the confirm button is disabled, and `reason` explains why (PICKER-29 to PICKER-34). */
  readonly canConfirm: boolean;
  readonly reason: string | null;
  /** Why no folder can be created here; null when one can (PICKER-31). */
  readonly noFolderReason: string | null;
}

/** A folder picker (PICKER-01 to PICKER-34). */
export interface Picker {
  readonly state$: StateStream<PickerState>;
  /** Resets to personal space, no path, no selection (PICKER-13). */
  open(): void;
  /** Ignored while a list is loading (PICKER-10). */
  switchTab(tab: Place): void;
  select(entry: FileEntry | null): void;
  /** Double-click: enters folders; a file of the document picker is confirmed and its path returned. */
  activate(entry: FileEntry): string | null;
  /** Loads the next entries. */
  loadMore(): void;
  back(): void;
  /** -1 is the root of the tab. */
  jump(level: number): void;
  newFolder(name: string): void;
  /** The chosen path, or null when confirm is disabled. Closes the picker. */
  confirm(): string | null;
  close(): void;
}
