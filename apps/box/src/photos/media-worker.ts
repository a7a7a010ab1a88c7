import { serve } from '../files/thread.ts';
import type { KnownFile } from './index-tables.ts';
import { MediaFolder } from './media-folder.ts';

let open: MediaFolder | undefined;
const opened = (): MediaFolder => {
  if (open === undefined) throw new Error('no folder is open');
  return open;
};

/** Jobs of the worker thread. It has one folder open at a time and returns its files in batches. */
const jobs = {
  open: (path: string): readonly string[] => {
    open = new MediaFolder(path);
    return open.folders;
  },
  compare: (known: readonly KnownFile[]) => opened().compare(known),
  fresh: (count: number) => opened().fresh(count),
  close: (): void => {
    open = undefined;
  },
};

export type MediaJobs = typeof jobs;

serve(jobs);
