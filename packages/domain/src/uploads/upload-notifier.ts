import type { NoticeLevel, Notifications } from '../notifications/notifications.ts';
import type { Failure, MessageValues } from '../outcome.ts';
import type { DomainMessageKey } from '../message-keys.ts';
import { failureOf } from './transfer/transfer-file.ts';
import type { UploadProblem } from './uploads.ts';

/** Notices about uploads. One notice covers all uploads that fail to get through, however many files they are. */
export class UploadNotifier {
  readonly #notifications: Notifications;
  #problemNotice: string | null = null;

  constructor(notifications: Notifications) {
    this.#notifications = notifications;
  }

  notify(level: NoticeLevel, messageKey: DomainMessageKey, values: MessageValues = {}): void {
    this.#notifications.notify({ level, messageKey: messageKey, values });
  }

  /** An upload fails to get through and is retried. */
  notifyRetry(name: string, failure: Failure | null): void {
    this.#problemNotice = this.#notify('warning', 'upload.again', name, failure);
  }

  /** An upload got through. */
  dismissProblem(): void {
    if (this.#problemNotice !== null) this.#notifications.dismiss(this.#problemNotice);
    this.#problemNotice = null;
  }

  notifyFailed(name: string, problem: UploadProblem): void {
    this.#notify('error', 'upload.failed', name, failureOf(problem));
  }

  /** The chosen files do not match the uploads that need theirs again. */
  notifyWrongFiles(names: readonly string[]): void {
    const name = `${names.slice(0, 3).join(', ')}${names.length > 3 ? '…' : ''}`;
    this.notify('warning', 'upload.wrongFile', { name });
  }

  #notify(level: NoticeLevel, messageKey: DomainMessageKey, name: string, failure: Failure | null): string {
    return this.#notifications.notify({
      level,
      messageKey: messageKey,
      values: { name },
      key: 'upload-trouble',
      ...(failure === null ? {} : { failure }),
    });
  }
}
