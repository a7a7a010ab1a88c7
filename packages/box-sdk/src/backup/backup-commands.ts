import { bytes, epochSeconds, list, nothing, str, struct } from '@boxwood/command-bus/codecs';
import { backupCommand } from '../define-commands.ts';
import { EntryId, UserId } from '../request-limits.ts';
import { BackupChange, BackupKind, BackupResult, BackupTask } from './backup-model.ts';

const byId = struct({ user: UserId, id: EntryId });

/**
 * Lists the caller's backups of one kind.
 *
 * `POST /backup` `BAKLIST` (X61). Refusals (task): 4 service error.
 *
 * @example
 * ```ts
 * const { list } = await box.backup.list({ user: 'ann', kind: 'sync' });
 * ```
 */
export const ListBackups = backupCommand({
  name: 'ListBackups',
  cmd: 'BAKLIST',
  params: struct({ user: UserId, kind: BackupKind }),
  result: struct({
    /** The backups of that kind. */
    list: list(BackupTask),
  }),
  refusals: [4],
  access: 'user',
  idempotent: true,
});

/**
 * Creates (`id` empty) or changes a backup. `realtime` on an N2 is refused with 3 and info `model` (BACKUP-07).
 *
 * `POST /backup` `BAKPUT` (X62). Refusals (task): 3 not on this model, 5 unknown id, 7 ten folders already, 8 source
 * missing, 10 already covered or the same disk, 11 no space.
 *
 * @example
 * ```ts
 * await box.backup.put({
 *   user: 'ann',
 *   kind: 'sync',
 *   id: '',
 *   source: '/mnt/usb1/ann/Work',
 *   target: '/mnt/usb2/ann/Work',
 *   frequency: 'day',
 * });
 * ```
 */
export const PutBackup = backupCommand({
  name: 'PutBackup',
  cmd: 'BAKPUT',
  params: BackupChange,
  result: struct({
    /** Id of the backup, used in other calls. */
    id: str,
  }),
  refusals: [3, 5, 7, 8, 10, 11],
  access: 'user',
  idempotent: false,
  paths: { target: 'write' },
});

/**
 * Removes a backup; the files on both sides are not touched.
 *
 * `POST /backup` `BAKDEL` (X63). Refusals (task): 5 unknown id.
 *
 * @example
 * ```ts
 * await box.backup.remove({ user: 'ann', id: 'b1' });
 * ```
 */
export const RemoveBackup = backupCommand({
  name: 'RemoveBackup',
  cmd: 'BAKDEL',
  params: byId,
  result: nothing,
  refusals: [5],
  access: 'user',
  idempotent: false,
});

/**
 * Runs a backup now.
 *
 * `POST /backup` `BAKRUN` (X64). Refusals (task): 2 too many, 5 unknown id, 6 running already.
 *
 * @example
 * ```ts
 * await box.backup.run({ user: 'ann', id: 'b1' });
 * ```
 */
export const RunBackup = backupCommand({
  name: 'RunBackup',
  cmd: 'BAKRUN',
  params: byId,
  result: nothing,
  refusals: [2, 5, 6],
  access: 'user',
  idempotent: false,
  cost: 'heavy',
});

/**
 * Stops a running backup.
 *
 * `POST /backup` `BAKSTOP` (X65). Refusals (task): 5 unknown id, 6 not running.
 *
 * @example
 * ```ts
 * await box.backup.stop({ user: 'ann', id: 'b1' });
 * ```
 */
export const StopBackup = backupCommand({
  name: 'StopBackup',
  cmd: 'BAKSTOP',
  params: byId,
  result: nothing,
  refusals: [5, 6],
  access: 'user',
  idempotent: false,
});

/**
 * Reports the result of a scan that a computer made itself; `scantime` in epoch seconds.
 *
 * `POST /backup` `BAKREPORT` (X66). Refusals (task): 5 unknown id.
 *
 * @example
 * ```ts
 * await box.backup.report({ user: 'ann', id: 'b1', waiting: 0, completed: 12, scantime: 1_760_000_000, result: 'ok' });
 * ```
 */
export const ReportBackup = backupCommand({
  name: 'ReportBackup',
  cmd: 'BAKREPORT',
  params: struct({
    user: UserId,
    id: EntryId,
    /** Items still to be copied. */
    waiting: bytes,
    /** Items already copied. */
    completed: bytes,
    scantime: epochSeconds,
    /** How it ended: `none`, `timeout`, `failed` or `ok`. */
    result: BackupResult,
  }),
  result: nothing,
  refusals: [5],
  access: 'user',
  idempotent: false,
});
