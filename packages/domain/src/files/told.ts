import type { BoxEvent } from '../events/event.ts';
import type { Level, Notifications } from '../notifications/notifications.ts';
import { type Failure, type Outcome, type Result, settled, type Values } from '../outcome.ts';
import type { EventStore } from '../store/event-store.ts';
import type { WordKey } from '../words.ts';
import type { Tally } from './files.ts';
import type { Action } from './parts.ts';

/** What {@link Told} needs. */
export interface ToldDeps {
  readonly store: EventStore<BoxEvent>;
  readonly notifications: Notifications;
}

/** Tells what became of what was done to files: the person by a notice, the others by an event, and open views that they are to look. */
export class Told {
  readonly #deps: ToldDeps;

  constructor(deps: ToldDeps) {
    this.#deps = deps;
  }

  /** Open views of `folders` look. */
  changed(folders: readonly string[]): void {
    const each = [...new Set(folders)];
    if (each.length > 0) this.#deps.store.append([{ type: 'FolderChanged', data: { folders: each } }], 'person');
  }

  /** What was refused before anything was asked of the box. */
  refuse<A>(refusal: Result<A>): Outcome<A> {
    if (refusal._tag === 'Left') this.failed(refusal.left);
    return settled(refusal);
  }

  say(level: Level, word: WordKey, values: Values = {}): void {
    this.#deps.notifications.notify({ level, word, values });
  }

  /** Tells it. What was not answered may have been done all the same, and what was refused is not as it was shown: open views of `folders` look. */
  failed(failure: Failure, word?: WordKey, folders: readonly string[] = []): void {
    this.#deps.notifications.fail(failure, word);
    this.changed(folders);
  }

  /** Writes down what was done; open views of `folders` look. */
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
