import type { FileEntry } from '../model.ts';
import type { FilesPort } from '../files/port.ts';
import type { PortResult } from '../outcome.ts';

/** Box calls that check and perform pending actions. */
export interface OfflinePort extends Pick<FilesPort, 'exists' | 'makeFolder' | 'rename' | 'trash' | 'addTask'> {
  /** Entries of `folder` with one of `names`, by name. */
  findEntries(folder: string, names: readonly string[]): PortResult<ReadonlyMap<string, FileEntry>>;
  /** Adds a path to the favourites or removes it. */
  setFavourite(path: string, wanted: boolean): PortResult<unknown>;
}
