/** The process that makes a rolling backup: copying and checking a large database would stop the box's event loop, and its memory is needed for a moment. */
import { serve } from '../files/thread.ts';
import { makeBackup, pruneBackups } from './backup.ts';
import type { BackupRequest } from './backup.ts';

const jobs = {
  make: async (request: BackupRequest): Promise<number> => {
    const { manifest } = await makeBackup(request);
    pruneBackups(request.into, request.now);
    return manifest.made;
  },
};

/** What the box may ask of this process. */
export type BackupJobs = typeof jobs;

serve(jobs);
