import type { Level, Notifications } from '../notifications/notifications.ts';
import type { Failure, Values } from '../outcome.ts';
import type { WordKey } from '../words.ts';
import { failureOf } from './transfer.ts';
import type { UploadProblem } from './uploads.ts';

/** Notices about uploads. One notice covers all uploads that fail to get through, however many files they are. */
export class UploadTelling {
  readonly #notifications: Notifications;
  #trouble: string | null = null;

  constructor(notifications: Notifications) {
    this.#notifications = notifications;
  }

  say(level: Level, word: WordKey, values: Values = {}): void {
    this.#notifications.notify({ level, word, values });
  }

  /** An upload fails to get through and is retried. */
  again(name: string, failure: Failure | null): void {
    this.#trouble = this.#tell('warning', 'upload.again', name, failure);
  }

  /** An upload got through. */
  passed(): void {
    if (this.#trouble !== null) this.#notifications.dismiss(this.#trouble);
    this.#trouble = null;
  }

  failed(name: string, problem: UploadProblem): void {
    this.#tell('error', 'upload.failed', name, failureOf(problem));
  }

  /** The chosen files do not match the uploads that need theirs again. */
  wrongFiles(names: readonly string[]): void {
    const name = `${names.slice(0, 3).join(', ')}${names.length > 3 ? '…' : ''}`;
    this.say('warning', 'upload.wrongFile', { name });
  }

  #tell(level: Level, word: WordKey, name: string, failure: Failure | null): string {
    return this.#notifications.notify({
      level,
      word,
      values: { name },
      key: 'upload-trouble',
      ...(failure === null ? {} : { failure }),
    });
  }
}
