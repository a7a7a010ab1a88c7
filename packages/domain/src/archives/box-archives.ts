import type { BoxModel, FileEntry, NewTask } from '@boxwood/box-sdk';
import { compressTask, extractTask } from '@boxwood/box-sdk';
import { archivePath, checkCompress, checkExtract, checkArchiveName, supportsArchives } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import { map } from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { type PortResult, startNow, type Outcome, rejectionOf, type Result, settled } from '../outcome.ts';
import type { Settings } from '../settings/settings.ts';
import { parentOf } from '../files/file-paths.ts';
import { constant, select, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { tasksSubmitted } from '../tasks/events.ts';
import type { Archives, ArchiveSuffix } from './archives.ts';

/** Dependencies of {@link BoxArchives}. */
export interface ArchivesDeps {
  readonly store: EventStore<BoxEvent>;
  readonly addTask: (task: NewTask) => PortResult<{ readonly id: string }>;
  readonly settings: Settings;
  readonly notifications: Notifications;
  readonly username: string;
  readonly model: BoxModel;
}

/** See {@link Archives}. */
export class BoxArchives implements Archives {
  readonly #deps: ArchivesDeps;
  readonly available$: StateStream<boolean>;
  readonly needsExtractNotice$: StateStream<boolean>;

  constructor(deps: ArchivesDeps) {
    this.#deps = deps;
    this.available$ = constant(supportsArchives(deps.model));
    this.needsExtractNotice$ = select(deps.settings.value$('unzipNotice'), (acknowledged) => !acknowledged);
  }

  canCompress(entries: readonly FileEntry[]): boolean {
    const [entry] = entries;
    return entry !== undefined && entries.length === 1 && checkCompress(entry, this.#deps.model).ok;
  }

  canExtract(entries: readonly FileEntry[]): boolean {
    const [entry] = entries;
    return entry !== undefined && entries.length === 1 && checkExtract(entry, this.#deps.model).ok;
  }

  compress(
    folder: string,
    entries: readonly FileEntry[],
    target: string,
    name: string,
    suffix: ArchiveSuffix,
  ): Outcome<string> {
    const checks = [...entries.map((entry) => checkCompress(entry, this.#deps.model)), checkArchiveName(name, suffix)];
    const rejection = rejectionOf(checks.find(({ ok }) => !ok) ?? { ok: true });
    if (rejection !== null) {
      this.#deps.notifications.fail(rejection);
      return settled(left(rejection));
    }
    const names = entries.map((entry) => entry.name);
    const path = archivePath(target, name, suffix);
    return this.#submit(
      'compress',
      compressTask(this.#deps.username, folder, names, { target, name, suffix }),
      entries,
      path,
    );
  }

  extract(entry: FileEntry, target: string, password?: string): Outcome<string> {
    const rejection = rejectionOf(checkExtract(entry, this.#deps.model));
    if (rejection !== null) {
      this.#deps.notifications.fail(rejection);
      return settled(left(rejection));
    }
    return this.#submit('extract', extractTask(this.#deps.username, entry.path, target, password), [entry], target);
  }

  acknowledgeExtractNotice(): void {
    this.#deps.settings.set('unzipNotice', true);
  }

  /** Submits a task and notifies the user of the outcome (ARCHIVE-07). */
  #submit(
    action: 'compress' | 'extract',
    task: NewTask,
    entries: readonly FileEntry[],
    target: string,
  ): Outcome<string> {
    return startNow(
      this.#deps.addTask(task).pipe(
        map((result): Result<string> => {
          const succeeded = result._tag === 'Right' ? 1 : 0;
          const paths = entries.map(({ path }) => path);
          this.#deps.store.append(
            [{ type: 'FilesActed', data: { action, paths, target, ok: succeeded, failed: 1 - succeeded } }],
            'person',
          );
          if (result._tag === 'Left') {
            this.#deps.notifications.fail(result.left, 'transfer.failed');
            // The box may have accepted the task although no answer arrived: look for the task and reload its folders.
            this.#deps.store.append(
              [...tasksSubmitted([null]), { type: 'FolderChanged', data: { folders: [parentOf(target), target] } }],
              'box',
            );
            return result;
          }
          this.#deps.store.append(tasksSubmitted([result.right.id]), 'box');
          this.#deps.notifications.notify({ level: 'success', messageKey: 'transfer.submitted' });
          return right(target);
        }),
      ),
    );
  }
}
