/** State and scheduling of backups (STATE-21, STATE-22, G-62). */
import { failed, passed } from '@boxwood/command-bus/rules';
import { BACKUP_RESULTS } from './backup-model.ts';

/** STATE-21: states of a backup. */
export const BACKUP_STATUSES = ['normal', 'waiting', 'executing'] as const;
export type BackupStatus = (typeof BACKUP_STATUSES)[number];
/** STATE-22: how the last run ended. */
export type BackupOutcome = (typeof BACKUP_RESULTS)[number];

/** State of a backup. The result of the last run is present only while none runs or waits. */
export type BackupState =
  | { readonly at: 'normal'; readonly last: BackupOutcome }
  | { readonly at: 'waiting' }
  | { readonly at: 'executing'; readonly waiting: number; readonly completed: number };

const findValue = <T extends string>(values: readonly T[], value: string): T | undefined =>
  values.find((item) => item === value);

/**
 * Reads the state from the fields that the box sends. An unknown status counts as `normal`, an unknown result as
 * `failed`.
 */
export const backupStateOf = (task: {
  readonly status: string;
  readonly result: string;
  readonly waiting: number;
  readonly completed: number;
}): BackupState => {
  const status = findValue(BACKUP_STATUSES, task.status) ?? 'normal';
  switch (status) {
    case 'normal':
      return { at: 'normal', last: findValue(BACKUP_RESULTS, task.result) ?? 'failed' };
    case 'waiting':
      return { at: 'waiting' };
    case 'executing':
      return { at: 'executing', waiting: task.waiting, completed: task.completed };
  }
};

export type BackupAction = 'run' | 'stop';
/** Actions available in a state: a normal backup can run, a waiting or executing one can stop. */
export const backupActions = ({ at }: BackupState): readonly BackupAction[] => {
  switch (at) {
    case 'normal':
      return ['run'];
    case 'waiting':
    case 'executing':
      return ['stop'];
  }
};
/** Whether an action is allowed in this state. */
export const checkBackupAction = (action: BackupAction, state: BackupState) =>
  backupActions(state).includes(action) ? passed : failed('backup.state');

/** Whether the last run failed or timed out, so that the user should know. */
export const hasBackupProblem = (state: BackupState): boolean =>
  state.at === 'normal' && (state.last === 'timeout' || state.last === 'failed');

/** G-62: a backup that waits longer than this times out, in seconds. */
export const BACKUP_WAIT_LIMIT_S = 1800;

/** A backup in the box's queue. */
export interface QueuedBackup {
  readonly id: string;
  readonly status: BackupStatus;
  /** Disk that it writes to; an array counts as one disk. */
  readonly disk: string;
  /** Start of the wait, epoch seconds; ignored for other states. */
  readonly since: number;
}

/**
 * G-62: chooses which backups start. At most one backup writes to a disk, and the longest wait comes first. A backup
 * that waited more than half an hour gets the result `timeout` and returns to normal.
 */
export const scheduleBackups = (
  queue: readonly QueuedBackup[],
  now: number,
): { readonly start: readonly string[]; readonly timeout: readonly string[] } => {
  const busy = new Set(queue.filter(({ status }) => status === 'executing').map(({ disk }) => disk));
  const start: string[] = [];
  const timeout: string[] = [];
  const waiting = queue.filter(({ status }) => status === 'waiting').sort((a, b) => a.since - b.since);
  for (const { id, disk, since } of waiting) {
    if (!busy.has(disk)) {
      busy.add(disk);
      start.push(id);
    } else if (now - since > BACKUP_WAIT_LIMIT_S) timeout.push(id);
  }
  return { start, timeout };
};
