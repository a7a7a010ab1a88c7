import type { State } from '../state/condition.ts';

/** What a command of this page works on; the box is stopped while it does. */
export interface RestoreJob {
  readonly dataDir: string;
  /** An account service elsewhere; null for the one inside. */
  readonly accountUrl: string | null;
  readonly embedded: boolean;
  readonly state: State;
  readonly now: number;
  readonly again: (options: string) => string;
}
