import type { FileEntry } from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import { last, map, type Observable, type SchedulerLike, tap } from 'rxjs';
import { fingerprintsOf } from '../offline/file-fingerprints.ts';
import { type Place, PLACES } from '../model.ts';
import { startNow, mapRight, type Outcome, type LazyResult, rejected, type Result, settled } from '../outcome.ts';
import type { Settings } from '../settings/settings.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import { SharedClipboard } from './file-clipboard.ts';
import { UndoStack } from './undo/undo-stack.ts';
import type { FileActionDeps } from './file-action-deps.ts';
import type {
  ConflictChoice,
  FileClipboard,
  Files,
  FolderView,
  FileSearchResult,
  Location,
  RenamePair,
  ActionCounts,
} from './files.ts';
import { BoxFolderView } from './folder-view/folder-view.ts';
import { FolderHistory } from './folder-view/folder-history.ts';
import { FileNaming } from './file-naming.ts';
import { fetchUntil, emptyPages } from './folder-view/listing-pages.ts';
import { inBatches } from './file-calls.ts';
import { hasTrash, parentOf, patternOf } from './file-paths.ts';
import type { PageRequest } from './port.ts';
import type { LoadUndoExecutor } from './undo/undo-executor.ts';
import { OperationReporter } from './operation-reporter.ts';
import { FileTaskActions } from './file-task-actions.ts';

/** Dependencies of the file area. */
export interface FilesDeps extends Omit<FileActionDeps, 'undoStack' | 'reporter'> {
  readonly settings: Settings;
  readonly loadUndoExecutor: LoadUndoExecutor;
  readonly scheduler?: SchedulerLike;
}

/** File type of pictures (FILES-40). */
const IMAGE_TYPE = 3;

/** Page size of {@link Files.listAllOfType}: few requests, each short enough not to block others. */
const LIST_ALL_PAGE_SIZE = 500;

/** See {@link Files}. */
export class BoxFiles implements Files {
  readonly #deps: FilesDeps;
  readonly #clipboard: SharedClipboard;
  readonly #undoStack: UndoStack;
  readonly #reporter: OperationReporter;
  readonly #naming: FileNaming;
  readonly #transfers: FileTaskActions;
  readonly #openViews = new Set<BoxFolderView>();
  readonly #openFolders = new State<readonly string[]>([]);
  #viewCount = 0;

  constructor(deps: FilesDeps) {
    this.#deps = deps;
    this.#clipboard = new SharedClipboard(deps.store);
    this.#reporter = new OperationReporter(deps);
    const { port, settings, notifications, username, loadUndoExecutor } = deps;
    this.#undoStack = new UndoStack({
      port,
      settings,
      notifications,
      username,
      loadUndoExecutor: loadUndoExecutor,
      changed: (folders) => this.#reporter.publishOutcome('undo', [], null, { ok: 1, failed: 0 }, folders),
      failed: () => this.notifyChanged(this.#openFolders.value),
    });
    const work: FileActionDeps = { ...deps, undoStack: this.#undoStack, reporter: this.#reporter };
    this.#naming = new FileNaming(work);
    this.#transfers = new FileTaskActions(work);
  }

  get clipboard$(): StateStream<FileClipboard | null> {
    return this.#clipboard.held$;
  }

  get openFolders$(): StateStream<readonly string[]> {
    return this.#openFolders.stream;
  }

  view(
    location: Location,
    joined = false,
    backStack: readonly Location[] = [],
    forwardStack: readonly Location[] = [],
  ): FolderView {
    const { store, port, settings, notifications, scheduler } = this.#deps;
    const view: BoxFolderView = new BoxFolderView(
      {
        id: (this.#viewCount += 1),
        store,
        port,
        settings,
        notifications,
        joined,
        ...(scheduler === undefined ? {} : { scheduler }),
        onFolderChange: () => this.#updateOpenFolders(),
        onClose: () => {
          this.#openViews.delete(view);
          this.#updateOpenFolders();
        },
      },
      new FolderHistory(location, backStack, forwardStack),
    );
    this.#openViews.add(view);
    this.#updateOpenFolders();
    return view;
  }

  notifyChanged(folders: readonly string[]): void {
    this.#reporter.notifyChanged(folders);
  }

  find(text: string, places: readonly Place[], limit: number): Outcome<FileSearchResult> {
    const [place = PLACES.personal] = places;
    const request: PageRequest = {
      location: { place, path: '' },
      sort: { prop: 'name', order: 'aesc' },
      filter: {},
      type: null,
      pattern: patternOf(text.trim(), false),
      placeSearch: { places },
      limit: limit,
      after: null,
    };
    return this.#deps.port.page(request).pipe(mapRight(({ entries, total }) => ({ entries, total })));
  }

  listAllOfType(type: number, places: readonly Place[]): LazyResult<readonly FileEntry[]> {
    const [place = PLACES.personal] = places;
    const none = emptyPages({
      location: { place, path: '' },
      sort: { prop: 'name', order: 'aesc' },
      filter: {},
      pattern: '',
      type,
      placeSearch: { places },
      limit: LIST_ALL_PAGE_SIZE,
    });
    return fetchUntil(this.#deps.port, none, Number.POSITIVE_INFINITY).pipe(
      last(),
      mapRight(({ pages }) => pages.flat()),
    );
  }

  listPictures(location: Location, limit: number): LazyResult<readonly FileEntry[]> {
    return this.#deps.port
      .page({
        location,
        sort: { prop: 'name', order: 'aesc' },
        filter: { type: IMAGE_TYPE },
        pattern: null,
        type: null,
        placeSearch: null,
        limit: limit,
        after: null,
      })
      .pipe(mapRight(({ entries }) => entries));
  }

  newFolder(parent: Location, name: string): Outcome<string> {
    return this.#naming.newFolder(parent, name);
  }

  rename(entry: FileEntry, name: string, place: Place): Outcome<string> {
    return this.#naming.rename(entry, name, place);
  }

  batchRename(folder: string, pairs: readonly RenamePair[], place: Place): Outcome<ActionCounts> {
    return this.#naming.batchRename(folder, pairs, place);
  }

  copy(entries: readonly FileEntry[], target: string, conflict?: ConflictChoice): Outcome<ActionCounts> {
    return this.#transfers.copy(entries, target, conflict);
  }

  downloadFromUrl(addresses: readonly string[], target: string): Outcome<ActionCounts> {
    return this.#transfers.downloadFromUrl(addresses, target);
  }

  move(entries: readonly FileEntry[], target: string, conflict?: ConflictChoice): Outcome<ActionCounts> {
    return this.#transfers.move(entries, target, conflict);
  }

  encrypt(entries: readonly FileEntry[], target: string): Outcome<ActionCounts> {
    return this.#transfers.encrypt(entries, target);
  }

  decrypt(entries: readonly FileEntry[], target: string): Outcome<ActionCounts> {
    return this.#transfers.decrypt(entries, target);
  }

  findConflicts(entries: readonly { readonly name: string }[], target: string): Outcome<readonly string[]> {
    // The user cannot be asked while offline. The question follows when the pending action is sent.
    if (this.#deps.offlineQueue.isOffline) return settled(right([]));
    const names = entries.map(({ name }) => name);
    return startNow(
      this.#deps.port
        .findExisting(target, names)
        .pipe(
          map((result): Result<readonly string[]> =>
            result._tag === 'Left' ? result : right(names.filter((name) => result.right.has(name))),
          ),
        ),
    );
  }

  checkExists(folder: string): Outcome<boolean> {
    if (this.#deps.offlineQueue.isOffline) return settled(right(true));
    return startNow(
      this.#deps.port.exists(folder).pipe(
        map((result): Result<boolean> => right(result._tag === 'Left' || result.right)),
        tap((result) => {
          if (result._tag === 'Left' || result.right) return;
          this.#deps.notifications.notify({ level: 'info', messageKey: 'files.folderGone', key: 'gone' });
          this.notifyChanged([parentOf(folder), folder]);
        }),
      ),
    );
  }

  remove(entries: readonly FileEntry[], place: Place): Outcome<ActionCounts> {
    const paths = entries.map(({ path }) => path);
    if (!hasTrash(place)) return this.removePermanently(paths);
    if (this.#deps.offlineQueue.enqueueIfOffline({ do: 'trash', paths, seen: fingerprintsOf(entries) }))
      return settled(right({ ok: paths.length, failed: 0 }));
    const trashed$ = inBatches(paths, (part) => this.#deps.port.trash(part)).pipe(
      mapRight(({ changes, ...value }) => ({ value, changes })),
      this.#undoStack.withUndo(
        { action: 'trash', name: entries[0]?.name ?? '', count: entries.length },
        paths,
        (result) => {
          if (result._tag === 'Left') {
            this.#reporter.reportFailure(result.left, undefined, paths.map(parentOf));
            return null;
          }
          const { ok, failed } = result.right;
          this.#reporter.publishOutcome('trash', paths, null, result.right, paths.map(parentOf));
          if (failed === 0)
            return ok > 0 ? { level: 'success', messageKey: 'files.trashed', values: { count: ok } } : null;
          return { level: 'warning', messageKey: 'files.partly', values: { ok, done: ok, failed } };
        },
      ),
    );
    return startNow(trashed$);
  }

  removePermanently(paths: readonly string[]): Outcome<ActionCounts> {
    const removed$ = inBatches(paths, (part) => this.#deps.port.remove(part)).pipe(
      tap((result) => {
        if (result._tag === 'Left') {
          this.#reporter.reportFailure(result.left, undefined, paths.map(parentOf));
          return;
        }
        const { ok, failed } = result.right;
        this.#reporter.publishOutcome('remove', paths, null, result.right, paths.map(parentOf));
        if (failed > 0) this.#reporter.notify('warning', 'files.partly', { ok, done: ok, failed });
        else this.#reporter.notify('success', 'files.removed', { count: ok });
      }),
    );
    return startNow(removed$);
  }

  hasTrash(place: Place): boolean {
    return hasTrash(place);
  }

  copyToClipboard(entries: readonly FileEntry[]): void {
    this.#clipboard.put('copy', entries);
  }

  cutToClipboard(entries: readonly FileEntry[]): void {
    this.#clipboard.put('cut', entries);
  }

  paste(target: string, conflict?: ConflictChoice, clipboard = this.#clipboard.held$.value): Outcome<ActionCounts> {
    if (clipboard === null) return this.#reporter.reportRefusal(rejected('files.nothingToPaste'));
    if (clipboard.mode === 'copy') return this.copy(clipboard.entries, target, conflict);
    return this.#transfers.move(clipboard.entries, target, conflict, (submitted) =>
      this.#clipboard.recordPasted(clipboard, submitted),
    );
  }

  get actionStarted$(): Observable<unknown> {
    return this.#undoStack.actionStarted$;
  }

  undo(): Outcome<null> {
    return this.#undoStack.undo();
  }

  redo(): Outcome<null> {
    return this.#undoStack.redo();
  }

  close(): void {
    for (const view of this.#openViews) view.close();
    this.#clipboard.close();
  }

  #updateOpenFolders(): void {
    const openFolders = [
      ...new Set(
        [...this.#openViews].flatMap(({ state$, upcoming }) => [state$.value.location.path, upcoming ?? []].flat()),
      ),
    ];
    const { value } = this.#openFolders;
    if (openFolders.length !== value.length || openFolders.some((path, index) => path !== value[index]))
      this.#openFolders.set(openFolders);
  }
}
