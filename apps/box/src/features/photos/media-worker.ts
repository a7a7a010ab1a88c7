import { serveJobs } from '../files/background-worker.ts';
import type { IndexedFile } from './index-rows.ts';
import { MediaFolder } from './media-folder.ts';

let open: MediaFolder | undefined;
const currentFolder = (): MediaFolder => {
  if (open === undefined) throw new Error('no folder is open');
  return open;
};

/** Jobs of the worker thread. It has one folder open at a time and returns its files in batches. */
const jobs = {
  open: (path: string): readonly string[] => {
    open = new MediaFolder(path);
    return open.folders;
  },
  compare: (known: readonly IndexedFile[]) => currentFolder().compare(known),
  fresh: (count: number) => currentFolder().nextNewFiles(count),
  close: (): void => {
    open = undefined;
  },
};

export type MediaJobs = typeof jobs;

serveJobs(jobs);
