import type { BoxEvent } from '../events/box-event.ts';
import type { NoticeLevel, Notifications } from '../notifications/notifications.ts';
import { type Failure, type Outcome, type Result, settled, type MessageValues } from '../outcome.ts';
import type { EventStore } from '../store/event-store.ts';
import type { DomainMessageKey } from '../message-keys.ts';
import type { ActionCounts } from './files.ts';
import type { FileAction } from './file-calls.ts';

/** Dependencies of {@link OperationReporter}. */
export interface OperationReporterDeps {
  readonly store: EventStore<BoxEvent>;
  readonly notifications: Notifications;
}

/** Publishes the outcome of file operations: a notice to the user, an event, and a refresh of affected folders. */
export class OperationReporter {
  readonly #deps: OperationReporterDeps;

  constructor(deps: OperationReporterDeps) {
    this.#deps = deps;
  }

  /** Refreshes open views of `folders`. */
  notifyChanged(folders: readonly string[]): void {
    const each = [...new Set(folders)];
    if (each.length > 0) this.#deps.store.append([{ type: 'FolderChanged', data: { folders: each } }], 'person');
  }

  /** Reports an action that was refused before any request was sent. */
  reportRefusal<A>(refusal: Result<A>): Outcome<A> {
    if (refusal._tag === 'Left') this.reportFailure(refusal.left);
    return settled(refusal);
  }

  notify(level: NoticeLevel, messageKey: DomainMessageKey, values: MessageValues = {}): void {
    this.#deps.notifications.notify({ level, messageKey: messageKey, values });
  }

  /**
   * Notifies of a failure and refreshes `folders`: an unanswered call may have succeeded, and a refusal may mean that
   * the view is stale.
   */
  reportFailure(failure: Failure, messageKey?: DomainMessageKey, folders: readonly string[] = []): void {
    this.#deps.notifications.fail(failure, messageKey);
    this.notifyChanged(folders);
  }

  /** Records a completed action and refreshes open views of `folders`. */
  publishOutcome(
    action: FileAction,
    paths: readonly string[],
    target: string | null,
    tally: ActionCounts,
    folders: readonly string[],
  ): void {
    this.#deps.store.append(
      [{ type: 'FilesActed', data: { action, paths: paths.slice(0, 20), target, ...tally } }],
      'person',
    );
    this.notifyChanged(folders);
  }
}
