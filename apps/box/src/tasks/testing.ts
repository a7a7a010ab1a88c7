import { readFileSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import { testBox, type TestBox } from '../journal/testing.ts';
import { Room } from '../space/room.ts';
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
