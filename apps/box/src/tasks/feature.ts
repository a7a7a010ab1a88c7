import { archiveOperations } from '../archives/operations.ts';
import type { Clock } from '../clock.ts';
import type { BoxConfig } from '../config.ts';
import { downloadOperation } from '../downloads/operation.ts';
import type { Files } from '../files/files.ts';
import type { Journal } from '../journal/journal.ts';
import type { Undo } from '../journal/undo.ts';
import { defineFeature } from '../runtime/feature.ts';
import type { Jobs } from '../runtime/jobs.ts';
import type { Safe } from '../safe/safe.ts';
import type { Veil } from '../safe/veil.ts';
import type { Room } from '../space/room.ts';
import type { Database } from '../store/database.ts';
import type { Bins } from '../trash/bins.ts';
import type { Vault } from '../vault/index.ts';
import { taskHandlers } from './handlers.ts';
import { Operations } from './operations.ts';
import { taskJob, taskMigrations } from './task-job.ts';
import { Tasks } from './tasks.ts';
import { createCarrier, turnedChanges } from './turns.ts';
import { usageMigrations, UsageScans } from './usage.ts';

interface Needs {
  readonly config: Pick<BoxConfig, 'allowLanDownloads' | 'model'>;
  readonly clock: Clock;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly room: Room;
  readonly vault: Vault;
  readonly journal: Journal;
  readonly files: Pick<Files, 'forget'>;
  readonly safe: Safe;
  readonly veil: Veil;
  readonly bins: Bins;
  readonly undo: Undo;
}

/**
 * Background tasks that change files. The start first completes undos interrupted by a crash; its tasks continue with
 * the other jobs.
 */
export const taskFeature = defineFeature({
  migrations: [...taskMigrations, ...usageMigrations],
  make: async (
    { config, clock, database, jobs, room, vault, journal, files, safe, veil, bins, undo }: Needs,
    scope,
  ) => {
    const operations = new Operations({
      vault,
      bins,
      journal,
      keys: safe,
      onEncrypt: ({ dev, ino, size, mtimeNs }) =>
        files.forget({
          dev: Number(dev),
          ino: Number(ino),
          size: Number(size),
          mtime: Number(mtimeNs / 1_000_000_000n),
        }),
      more: (all) => ({
        ...archiveOperations(all),
        DOWN: downloadOperation(all, { allowLan: config.allowLanDownloads, clock }),
      }),
      onTurned: async (id, direction, worked) => {
        const operation = journal.get(id);
        if (operation !== null)
          await undo.carried(id, direction, worked ? await turnedChanges(vault, operation, direction) : null);
      },
    });
    const kind = taskJob({ operations, room });
    const tasks = new Tasks({ jobs, kind, operations });
    undo.carrier = createCarrier(() => tasks, vault);
    const usage = new UsageScans(vault, database, clock);
    scope.defer(() => usage.close());
    await undo.recover();
    return {
      value: { tasks, usage },
      handlers: { tasks: taskHandlers({ tasks, veil, model: config.model }) },
      jobs: [kind],
    };
  },
});
