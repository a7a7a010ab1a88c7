import type { FileEntry, NewTask } from '@boxwood/box-sdk';
import { copyTask, decryptTask, downloadTask, encryptTask, moveTask } from '@boxwood/box-sdk';
import { checkDecrypt, checkEncrypt, transferOutcome } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import { map } from 'rxjs';
import { fingerprintsOf } from '../offline/file-fingerprints.ts';
import { isFolder, PLACES } from '../model.ts';
import type { Notice } from '../notifications/notifications.ts';
import { startNow, type Outcome, rejectionOf, rejected, type Result, settled } from '../outcome.ts';
import { tasksSubmitted } from '../tasks/events.ts';
import type { OnTasksSubmitted } from './file-clipboard.ts';
import type { FileActionDeps } from './file-action-deps.ts';
import type { ConflictChoice, Files, ActionCounts } from './files.ts';
import { type FileAction, firstRefusal, type SubmittedTasks, submitTasks } from './file-calls.ts';
import { isRoot, isWithin, parentOf } from './file-paths.ts';

/** Notice level of the outcomes that are not failures. */
const TRANSFER_LEVELS = { 'transfer.submitted': 'success', 'transfer.mixed': 'warning' } as const;

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Submits the box tasks that copy, move, download from a URL, encrypt and decrypt: one per item (B39 to B42, FILES-52
 * to FILES-64).
 */
export class FileTaskActions implements Pick<Files, 'copy' | 'move' | 'downloadFromUrl' | 'encrypt' | 'decrypt'> {
  readonly #deps: FileActionDeps;

  constructor(deps: FileActionDeps) {
    this.#deps = deps;
  }

  copy(entries: readonly FileEntry[], target: string, conflict: ConflictChoice = 1): Outcome<ActionCounts> {
    return this.#transfer('copy', entries, target, (path) => copyTask(this.#deps.username, path, target, conflict));
  }

  downloadFromUrl(urls: readonly string[], target: string): Outcome<ActionCounts> {
    return this.#submit('download', urls, target, (url) => downloadTask(this.#deps.username, url, target));
  }

  /** `onSubmitted` receives the task of each entry before the user is notified. */
  move(
    entries: readonly FileEntry[],
    target: string,
    requestedConflict?: ConflictChoice,
    onSubmitted?: OnTasksSubmitted,
  ): Outcome<ActionCounts> {
    const entriesToMove = entries.filter(({ path }) => parentOf(path) !== target);
    const conflict = requestedConflict ?? 1;
    if (
      entriesToMove.length > 0 &&
      !this.#isIntoItself(entriesToMove, target) &&
      this.#deps.offlineQueue.enqueueIfOffline({
        do: 'move',
        paths: entriesToMove.map(({ path }) => path),
        into: target,
        conflict: requestedConflict ?? null,
        seen: fingerprintsOf(entriesToMove),
      })
    ) {
      onSubmitted?.([]);
      return settled(right({ ok: entriesToMove.length, failed: 0 }));
    }
    return this.#transfer(
      'move',
      entriesToMove,
      target,
      (path) => moveTask(this.#deps.username, path, target, conflict),
      (taskIds) => onSubmitted?.(entriesToMove.map((entry, index) => ({ entry, task: taskIds[index] ?? null }))),
    );
  }

  encrypt(entries: readonly FileEntry[], target: string): Outcome<ActionCounts> {
    const rejection = rejectionOf(firstRefusal(...entries.map(checkEncrypt)));
    if (rejection !== null) return this.#deps.reporter.reportRefusal(left(rejection));
    return this.#transfer('encrypt', entries, target, (path) => encryptTask(this.#deps.username, path, target));
  }

  decrypt(entries: readonly FileEntry[], target: string): Outcome<ActionCounts> {
    const rejection = rejectionOf(firstRefusal(...entries.map(checkDecrypt)));
    if (rejection !== null) return this.#deps.reporter.reportRefusal(left(rejection));
    return this.#transfer('decrypt', entries, target, (path) => decryptTask(this.#deps.username, path, target));
  }

  #isIntoItself(entries: readonly FileEntry[], target: string): boolean {
    return entries.some((entry) => isFolder(entry) && isWithin(target, entry.path));
  }

  /** One box task per entry (B39 to B42). Refuses to move or copy a folder into itself. */
  #transfer(
    action: FileAction,
    entries: readonly FileEntry[],
    target: string,
    task: (path: string) => NewTask,
    onSubmitted?: (taskIds: SubmittedTasks['taskIds']) => void,
  ): Outcome<ActionCounts> {
    if (this.#isIntoItself(entries, target)) return this.#deps.reporter.reportRefusal(rejected('files.intoItself'));
    return this.#submit(
      action,
      entries.map(({ path }) => path),
      target,
      task,
      onSubmitted,
    );
  }

  /** One box task per source, counted as FILES-64 specifies. */
  #submit(
    action: FileAction,
    sources: readonly string[],
    target: string,
    task: (source: string) => NewTask,
    onSubmitted?: (taskIds: SubmittedTasks['taskIds']) => void,
  ): Outcome<ActionCounts> {
    if (sources.length === 0) {
      onSubmitted?.([]);
      return settled(right({ ok: 0, failed: 0 }));
    }
    const submission$ = submitTasks(this.#deps.port, sources.map(task)).pipe(
      map(({ ok, failed, taskIds, lastFailure }): Result<ActionCounts> => {
        onSubmitted?.(taskIds);
        this.#deps.store.append(tasksSubmitted(taskIds), 'box');
        const folders = [...sources.map(parentOf), target];
        this.#deps.reporter.publishOutcome(
          action,
          sources,
          target,
          { ok, failed },
          lastFailure === null ? [] : folders,
        );
        const { issue: messageKey, ...counts } = transferOutcome({ done: ok, failed });
        if (messageKey === 'transfer.failed')
          this.#deps.reporter.reportFailure(lastFailure ?? { _tag: 'Rejected', messageKey: messageKey }, messageKey);
        else {
          const notice: Notice = {
            level: TRANSFER_LEVELS[messageKey],
            messageKey: messageKey,
            values: { count: ok, ...counts },
          };
          const name = baseName(sources[0] ?? '');
          if (action === 'copy' || action === 'move')
            this.#deps.undoStack.addTasks(
              { action, name, count: ok, ...(isRoot(PLACES.personal, target) ? {} : { to: baseName(target) }) },
              taskIds.filter((id) => id !== null),
              [...sources, target],
              notice,
            );
          else this.#deps.notifications.notify(notice);
        }
        return right({ ok, failed });
      }),
    );
    return startNow(submission$);
  }
}
