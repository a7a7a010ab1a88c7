import type { FilesPort } from '../files/port.ts';
import type { Answer } from '../outcome.ts';

/** The calls that kept acts are looked after and done with. */
export interface ActsPort extends Pick<FilesPort, 'exists' | 'taken' | 'makeFolder' | 'rename' | 'trash' | 'addTask'> {
  /** Puts something among the favourites or takes it out. */
  favour(path: string, wanted: boolean): Answer<unknown>;
}
