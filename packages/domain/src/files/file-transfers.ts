import type { FileEntry, NewTask } from '@boxwood/box-sdk';
import { copyTask, decryptTask, downloadTask, encryptTask, moveTask } from '@boxwood/box-sdk';
import { checkDecrypt, checkEncrypt, transferOutcome } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import { map } from 'rxjs';
import { fingerprintsOf } from '../offline/file-fingerprints.ts';
import { isFolder, PLACES } from '../model.ts';
import type { Notice } from '../notifications/notifications.ts';
import { startNow, type Outcome, rejectionOf, rejected, type Result, settled } from '../outcome.ts';
import { tasksSent } from '../tasks/events.ts';
import type { OnEntriesSent } from './file-clipboard.ts';
import type { FileActionDeps } from './file-action-deps.ts';
import type { ConflictChoice, Files, Tally } from './files.ts';
import { type FileAction, firstRefusal, type SubmittedTasks, submitTasks } from './file-calls.ts';
import { isRoot, isWithin, parentOf } from './file-paths.ts';

/** Notice level of each outcome. */
const TRANSFER_LEVELS = { 'transfer.submitted': 'success', 'transfer.mixed': 'warning' } as const;

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Submits the box tasks that copy, move, download, encrypt and decrypt: one per item (B39 to B42, FILES-52 to
 * FILES-64).
 */
export class FileTransfers implements Pick<Files, 'copy' | 'move' | 'download' | 'encrypt' | 'decrypt'> {
  readonly #deps: FileActionDeps;

  constructor(deps: FileActionDeps) {
    this.#deps = deps;
  }

  copy(entries: readonly FileEntry[], target: string, conflict: ConflictChoice = 1): Outcome<Tally> {
    return this.#transfer('copy', entries, target, (path) => copyTask(this.#deps.username, path, target, conflict));
  }

  download(addresses: readonly string[], target: string): Outcome<Tally> {
    return this.#submit('download', addresses, target, (address) => downloadTask(this.#deps.username, address, target));
  }

  /** `sent` receives the task of each entry before the user is notified. */
  move(
    entries: readonly FileEntry[],
    target: string,
    requestedConflict?: ConflictChoice,
    sent?: OnEntriesSent,
  ): Outcome<Tally> {
    const leaving = entries.filter(({ path }) => parentOf(path) !== target);
    const conflict = requestedConflict ?? 1;
    if (
      leaving.length > 0 &&
      !this.#isIntoItself(leaving, target) &&
      this.#deps.offlineQueue.enqueueIfOffline({
        do: 'move',
        paths: leaving.map(({ path }) => path),
        into: target,
        conflict: requestedConflict ?? null,
        seen: fingerprintsOf(leaving),
      })
    ) {
      sent?.([]);
      return settled(right({ ok: leaving.length, failed: 0 }));
    }
    return this.#transfer(
      'move',
      leaving,
      target,
      (path) => moveTask(this.#deps.username, path, target, conflict),
      (ids) => sent?.(leaving.map((entry, at) => ({ entry, task: ids[at] ?? null }))),
    );
  }

  encrypt(entries: readonly FileEntry[], target: string): Outcome<Tally> {
    const refused = rejectionOf(firstRefusal(...entries.map(checkEncrypt)));
    if (refused !== null) return this.#deps.reporter.reportRefusal(left(refused));
    return this.#transfer('encrypt', entries, target, (path) => encryptTask(this.#deps.username, path, target));
  }

  decrypt(entries: readonly FileEntry[], target: string): Outcome<Tally> {
    const refused = rejectionOf(firstRefusal(...entries.map(checkDecrypt)));
    if (refused !== null) return this.#deps.reporter.reportRefusal(left(refused));
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
    sent?: (ids: SubmittedTasks['ids']) => void,
  ): Outcome<Tally> {
    if (this.#isIntoItself(entries, target)) return this.#deps.reporter.reportRefusal(rejected('files.intoItself'));
    return this.#submit(
      action,
      entries.map(({ path }) => path),
      target,
      task,
      sent,
    );
  }

  /** One box task per source, counted as FILES-64 specifies. */
  #submit(
    action: FileAction,
    sources: readonly string[],
    target: string,
    task: (source: string) => NewTask,
    sent?: (ids: SubmittedTasks['ids']) => void,
  ): Outcome<Tally> {
    if (sources.length === 0) {
      sent?.([]);
      return settled(right({ ok: 0, failed: 0 }));
    }
    const sent$ = submitTasks(this.#deps.port, sources.map(task)).pipe(
      map(({ ok, failed, ids, last }): Result<Tally> => {
        sent?.(ids);
        this.#deps.store.append(tasksSent(ids), 'box');
        const folders = [...sources.map(parentOf), target];
        this.#deps.reporter.publishOutcome(action, sources, target, { ok, failed }, last === null ? [] : folders);
        const { issue: messageKey, ...counts } = transferOutcome({ done: ok, failed });
        if (messageKey === 'transfer.failed')
          this.#deps.reporter.reportFailure(last ?? { _tag: 'Rejected', messageKey: messageKey }, messageKey);
        else {
          const notice: Notice = { level: TRANSFER_LEVELS[messageKey], messageKey: messageKey, values: { count: ok, ...counts } };
          const name = lastOf(sources[0] ?? '');
          if (action === 'copy' || action === 'move')
            this.#deps.undoStack.addTasks(
              { action, name, count: ok, ...(isRoot(PLACES.personal, target) ? {} : { to: lastOf(target) }) },
              ids.filter((id) => id !== null),
              [...sources, target],
              notice,
            );
          else this.#deps.notifications.notify(notice);
        }
        return right({ ok, failed });
      }),
    );
    return startNow(sent$);
  }
}
