import type { FileEntry } from '../model.ts';
import type { FilesPort } from '../files/port.ts';
import type { Answer } from '../outcome.ts';

/** Box calls that check and perform pending actions. */
export interface ActsPort extends Pick<FilesPort, 'exists' | 'makeFolder' | 'rename' | 'trash' | 'addTask'> {
  /** Entries of `folder` with one of `names`, by name. */
  found(folder: string, names: readonly string[]): Answer<ReadonlyMap<string, FileEntry>>;
  /** Adds a path to the favourites or removes it. */
  favour(path: string, wanted: boolean): Answer<unknown>;
}
