import type { State } from '../state/condition.ts';

/** Input of the restore commands. The box is stopped while they run. */
export interface RestoreJob {
  readonly dataDir: string;
  /** URL of an external account service; null for the embedded one. */
  readonly accountUrl: string | null;
  readonly embedded: boolean;
  readonly state: State;
  readonly now: number;
  readonly again: (options: string) => string;
}
