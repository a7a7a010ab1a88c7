import { readFileSync } from 'node:fs';
import type { Clock } from '../../platform/clock.ts';
import { testBox, type JournalTestBox } from '../../storage/journal/journal-test-helpers.ts';
import { FreeSpaceTracker } from '../../storage/space/free-space-tracker.ts';
import { undoFeature } from '../../storage/journal/feature.ts';
import { type Journal, createJournal, journalMigrations } from '../../storage/journal/journal.ts';
import { Features } from '../../runtime/feature.ts';
import { Jobs } from '../../runtime/jobs.ts';
import { jobMigrations, JobTable } from '../../runtime/job-table.ts';
import { safeFeature } from '../safe/feature.ts';
import { noReserve } from '../../storage/space/disk-reserve.ts';
import { Database } from '../../store/database.ts';
import { trashFeature } from '../trash/feature.ts';
import { moveMigrations, Vault } from '../../storage/vault/index.ts';
import { taskFeature } from './feature.ts';
import type { EncryptionKeys } from './operation.ts';
import { Operations, type OperationOptions } from './operations.ts';
import { taskJob, type TaskJobOptions, taskMigrations } from './task-job.ts';
import { Tasks } from './tasks.ts';
import { createCarrier, changesAfterUndoTask } from './undo-carrier.ts';

/** A queue over a temporary vault, for tests. */
export interface TaskBox extends JournalTestBox {
  readonly jobs: Jobs;
  readonly tasks: Tasks;
  /** Unexpected failures; a test should end with none. */
  readonly faults: unknown[];
}

export interface TaskBoxOptions {
  readonly clock: Clock;
  readonly keys?: EncryptionKeys;
  readonly more?: OperationOptions['extraOperations'];
  readonly onEncrypt?: OperationOptions['onEncrypt'];
  readonly room?: TaskJobOptions['room'];
}

const noKeys: EncryptionKeys = { recipientOf: () => null, identityOf: () => null };

export function taskBox(options: TaskBoxOptions): TaskBox {
  const box = testBox(() => options.clock.now(), [...jobMigrations, ...taskMigrations]);
  return { ...box, ...createTasks(box, options) };
}

/** The queue of a test box, built as the box does it. */
export function createTasks(
  box: Pick<JournalTestBox, 'vault' | 'bins' | 'journal' | 'undo' | 'database'>,
  { clock, keys = noKeys, more, onEncrypt, room = new FreeSpaceTracker() }: TaskBoxOptions,
): Pick<TaskBox, 'jobs' | 'tasks' | 'faults'> {
  const faults: unknown[] = [];
  const { vault, bins, journal, undo } = box;
  const operations = new Operations({
    vault,
    bins,
    journal,
    keys,
    ...(more === undefined ? {} : { extraOperations: more }),
    ...(onEncrypt === undefined ? {} : { onEncrypt }),
    onUndoTaskEnded: async (id, direction, worked) => {
      const operation = journal.get(id);
      if (operation !== null)
        await undo.finishTask(id, direction, worked ? await changesAfterUndoTask(vault, operation, direction) : null);
    },
  });
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const jobs = new Jobs({
    table: new JobTable(box.database),
    clock,
    boot,
    onFault: (fault) => faults.push(fault),
  });
  const kind = taskJob({ operations, room });
  jobs.register([kind]);
  const tasks = new Tasks({ jobs, kind, operations });
  undo.tasks = createCarrier(() => tasks, vault);
  return { jobs, tasks, faults };
}

interface WorkBase {
  readonly config: { readonly boxSecret: string; readonly allowLanDownloads: boolean; readonly model: 'N3' };
  readonly clock: Clock;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly endings: { announce(): void };
  readonly files: { forgetContent(): Promise<void> };
  readonly room: FreeSpaceTracker;
  readonly reserve: typeof noReserve;
  readonly vault: Vault;
  readonly journal: Journal;
}

/** The features of the box that change files in the background or undo changes. */
const workFeatures = Features.over<WorkBase>().with(safeFeature).with(trashFeature).with(undoFeature).with(taskFeature);

export interface WorkBoxOptions {
  readonly file: string;
  readonly volumes: ConstructorParameters<typeof Vault>[0]['volumes'];
  readonly boot: string;
  readonly boxSecret: string;
  readonly onFault: (fault: unknown, what: string) => void;
}

/** A box with only {@link workFeatures}, over its own database and volumes; interrupted work is completed first. */
export const openWorkBox = async ({ file, volumes, boot, boxSecret, onFault }: WorkBoxOptions) => {
  await using scope = new AsyncDisposableStack();
  const clock: Clock = { now: () => Date.now() };
  const database = new Database(file, {
    migrations: [...moveMigrations, ...journalMigrations, ...jobMigrations, ...workFeatures.migrations],
  });
  scope.defer(() => database.close());
  const vault = new Vault({ database, volumes });
  await vault.recover();
  const queue = new Jobs({ table: new JobTable(database), clock, boot, onFault });
  const { value, handlers, jobs } = await workFeatures.make(
    {
      config: { boxSecret, allowLanDownloads: true, model: 'N3' },
      clock,
      database,
      vault,
      jobs: queue,
      endings: { announce: () => undefined },
      files: { forgetContent: () => Promise.resolve() },
      room: new FreeSpaceTracker(),
      reserve: noReserve,
      journal: createJournal(database, () => clock.now()),
    },
    scope,
  );
  queue.register(jobs);
  scope.defer(() => queue.close());
  await queue.start();
  const all = scope.move();
  return { ...value, handlers, close: () => all.disposeAsync() };
};
export type WorkBox = Awaited<ReturnType<typeof openWorkBox>>;
