/** How backups stand and take turns (STATE-21, STATE-22, G-62). */
import { failed, passed } from '@boxwood/command-bus/rules';
import { BACKUP_RESULTS } from './model.ts';

/** STATE-21. */
export const BACKUP_STATUSES = ['normal', 'waiting', 'executing'] as const;
export type BackupStatus = (typeof BACKUP_STATUSES)[number];
/** STATE-22: how the last run ended. */
export type BackupOutcome = (typeof BACKUP_RESULTS)[number];

/** Where a backup stands. How the last run ended is told while nothing runs. */
export type BackupState =
  | { readonly at: 'normal'; readonly last: BackupOutcome }
  | { readonly at: 'waiting' }
  | { readonly at: 'executing'; readonly waiting: number; readonly completed: number };

const known = <T extends string>(words: readonly T[], word: string): T | undefined => words.find((one) => one === word);

/** The state of a backup as the box tells it. An unknown status is one that does not run, an unknown result one that failed. */
export const backupStateOf = (task: {
  readonly status: string;
  readonly result: string;
  readonly waiting: number;
  readonly completed: number;
}): BackupState => {
  const status = known(BACKUP_STATUSES, task.status) ?? 'normal';
  switch (status) {
    case 'normal':
      return { at: 'normal', last: known(BACKUP_RESULTS, task.result) ?? 'failed' };
    case 'waiting':
      return { at: 'waiting' };
    case 'executing':
      return { at: 'executing', waiting: task.waiting, completed: task.completed };
  }
};

export type BackupAction = 'run' | 'stop';
/** What a backup offers: one that rests is run, one that waits or runs is stopped. */
export const backupActions = ({ at }: BackupState): readonly BackupAction[] => {
  switch (at) {
    case 'normal':
      return ['run'];
    case 'waiting':
    case 'executing':
      return ['stop'];
  }
};
/** Whether an action may be asked for now. */
export const checkBackupAction = (action: BackupAction, state: BackupState) =>
  backupActions(state).includes(action) ? passed : failed('backup.state');

/** Whether a last run wants the person's attention. */
export const isBackupTrouble = (state: BackupState): boolean =>
  state.at === 'normal' && (state.last === 'timeout' || state.last === 'failed');

/** G-62: a backup that waited longer than this, in seconds, gives up. */
export const BACKUP_WAIT_LIMIT = 1800;

/** A backup in the queue of the box. */
export interface QueuedBackup {
  readonly id: string;
  readonly status: BackupStatus;
  /** Which disk it writes to; an array counts as one. */
  readonly disk: string;
  /** Epoch seconds since when it waits; without meaning for the others. */
  readonly since: number;
}

/**
 * G-62: whose turn it is. At most one backup writes to a disk, those that waited longest come first, and one that waited more than
 * half an hour gets the result `timeout` and rests.
 */
export const backupTurns = (
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
    } else if (now - since > BACKUP_WAIT_LIMIT) timeout.push(id);
  }
  return { start, timeout };
};
