import type { Cursor } from '@boxwood/box-sdk';
import type { FileEntry, Place } from '../model.ts';
import type { PortResult } from '../outcome.ts';

/** One page of the entries of a folder. */
export interface PickerPage {
  readonly entries: readonly FileEntry[];
  /** Cursor of the next page; null on the last page. */
  readonly next: Cursor | null;
}

/** The calls of a folder picker. */
export interface PickerPort {
  /**
   * Entries at the root of a tab: volumes (type 777) with the path of the place on them, or the sharing users of tab 4.
   */
  roots(tab: Place): PortResult<readonly FileEntry[]>;
  /** Subfolders of a folder, optionally with its files, from `after` on. */
  folders(tab: Place, path: string, withFiles: boolean, after: Cursor | null): PortResult<PickerPage>;
  makeFolder(path: string): PortResult<{ readonly existed: boolean }>;
}
