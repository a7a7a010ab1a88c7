import type { FileEntry, Place } from '../model.ts';
import type { Answer } from '../outcome.ts';

/** The calls of a folder picker. */
export interface PickerPort {
  /** What the root of a tab shows: volumes (type 777) with the path of the place on them, or the sharers of tab 4. */
  roots(tab: Place): Answer<readonly FileEntry[]>;
  /** Folders of a folder, with its files when asked. */
  folders(tab: Place, path: string, withFiles: boolean): Answer<readonly FileEntry[]>;
  makeFolder(path: string): Answer<unknown>;
}
