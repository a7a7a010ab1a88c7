import { readFileSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import { testBox, type TestBox } from '../journal/testing.ts';
import { Room } from '../space/room.ts';
import { undoFeature } from '../journal/feature.ts';
import { type Journal, createJournal, journalMigrations } from '../journal/journal.ts';
import { Features } from '../runtime/feature.ts';
import { safeFeature } from '../safe/feature.ts';
import { noReserve } from '../space/reserve.ts';
import { Database } from '../store/database.ts';
import { trashFeature } from '../trash/feature.ts';
import { moveMigrations, Vault } from '../vault/index.ts';
import { taskFeature } from './feature.ts';
import type { Keys } from './operation.ts';
import { Operations, type OperationOptions } from './operations.ts';
import { Tasks, type TasksOptions } from './tasks.ts';
import { taskMigrations, TaskTable } from './task-table.ts';
import { createCarrier, turnedChanges } from './turns.ts';

/** A queue over a temporary vault, for tests. */
export interface TaskBox extends TestBox {
  readonly tasks: Tasks;
  /** Failures nobody foresaw; a test should end with none. */
  readonly faults: unknown[];
}

export interface TaskBoxOptions {
  readonly clock: Clock;
  readonly keys?: Keys;
  readonly more?: OperationOptions['more'];
  readonly onEncrypt?: OperationOptions['onEncrypt'];
  readonly room?: TasksOptions['room'];
}

const noKeys: Keys = { recipientOf: () => null, identityOf: () => null };

export function taskBox(options: TaskBoxOptions): TaskBox {
  const box = testBox(() => options.clock.now(), taskMigrations);
  return { ...box, ...tasksOver(box, options) };
}

/** The queue of a box, wired as the box itself does it. */
export function tasksOver(
  box: Pick<TestBox, 'vault' | 'bins' | 'journal' | 'undo' | 'database'>,
  { clock, keys = noKeys, more, onEncrypt, room = new Room() }: TaskBoxOptions,
): { tasks: Tasks; faults: unknown[] } {
  const faults: unknown[] = [];
  const { vault, bins, journal, undo } = box;
  const operations = new Operations({
    ...{ vault, bins, journal, keys },
    ...(more === undefined ? {} : { more }),
    ...(onEncrypt === undefined ? {} : { onEncrypt }),
    onTurned: async (id, direction, worked) => {
      const operation = journal.get(id);
      if (operation !== null)
        await undo.carried(id, direction, worked ? await turnedChanges(vault, operation, direction) : null);
    },
  });
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const tasks = new Tasks({
    table: new TaskTable(box.database),
    operations,
    clock,
    room,
    boot,
    onFault: (fault) => faults.push(fault),
  });
  undo.carrier = createCarrier(() => tasks, vault);
  return { tasks, faults };
}

interface WorkBase {
  readonly config: { readonly boxSecret: string; readonly allowLanDownloads: boolean; readonly model: 'N3' };
  readonly clock: Clock;
  readonly database: Database;
  readonly faults: { note(fault: unknown, what: string): void };
  readonly endings: { announce(): void };
  readonly files: { forget(): Promise<void> };
  readonly room: Room;
  readonly reserve: typeof noReserve;
  readonly boot: string;
  readonly vault: Vault;
  readonly journal: Journal;
}

/** Those features of the box that change files in the background or take changes back, as the box makes them. */
const workFeatures = Features.over<WorkBase>().with(safeFeature).with(trashFeature).with(undoFeature).with(taskFeature);

export interface WorkPlace {
  readonly file: string;
  readonly volumes: ConstructorParameters<typeof Vault>[0]['volumes'];
  readonly boot: string;
  readonly boxSecret: string;
  readonly onFault: (fault: unknown, what: string) => void;
}

/** A box of nothing but {@link workFeatures}, over a database and volumes of its own: what is half done there is finished first. */
export const workOver = async ({ file, volumes, boot, boxSecret, onFault }: WorkPlace) => {
  await using scope = new AsyncDisposableStack();
  const clock: Clock = { now: () => Date.now() };
  const database = new Database(file, {
    migrations: [...moveMigrations, ...journalMigrations, ...workFeatures.migrations],
  });
  scope.defer(() => database.close());
  const vault = new Vault({ database, volumes });
  await vault.recover();
  const { value, handlers } = await workFeatures.make(
    {
      ...{ config: { boxSecret, allowLanDownloads: true, model: 'N3' }, clock, database, vault, boot },
      ...{ faults: { note: onFault }, endings: { announce: () => undefined } },
      ...{ files: { forget: () => Promise.resolve() }, room: new Room(), reserve: noReserve },
      journal: createJournal(database, () => clock.now()),
    },
    scope,
  );
  const all = scope.move();
  return { ...value, handlers, close: () => all.disposeAsync() };
};
export type WorkOver = Awaited<ReturnType<typeof workOver>>;
