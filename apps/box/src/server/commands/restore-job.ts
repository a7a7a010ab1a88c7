import type { StoredState } from '../../storage/state/state-check.ts';

/** Input of the restore commands. The box is stopped while they run. */
export interface RestoreJob {
  readonly dataDir: string;
  /** URL of an external account service; null for the embedded one. */
  readonly accountUrl: string | null;
  readonly embedded: boolean;
  readonly state: StoredState;
  readonly now: number;
  readonly restoreCommand: (options: string) => string;
}
