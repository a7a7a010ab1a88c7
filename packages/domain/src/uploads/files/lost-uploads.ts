import { Subscription } from 'rxjs';
import type { BoxEvent } from '../../events/box-event.ts';
import type { EventStore } from '../../store/event-store.ts';
import type { UploadBoard } from '../queue/upload-board.ts';
import { decideResume } from '../queue/upload-decisions.ts';
import type { UploadNotifier } from '../upload-notifier.ts';
import type { UploadId, UploadSource, UploadTask } from '../uploads.ts';
import type { HeldFiles } from './held-files.ts';
import { type MatchedFiles, matchChosen, matchOpened } from './match-files.ts';

/** Dependencies of {@link LostUploads}. */
export interface LostUploadsDeps {
  readonly store: Pick<EventStore<BoxEvent>, 'origin' | 'append'>;
  readonly files: HeldFiles;
  readonly notifier: UploadNotifier;
  readonly board: () => UploadBoard;
}

/** Lost uploads: stopped, and no open tab holds their file. They continue once this page has the file again (G-19). */
export class LostUploads {
  readonly #deps: LostUploadsDeps;
  readonly #liveTabs: Set<string>;
  readonly #subscriptions = new Subscription();

  constructor(deps: LostUploadsDeps) {
    this.#deps = deps;
    this.#liveTabs = new Set([deps.store.origin]);
  }

  /** Notes that a tab is open. */
  noteTab(origin: string): void {
    this.#liveTabs.add(origin);
  }

  /** Whether an upload is stopped and no open tab holds its file. */
  isLost(task: UploadTask): boolean {
    if (task.state !== 3 && task.state !== -1) return false;
    if (this.#deps.files.has(task.id)) return false;
    return task.interrupted || task.owner === this.#deps.store.origin || !this.#liveTabs.has(task.owner);
  }

  /** Continues lost uploads with files that the user chose again. @returns how many match, and names that do not */
  attach(files: readonly UploadSource[]): { readonly matched: number; readonly refused: readonly string[] } {
    const lost = [...this.#deps.board().tasks()].filter((task) => this.isLost(task));
    const found = matchChosen(lost, files);
    this.#adopt(found);
    return { matched: found.files.size, refused: found.refused };
  }

  /**
   * Opens the files of lost uploads by their handles. The others must be chosen again; the user is notified if they
   * asked.
   */
  reopen(ids: readonly UploadId[], mayAsk: boolean): void {
    const { board, files, notifier } = this.#deps;
    const lost = (id: UploadId): UploadTask | null => {
      const task = board().task(id);
      return task !== undefined && this.isLost(task) ? task : null;
    };
    const opening = files.reopen(ids, mayAsk).subscribe((opened) => {
      const found = matchOpened(lost, opened);
      const missing = ids.length - found.files.size - found.refused.length;
      if (mayAsk && missing > 0) notifier.notify('warning', 'upload.chooseAgain', { count: missing });
      this.#adopt(found);
    });
    this.#subscriptions.add(opening);
  }

  /** Interrupts the uploads of closed tabs, and continues the running ones whose file can be opened. */
  reopenAbandoned(): void {
    const abandoned = [...this.#deps.board().tasks()].filter(({ owner }) => !this.#liveTabs.has(owner));
    const running = abandoned.filter(({ state }) => state === 0 || state === 2).map(({ id }) => id);
    this.interrupt(abandoned);
    this.reopen(running, false);
  }

  /** Marks tasks as waiting for their file, which pauses running ones. Failed ones stay failed. */
  interrupt(tasks: readonly UploadTask[]): void {
    const ids = tasks
      .filter(({ state, interrupted }) => state !== -1 && state !== 1 && !interrupted)
      .map(({ id }) => id);
    if (ids.length > 0)
      this.#deps.store.append([{ type: 'UploadsPaused', data: { ids, interrupted: true } }], 'restore');
  }

  close(): void {
    this.#subscriptions.unsubscribe();
  }

  /** Continues uploads whose files this page now holds. */
  #adopt({ files, refused }: MatchedFiles): void {
    const { board, files: held, notifier, store } = this.#deps;
    const ids = [...files.keys()];
    for (const [id, file] of files) held.hold(id, file);
    if (ids.length > 0) {
      store.append([{ type: 'UploadsAdopted', data: { ids, owner: store.origin } }], 'person');
      store.append(decideResume(board(), ids), 'person');
      store.append(decideResume(board(), ids, true), 'person');
    }
    if (refused.length > 0) notifier.notifyWrongFiles(refused);
  }
}
