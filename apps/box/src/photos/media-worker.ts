import { serve } from '../files/thread.ts';
import type { KnownFile } from './index-tables.ts';
import { MediaFolder } from './media-folder.ts';

let open: MediaFolder | undefined;
const opened = (): MediaFolder => {
  if (open === undefined) throw new Error('no folder is open');
  return open;
};

/** What the thread can do: it has one folder open at a time, and is asked about it piece by piece. */
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
