import type { Cursor } from '@boxwood/box-sdk';
import type { FileEntry, Place } from '../model.ts';
import type { Answer } from '../outcome.ts';

/** Some of the entries of a folder. */
export interface PickerPage {
  readonly entries: readonly FileEntry[];
  /** Where the next page goes on; null when nothing follows. */
  readonly next: Cursor | null;
}

/** The calls of a folder picker. */
export interface PickerPort {
  /** What the root of a tab shows: volumes (type 777) with the path of the place on them, or the sharers of tab 4. */
  roots(tab: Place): Answer<readonly FileEntry[]>;
  /** Folders of a folder, with its files when asked, from `after` on. */
  folders(tab: Place, path: string, withFiles: boolean, after: Cursor | null): Answer<PickerPage>;
  makeFolder(path: string): Answer<{ readonly existed: boolean }>;
}
