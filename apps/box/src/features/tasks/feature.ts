import { archiveOperations } from '../../storage/archives/archive-operations.ts';
import type { Clock } from '../../platform/clock.ts';
import type { BoxConfig } from '../../config.ts';
import { downloadOperation } from '../downloads/download-operation.ts';
import type { Files } from '../files/files.ts';
import type { Journal } from '../../storage/journal/journal.ts';
import type { Undo } from '../../storage/journal/undo.ts';
import { defineFeature } from '../../runtime/feature.ts';
import type { Jobs } from '../../runtime/jobs.ts';
import type { Safe } from '../safe/safe.ts';
import type { PathRedactor } from '../safe/redact-hidden-paths.ts';
import type { FreeSpaceTracker } from '../../storage/space/free-space-tracker.ts';
import type { Database } from '../../store/database.ts';
import type { TrashBins } from '../trash/trash-bins.ts';
import type { Vault } from '../../storage/vault/index.ts';
import { taskHandlers } from './handlers.ts';
import { Operations } from './operations.ts';
import { taskJob, taskMigrations } from './task-job.ts';
import { Tasks } from './tasks.ts';
import { createCarrier, changesAfterUndoTask } from './undo-carrier.ts';
import { usageMigrations, UsageScans } from './usage-scans.ts';

interface TaskFeatureDeps {
  readonly config: Pick<BoxConfig, 'allowLanDownloads' | 'model'>;
  readonly clock: Clock;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly room: FreeSpaceTracker;
  readonly vault: Vault;
  readonly journal: Journal;
  readonly files: Pick<Files, 'forgetContent'>;
  readonly safe: Safe;
  readonly pathRedactor: PathRedactor;
  readonly bins: TrashBins;
  readonly undo: Undo;
}

/**
 * Background tasks that change files. The start first completes undos interrupted by a crash; its tasks continue with
 * the other jobs.
 */
export const taskFeature = defineFeature({
  migrations: [...taskMigrations, ...usageMigrations],
  make: async (
    { config, clock, database, jobs, room, vault, journal, files, safe, pathRedactor, bins, undo }: TaskFeatureDeps,
    scope,
  ) => {
    const operations = new Operations({
      vault,
      bins,
      journal,
      keys: safe,
      onEncrypt: ({ dev, ino, size, mtimeNs }) =>
        files.forgetContent({
          dev: Number(dev),
          ino: Number(ino),
          size: Number(size),
          mtime: Number(mtimeNs / 1_000_000_000n),
        }),
      extraOperations: (all) => ({
        ...archiveOperations(all),
        DOWN: downloadOperation(all, { allowLan: config.allowLanDownloads, clock }),
      }),
      onUndoTaskEnded: async (id, direction, worked) => {
        const operation = journal.get(id);
        if (operation !== null)
          await undo.finishTask(id, direction, worked ? await changesAfterUndoTask(vault, operation, direction) : null);
      },
    });
    const kind = taskJob({ operations, room });
    const tasks = new Tasks({ jobs, kind, operations });
    undo.tasks = createCarrier(() => tasks, vault);
    const usage = new UsageScans(vault, database, clock);
    scope.defer(() => usage.close());
    await undo.recover();
    return {
      value: { tasks, folderSizeScans: usage },
      handlers: { tasks: taskHandlers({ tasks, pathRedactor, model: config.model }) },
      jobs: [kind],
    };
  },
});
