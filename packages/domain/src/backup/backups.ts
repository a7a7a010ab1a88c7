import type { BackupKind } from '@boxwood/box-sdk';
import type { BackupAction, BackupState } from '@boxwood/box-sdk/rules';
import type { Failure, Outcome } from '../outcome.ts';
import type { StateStream } from '../state/state-stream.ts';
import type { Watch } from '../time/watchers.ts';

export type { BackupAction, BackupKind, BackupState };

/** A backup as the box tells it (BACKUP-01); `scantime` in epoch seconds, 0 never; `device` names the computer of its kind. */
export interface BackupReport {
  readonly id: string;
  readonly kind: BackupKind;
  readonly source: string;
  readonly target: string;
  readonly frequency: string;
  readonly scantime: number;
  readonly device: string;
  readonly state: BackupState;
}

/** A backup and what can be done with it; `trouble` wants the person's attention. */
export interface Backup extends BackupReport {
  readonly actions: readonly BackupAction[];
  readonly trouble: boolean;
}

export interface BackupsState {
  readonly known: boolean;
  readonly backups: readonly Backup[];
  readonly failure: Failure | null;
}

/** Backups of computers, folders and disks: how they stand (STATE-21) and how the last run ended (STATE-22). */
export interface Backups {
  kind$(kind: BackupKind): StateStream<BackupsState>;
  refresh(kind: BackupKind): Outcome<null>;
  /** While somebody watches a kind, it is asked about every 5 s as long as one of it waits or runs. */
  watch(kind: BackupKind): Watch;
  run(id: string): Outcome<null>;
  stop(id: string): Outcome<null>;
  /** Forgets a backup; the files of both sides stay. */
  remove(id: string): Outcome<null>;
  close(): void;
}
