import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, epochSeconds, oneOf, str, struct, text, where, wirePath, essential } from '@boxwood/command-bus/codecs';
import { NewOrId, UserId } from '../request-limits.ts';

/** Kinds of backup: from a computer, between folders of the box, from one disk to another. */
export const BackupKind = oneOf(['computer', 'sync', 'disk']);
export type BackupKind = TypeOf<typeof BackupKind>;
/** Schedule of a backup; N2 has no `realtime` (BACKUP-07). */
export const BackupFrequency = oneOf(['realtime', 'hour', 'day', 'week', 'manual']);
/** How the last run ended (STATE-22, G-62): not started, wait timeout, failed, ok. */
export const BACKUP_RESULTS = ['none', 'timeout', 'failed', 'ok'] as const;
export const BackupResult = oneOf(BACKUP_RESULTS);
/** Maximum number of synchronised folders (BACKUP-02). */
export const MAX_SYNC_FOLDERS = 10;

/**
 * A backup (BACKUP-01): `scantime` of the last scan in epoch seconds (0 never), `waiting` and `completed` items, `result` as
 * {@link BackupResult}, `status` is `normal`, `waiting` or `executing`.
 */
export const BackupTask = struct(
  {
    /** Id of the backup, used in other calls. */
    id: essential(str),
    /** `computer`, `sync` or `disk`. */
    kind: str,
    /** Source: a path on the computer or on the box. */
    source: str,
    /** Target folder on the box. */
    target: str,
    /** `realtime`, `hour`, `day`, `week` or `manual`. */
    frequency: str,
    /** Time of the last scan, epoch seconds; 0: never. */
    scantime: epochSeconds,
    /** Items still to be copied. */
    waiting: bytes,
    /** Items already copied. */
    completed: bytes,
    /** How the last run ended: `none`, `timeout`, `failed` or `ok`. */
    result: str,
    /** `normal`, `waiting` or `executing`. */
    status: str,
  },
  {
    /** Name of the computer, for the kind `computer`. */
    device: str,
  },
  'BackupTask',
);
export type BackupTask = TypeOf<typeof BackupTask>;

const isInside = (path: string, folder: string) =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/**
 * A backup to create (`id` empty) or change. `source` is a path on the computer for the kind `computer` (with the
 * computer's name in `device`), otherwise a path on the box; in that case neither folder may contain the other
 * (BACKUP-04).
 */
export const BackupChange = where(
  'BackupChange with two folders apart',
  struct(
    {
      user: UserId,
      kind: BackupKind,
      id: NewOrId,
      /** A path on the computer for the kind `computer`, otherwise a path on the box. */
      source: text(1, 4096),
      target: wirePath,
      frequency: BackupFrequency,
    },
    {
      /** Name of the computer, for the kind `computer`. */
      device: text(1, 255),
    },
  ),
  (backup) =>
    backup.kind === 'computer' ||
    (wirePath.is(backup.source) && !isInside(backup.source, backup.target) && !isInside(backup.target, backup.source)),
);
export type BackupChange = TypeOf<typeof BackupChange>;
