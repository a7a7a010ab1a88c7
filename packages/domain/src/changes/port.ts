import type { Answer } from '../outcome.ts';

/** What the box told: watched folders, areas, or that anything may have changed; and where to go on. */
export interface Told {
  readonly cursor: string;
  readonly folders: readonly string[];
  readonly areas: readonly string[];
  readonly everything: boolean;
}

/** The calls of following changes. */
export interface ChangesPort {
  /** Answers when something has changed since the cursor, or after a while without. The empty cursor is answered at once. */
  wait(cursor: string, folders: readonly string[]): Answer<Told>;
}
