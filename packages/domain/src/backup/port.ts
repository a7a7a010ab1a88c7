import { ListBackups, RemoveBackup, RunBackup, StopBackup } from '@boxwood/box-sdk';
import { backupStateOf } from '@boxwood/box-sdk/rules';
import type { Client } from '@boxwood/command-bus';
import { type Answer, answer, mapRight } from '../outcome.ts';
import type { BackupKind, BackupReport } from './backups.ts';

/** The calls of the backups. */
export interface BackupsPort {
  list(kind: BackupKind): Answer<readonly BackupReport[]>;
  run(id: string): Answer<unknown>;
  stop(id: string): Answer<unknown>;
  remove(id: string): Answer<unknown>;
}

/** {@link BackupsPort} over a client of the box. */
export const backupsPort = (box: Pick<Client, 'exec'>, user: string): BackupsPort => ({
  list: (kind) =>
    answer(box, ListBackups, { user, kind }).pipe(
      mapRight(({ list }) =>
        list.map((task) => ({
          id: task.id,
          // What was asked for is what is listed.
          kind,
          source: task.source,
          target: task.target,
          frequency: task.frequency,
          scantime: task.scantime,
          device: task.device ?? '',
          state: backupStateOf(task),
        })),
      ),
    ),
  run: (id) => answer(box, RunBackup, { user, id }),
  stop: (id) => answer(box, StopBackup, { user, id }),
  remove: (id) => answer(box, RemoveBackup, { user, id }),
});
