import type { Level, Notifications } from '../notifications/notifications.ts';
import type { Failure, Values } from '../outcome.ts';
import type { WordKey } from '../words.ts';
import { failureOf } from './transfer.ts';
import type { UploadProblem } from './uploads.ts';

/** What a person is told of uploads. Of what does not get through there is one notice, however many files it is. */
export class UploadTelling {
  readonly #notifications: Notifications;
  #trouble: string | null = null;

  constructor(notifications: Notifications) {
    this.#notifications = notifications;
  }

  say(level: Level, word: WordKey, values: Values = {}): void {
    this.#notifications.notify({ level, word, values });
  }

  /** Something does not get through and is tried again. */
  again(name: string, failure: Failure | null): void {
    this.#trouble = this.#tell('warning', 'upload.again', name, failure);
  }

  /** Something got through. */
  passed(): void {
    if (this.#trouble !== null) this.#notifications.dismiss(this.#trouble);
    this.#trouble = null;
  }

  failed(name: string, problem: UploadProblem): void {
    this.#tell('error', 'upload.failed', name, failureOf(problem));
  }

  /** Files that were chosen for uploads that need theirs again, and are none of them. */
  wrongFiles(names: readonly string[]): void {
    const name = `${names.slice(0, 3).join(', ')}${names.length > 3 ? '…' : ''}`;
    this.say('warning', 'upload.wrongFile', { name });
  }

  #tell(level: Level, word: WordKey, name: string, failure: Failure | null): string {
    return this.#notifications.notify({
      ...{ level, word, values: { name }, key: 'upload-trouble' },
      ...(failure === null ? {} : { failure }),
    });
  }
}
