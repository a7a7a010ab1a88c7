import type { FileEntry, Place } from '../model.ts';
import type { Failure } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';

/** Which dialog is open; the kind decides tabs and rules. */
export type PickerKind =
  /** Folder for copy, move, compress, extract, downloads. */
  | 'directory'
  /** Watched folder of the media library: adds devices. */
  | 'movie'
  /** Folder or file for containers. */
  | 'document'
  /** Folder of one's own, to be shared. */
  | 'own'
  /** Folder or file that a link is made to: of one's own, everybody's, or on a device (SHARE-02). */
  | 'link'
  /** Target inside the safe: needs the safe to be open. */
  | 'safe';

export interface PickerOptions {
  readonly kind: PickerKind;
  /** Offers tab 5 (device storage). */
  readonly devices?: boolean;
  /** Offers tab 9 (network storage) where something is mounted there. */
  readonly network?: boolean;
}

export interface PickerState {
  readonly open: boolean;
  readonly tabs: readonly Place[];
  readonly tab: Place;
  /** Titles from the mount downwards; empty at the root of a tab, which for the safe and the private files is the area itself. */
  readonly crumbs: readonly { readonly title: string; readonly path: string }[];
  readonly entries: readonly FileEntry[];
  readonly loading: boolean;
  /** More entries follow. */
  readonly more: boolean;
  /** Why there is no list. */
  readonly failure: Failure | null;
  /** Why the last new folder was not made; the list is what it was. */
  readonly refused: Failure | null;
  readonly selected: FileEntry | null;
  /** False: the confirm button is disabled, `reason` says why (PICKER-29 to PICKER-34). */
  readonly canConfirm: boolean;
  readonly reason: string | null;
  /** Why no folder can be made here; null when one can (PICKER-31). */
  readonly noFolder: string | null;
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
  /** Fetches the entries that follow. */
  loadMore(): void;
  back(): void;
  /** -1 is the root of the tab. */
  jump(level: number): void;
  newFolder(name: string): void;
  /** The chosen path, or null when confirm is disabled. Closes the picker. */
  confirm(): string | null;
  close(): void;
}
