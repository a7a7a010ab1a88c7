import type { BoxEvent } from '../events/event.ts';
import type { Level, Notifications } from '../notifications/notifications.ts';
import { type Failure, type Outcome, type Result, settled, type Values } from '../outcome.ts';
import type { EventStore } from '../store/event-store.ts';
import type { WordKey } from '../words.ts';
import type { Tally } from './files.ts';
import type { Action } from './parts.ts';

/** Dependencies of {@link OperationReporter}. */
export interface ToldDeps {
  readonly store: EventStore<BoxEvent>;
  readonly notifications: Notifications;
}

/** Publishes the outcome of file operations: a notice to the user, an event, and a refresh of affected folders. */
export class Told {
  readonly #deps: ToldDeps;

  constructor(deps: ToldDeps) {
    this.#deps = deps;
  }

  /** Refreshes open views of `folders`. */
  changed(folders: readonly string[]): void {
    const each = [...new Set(folders)];
    if (each.length > 0) this.#deps.store.append([{ type: 'FolderChanged', data: { folders: each } }], 'person');
  }

  /** Reports an action that was refused before any request was sent. */
  refuse<A>(refusal: Result<A>): Outcome<A> {
    if (refusal._tag === 'Left') this.failed(refusal.left);
    return settled(refusal);
  }

  say(level: Level, word: WordKey, values: Values = {}): void {
    this.#deps.notifications.notify({ level, word, values });
  }

  /**
   * Notifies of a failure and refreshes `folders`: an unanswered call may have succeeded, and a refusal may mean that
   * the view is stale.
   */
  failed(failure: Failure, word?: WordKey, folders: readonly string[] = []): void {
    this.#deps.notifications.fail(failure, word);
    this.changed(folders);
  }

  /** Records a completed action and refreshes open views of `folders`. */
  done(
    action: Action,
    paths: readonly string[],
    target: string | null,
    tally: Tally,
    folders: readonly string[],
  ): void {
    this.#deps.store.append(
      [{ type: 'FilesActed', data: { action, paths: paths.slice(0, 20), target, ...tally } }],
      'person',
    );
    this.changed(folders);
  }
}
