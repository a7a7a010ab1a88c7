import type { FileEntry } from '../model.ts';
import type { FilesPort } from '../files/port.ts';
import type { Answer } from '../outcome.ts';

/** The calls that kept acts are looked after and done with. */
export interface ActsPort extends Pick<FilesPort, 'exists' | 'makeFolder' | 'rename' | 'trash' | 'addTask'> {
  /** What is there of `names` in `folder`, by name. */
  found(folder: string, names: readonly string[]): Answer<ReadonlyMap<string, FileEntry>>;
  /** Puts something among the favourites or takes it out. */
  favour(path: string, wanted: boolean): Answer<unknown>;
}
