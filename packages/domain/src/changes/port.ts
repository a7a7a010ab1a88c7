import type { PortResult } from '../outcome.ts';

/** A change report of the box: watched folders, areas, or that anything may have changed, and the next cursor. */
export interface ChangeReport {
  readonly cursor: string;
  readonly folders: readonly string[];
  readonly areas: readonly string[];
  readonly everything: boolean;
}

/** Box calls that follow changes. */
export interface ChangesPort {
  /** Answers when something changed since the cursor, or after a timeout. An empty cursor is answered at once. */
  wait(cursor: string, folders: readonly string[]): PortResult<ChangeReport>;
}
