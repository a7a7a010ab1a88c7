import { readFileSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import { testBox, type TestBox } from '../journal/testing.ts';
import { Room } from '../space/room.ts';
import { undoFeature } from '../journal/feature.ts';
import { type Journal, createJournal, journalMigrations } from '../journal/journal.ts';
import { Features } from '../runtime/feature.ts';
import { Jobs } from '../runtime/jobs.ts';
import { jobMigrations, JobTable } from '../runtime/job-table.ts';
import { safeFeature } from '../safe/feature.ts';
import { noReserve } from '../space/reserve.ts';
import { Database } from '../store/database.ts';
import { trashFeature } from '../trash/feature.ts';
import { moveMigrations, Vault } from '../vault/index.ts';
import { taskFeature } from './feature.ts';
import type { Keys } from './operation.ts';
import { Operations, type OperationOptions } from './operations.ts';
import { taskJob, type TaskJobOptions, taskMigrations } from './task-job.ts';
import { Tasks } from './tasks.ts';
import { createCarrier, turnedChanges } from './turns.ts';

/** A queue over a temporary vault, for tests. */
export interface TaskBox extends TestBox {
  readonly jobs: Jobs;
  readonly tasks: Tasks;
  /** Unexpected failures; a test should end with none. */
  readonly faults: unknown[];
}

export interface TaskBoxOptions {
  readonly clock: Clock;
  readonly keys?: Keys;
  readonly more?: OperationOptions['more'];
  readonly onEncrypt?: OperationOptions['onEncrypt'];
  readonly room?: TaskJobOptions['room'];
}

const noKeys: Keys = { recipientOf: () => null, identityOf: () => null };

export function taskBox(options: TaskBoxOptions): TaskBox {
  const box = testBox(() => options.clock.now(), [...jobMigrations, ...taskMigrations]);
  return { ...box, ...tasksOver(box, options) };
}

/** The queue of a test box, built as the box does it. */
export function tasksOver(
  box: Pick<TestBox, 'vault' | 'bins' | 'journal' | 'undo' | 'database'>,
  { clock, keys = noKeys, more, onEncrypt, room = new Room() }: TaskBoxOptions,
): Pick<TaskBox, 'jobs' | 'tasks' | 'faults'> {
  const faults: unknown[] = [];
  const { vault, bins, journal, undo } = box;
  const operations = new Operations({
    vault,
    bins,
    journal,
    keys,
    ...(more === undefined ? {} : { more }),
    ...(onEncrypt === undefined ? {} : { onEncrypt }),
    onTurned: async (id, direction, worked) => {
      const operation = journal.get(id);
      if (operation !== null)
        await undo.carried(id, direction, worked ? await turnedChanges(vault, operation, direction) : null);
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
  jobs.declare([kind]);
  const tasks = new Tasks({ jobs, kind, operations });
  undo.carrier = createCarrier(() => tasks, vault);
  return { jobs, tasks, faults };
}

interface WorkBase {
  readonly config: { readonly boxSecret: string; readonly allowLanDownloads: boolean; readonly model: 'N3' };
  readonly clock: Clock;
  readonly database: Database;
  readonly jobs: Jobs;
  readonly endings: { announce(): void };
  readonly files: { forget(): Promise<void> };
  readonly room: Room;
  readonly reserve: typeof noReserve;
  readonly vault: Vault;
  readonly journal: Journal;
}

/** The features of the box that change files in the background or undo changes. */
const workFeatures = Features.over<WorkBase>().with(safeFeature).with(trashFeature).with(undoFeature).with(taskFeature);

export interface WorkPlace {
  readonly file: string;
  readonly volumes: ConstructorParameters<typeof Vault>[0]['volumes'];
  readonly boot: string;
  readonly boxSecret: string;
  readonly onFault: (fault: unknown, what: string) => void;
}

/** A box with only {@link workFeatures}, over its own database and volumes; interrupted work is completed first. */
export const workOver = async ({ file, volumes, boot, boxSecret, onFault }: WorkPlace) => {
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
      files: { forget: () => Promise.resolve() },
      room: new Room(),
      reserve: noReserve,
      journal: createJournal(database, () => clock.now()),
    },
    scope,
  );
  queue.declare(jobs);
  scope.defer(() => queue.close());
  await queue.start();
  const all = scope.move();
  return { ...value, handlers, close: () => all.disposeAsync() };
};
export type WorkOver = Awaited<ReturnType<typeof workOver>>;
