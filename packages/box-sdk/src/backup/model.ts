import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, epochSeconds, oneOf, str, struct, text, where, wirePath, essential } from '@boxwood/command-bus/codecs';
import { NewOrId, UserId } from '../limits.ts';

/** Kinds of backup: of a computer, of a folder inside the box, of one disk to another. */
export const BackupKind = oneOf(['computer', 'sync', 'disk']);
export type BackupKind = TypeOf<typeof BackupKind>;
/** How often; N2 has no `realtime` (BACKUP-07). */
export const BackupFrequency = oneOf(['realtime', 'hour', 'day', 'week', 'manual']);
/** How the last run ended (STATE-22, G-62): not started, wait timeout, failed, ok. */
export const BACKUP_RESULTS = ['none', 'timeout', 'failed', 'ok'] as const;
export const BackupResult = oneOf(BACKUP_RESULTS);
/** Most synchronised folders (BACKUP-02). */
export const MAX_SYNC_FOLDERS = 10;

/**
 * A backup (BACKUP-01): `scantime` of the last scan in epoch seconds (0 never), `waiting` and `completed` items, `result` as
 * {@link BackupResult}, `status` is `normal`, `waiting` or `executing`.
 */
export const BackupTask = struct(
  {
    /** Names the backup in other calls. */
    id: essential(str),
    /** `computer`, `sync` or `disk`. */
    kind: str,
    /** What is kept: a path of the computer, or of the box. */
    source: str,
    /** The folder of the box that it goes to. */
    target: str,
    /** `realtime`, `hour`, `day`, `week` or `manual`. */
    frequency: str,
    /** When it last looked, epoch seconds; 0 never. */
    scantime: epochSeconds,
    /** Items that still have to go. */
    waiting: bytes,
    /** Items that are done. */
    completed: bytes,
    /** How the last run ended: `none`, `timeout`, `failed` or `ok`. */
    result: str,
    /** `normal`, `waiting` or `executing`. */
    status: str,
  },
  {
    /** Of the kind `computer`: what the computer is called. */
    device: str,
  },
  'BackupTask',
);
export type BackupTask = TypeOf<typeof BackupTask>;

const inside = (path: string, folder: string) =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/**
 * A backup to be made (`id` empty) or changed. `source` is a path of the computer for the kind `computer` (with its name in
 * `device`), else a path of the box, and then neither folder lies in the other (BACKUP-04).
 */
export const BackupChange = where(
  'BackupChange with two folders apart',
  struct(
    {
      user: UserId,
      kind: BackupKind,
      id: NewOrId,
      /** A path of the computer for the kind `computer`, else one of the box. */
      source: text(1, 4096),
      target: wirePath,
      frequency: BackupFrequency,
    },
    {
      /** What the computer is called, for the kind `computer`. */
      device: text(1, 255),
    },
  ),
  (backup) =>
    backup.kind === 'computer' ||
    (wirePath.is(backup.source) && !inside(backup.source, backup.target) && !inside(backup.target, backup.source)),
);
export type BackupChange = TypeOf<typeof BackupChange>;
