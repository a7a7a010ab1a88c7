import { backupActions, isBackupTrouble } from '@boxwood/box-sdk/rules';
import type { BoxEvent } from '../events/event.ts';
import { projection } from '../store/projection.ts';
import type { Backup, BackupKind, BackupReport } from './backups.ts';

/** What the box told of the backups; null is a kind that was never asked for. */
export type KnownBackups = Readonly<Record<BackupKind, readonly BackupReport[] | null>>;

const KINDS: readonly BackupKind[] = ['computer', 'sync', 'disk'];

/** The backups as this browser knows them. */
export const backupsProjection = projection<KnownBackups, BoxEvent>({
  name: 'backups',
  version: 1,
  scope: 'ephemeral',
  initial: { computer: null, sync: null, disk: null },
  on: {
    BackupsObserved: (draft, { kind, backups }) => {
      draft[kind] = [...backups];
    },
    BackupForgotten: (draft, { id }) => {
      for (const kind of KINDS) draft[kind] = draft[kind]?.filter((one) => one.id !== id) ?? null;
    },
  },
});

/** A backup with what its state allows. */
export const shownBackup = (report: BackupReport): Backup => ({
  ...report,
  actions: backupActions(report.state),
  trouble: isBackupTrouble(report.state),
});

/** A backup of any kind by its id. */
export const findBackup = (known: KnownBackups, id: string): BackupReport | undefined =>
  KINDS.flatMap((kind) => known[kind] ?? []).find((one) => one.id === id);

/** Whether one of a kind waits or runs. */
export const isMoving = (reports: readonly BackupReport[] | null): boolean =>
  reports?.some(({ state }) => state.at !== 'normal') === true;
