/**
 * Process that makes rolling backups: copying and checking a large database would block the box's event loop, and its
 * memory is needed only briefly.
 */
import { serveJobs } from '../../features/files/background-worker.ts';
import { makeBackup, pruneBackups } from './backup.ts';
import type { BackupRequest } from './backup.ts';

const jobs = {
  make: async (request: BackupRequest): Promise<number> => {
    const { manifest } = await makeBackup(request);
    pruneBackups(request.into, request.now);
    return manifest.made;
  },
};

/** Calls that the box may make to this process. */
export type BackupJobs = typeof jobs;

serveJobs(jobs);
