import type { FileEntry } from '../model.ts';
import type { Failure } from '../outcome.ts';
import type { ConflictChoice } from '../files/files.ts';
import type { StateStream } from '../state/state-stream.ts';

/** State of a file when the user acted on it. A path alone does not show whether another file is there later. */
export type FileFingerprint = Pick<FileEntry, 'type' | 'size' | 'mtime' | 'ctime'>;

/** Fingerprints by path. Actions queued by older versions have none. */
export interface ExpectedFingerprints {
  readonly seen?: Readonly<Record<string, FileFingerprint>>;
}

/** Actions on files that can be queued while offline and sent when the box is reachable again. Paths are box paths. */
export type UserAction =
  | { readonly do: 'new-folder'; readonly path: string }
  | ({ readonly do: 'rename'; readonly path: string; readonly to: string } & ExpectedFingerprints)
  | ({
      readonly do: 'move';
      readonly paths: readonly string[];
      readonly into: string;
      /** What to do with occupied names in the target; null until the user was asked. */
      readonly conflict: ConflictChoice | null;
    } & ExpectedFingerprints)
  | ({
      readonly do: 'trash';
      readonly paths: readonly string[];
      /** An earlier action moved the file: if it is missing at the new path, the user is asked. */
      readonly followed?: boolean;
    } & ExpectedFingerprints)
  | { readonly do: 'favour'; readonly path: string; readonly wanted: boolean };

/** A queued action. */
export interface PendingAction {
  readonly id: string;
  readonly act: UserAction;
  /** The action was sent before and its answer was lost, so it may be done already. */
  readonly begun: boolean;
}

/** Why a pending action cannot be done as intended. */
export type ActionQuestion =
  /** These names are occupied in the target. */
  | { readonly why: 'taken'; readonly names: readonly string[] }
  /** These files are missing. */
  | { readonly why: 'gone'; readonly names: readonly string[] }
  /** Other files have these names now, or the files were changed. */
  | { readonly why: 'other'; readonly names: readonly string[] }
  /** The folder of the action is missing. */
  | { readonly why: 'noFolder'; readonly names: readonly string[] }
  | { readonly why: 'refused'; readonly failure: Failure };

/** The user's answer to a question: use a new name, replace, skip these, or retry (for `other`: do it anyway). */
export type ActionAnswer = 'keep-both' | 'replace' | 'leave' | 'again';

/**
 * Queue of actions performed while offline. It survives a reload, and sends actions in order, each once, when the box
 * is reachable.
 */
export interface OfflineQueue {
  /** Pending actions, the oldest first. */
  readonly pending$: StateStream<readonly PendingAction[]>;
  /** The question about the first of {@link pending$}; the other actions wait until it is answered. */
  readonly question$: StateStream<ActionQuestion | null>;
  /** Whether the box is unreachable, so that an action would be queued. */
  readonly isOffline: boolean;
  /** Queues an action if the box is unreachable or if earlier actions are pending; false: the caller performs it. */
  enqueueIfOffline(action: UserAction): boolean;
  /** Cancels an action that was not sent yet. */
  cancel(id: string): void;
  answer(how: ActionAnswer): void;
}
