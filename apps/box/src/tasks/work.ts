import { archiveOperations } from '../archives/operations.ts';
import type { Clock } from '../clock.ts';
import { type DownloadOptions, downloadOperation } from '../downloads/operation.ts';
import type { Journal } from '../journal/journal.ts';
import { Undo } from '../journal/undo.ts';
import { AreaTable, safeMigrations } from '../safe/area-table.ts';
import { Safe } from '../safe/safe.ts';
import { Veil } from '../safe/veil.ts';
import { Unlocked } from '../safe/unlocks.ts';
import type { Reserve } from '../space/reserve.ts';
import type { Room } from '../space/room.ts';
import type { Database } from '../store/database.ts';
import { Bins } from '../trash/bins.ts';
import { TrashTable, trashMigrations } from '../trash/trash-table.ts';
import { Trash } from '../trash/trash.ts';
import type { Vault } from '../vault/index.ts';
import type { OnEncrypt } from './operation.ts';
import { Operations } from './operations.ts';
import { Tasks } from './tasks.ts';
import { taskMigrations, TaskTable } from './task-table.ts';
import { createCarrier, turnedChanges } from './turns.ts';
import { usageMigrations, UsageScans } from './usage.ts';

/** Tables of everything here but the journal, which others write too. */
export const workMigrations = [...trashMigrations, ...taskMigrations, ...safeMigrations, ...usageMigrations];

export interface WorkOptions {
  readonly database: Database;
  /** Recovered already. */
  readonly vault: Vault;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly room: Room;
  readonly reserve: Reserve;
  readonly boxSecret: string;
  readonly downloads: Omit<DownloadOptions, 'clock'>;
  /** Identifies the running boot of the machine: what was staged before another boot is not trusted. */
  readonly bootId: string;
  readonly onEncrypt?: OnEncrypt;
  /** An area of somebody was closed. */
  readonly onLocked?: () => void;
  /** Told about failures nobody foresaw. */
  readonly onFault: (fault: unknown, what: string) => void;
}

/** Everything that changes files in the background or takes changes back, put together. */
export interface Work {
  readonly bins: Bins;
  readonly trash: Trash;
  readonly undo: Undo;
  readonly unlocked: Unlocked;
  readonly safe: Safe;
  readonly veil: Veil;
  readonly tasks: Tasks;
  readonly usage: UsageScans;
  /** Finishes what a killed box left half done, in the order that matters, and goes on with the tasks. Before the first request. */
  start(): Promise<void>;
  /** Stops; tasks go on at the next start. */
  close(): Promise<void>;
}

export function createWork({
  database,
  vault,
  journal,
  clock,
  room,
  reserve,
  boxSecret,
  downloads,
  bootId,
  onEncrypt,
  onLocked,
  onFault,
}: WorkOptions): Work {
  const bins = new Bins({ vault, table: new TrashTable(database), now: () => clock.now() });
  const trash = new Trash({ bins, vault, journal, reserve });
  const undo = new Undo({ journal, vault, bins, reserve });
  const unlocked = new Unlocked(clock, onLocked);
  const safe = new Safe({ table: new AreaTable(database), unlocked, vault, boxSecret, clock });
  const operations = new Operations({
    ...{
      vault,
      bins,
      journal,
      keys: safe,
      ...(onEncrypt === undefined ? {} : { onEncrypt }),
      more: (all) => ({ ...archiveOperations(all), DOWN: downloadOperation(all, { ...downloads, clock }) }),
    },
    onTurned: async (id, direction, worked) => {
      const operation = journal.get(id);
      if (operation !== null)
        await undo.carried(id, direction, worked ? await turnedChanges(vault, operation, direction) : null);
    },
  });
  const tasks = new Tasks({
    ...{ table: new TaskTable(database), operations, clock, room, boot: bootId },
    onFault: (fault, task) => onFault(fault, `task ${task.cmd}`),
  });
  undo.carrier = createCarrier(() => tasks, vault);
  const usage = new UsageScans(vault, database, clock);
  return {
    ...{ bins, trash, undo, unlocked, safe, tasks, usage },
    veil: new Veil(vault, (session, area) => unlocked.isOpen(session, area)),
    start: async () => {
      await bins.reconcile();
      await undo.recover();
      await tasks.start();
    },
    close: async () => {
      await Promise.all([tasks.close(), usage.close()]);
    },
  };
}
