import type { FileEntry, NewTask } from '@boxwood/box-sdk';
import { copyTask, decryptTask, downloadTask, encryptTask, joinPath, moveTask } from '@boxwood/box-sdk';
import {
  checkDecrypt,
  checkEncrypt,
  checkFileName,
  checkFolderName,
  checkPathLength,
  renameOutcome,
  transferOutcome,
} from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import { last, map, type Observable, of, type SchedulerLike, tap } from 'rxjs';
import type { Act, Acts } from '../acts/acts.ts';
import { sightsOf } from '../acts/sights.ts';
import type { BoxEvent } from '../events/event.ts';
import type { Level, Notice, Notifications } from '../notifications/notifications.ts';
import { isFolder, type Place, PLACES } from '../model.ts';
import {
  andThen,
  begin,
  type Failure,
  mapRight,
  type Outcome,
  type Question,
  refusedBy,
  rejected,
  type Result,
  settled,
  type Values,
} from '../outcome.ts';
import type { Settings } from '../settings/settings.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { WordKey } from '../words.ts';
import type { ConflictChoice, FileClipboard, Files, FolderView, Found, Location, RenamePair, Tally } from './files.ts';
import { Clipboard, type HearSent } from './clipboard.ts';
import { tasksSent } from '../tasks/events.ts';
import { Deeds } from './deeds.ts';
import type { BringTakingBack } from './taking-back.ts';
import { BoxFolderView } from './folder-view.ts';
import { type Action, firstRefusal, inParts, isFailed, isFree, type Sent, sendTasks, unlessDone } from './parts.ts';
import { hasTrash, isProtected, isRoot, isWithin, parentOf, patternOf } from './places.ts';
import { fetchUntil, noPages } from './pages.ts';
import type { FilesPort, PageRequest } from './port.ts';

/** What the file area needs. */
export interface FilesDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: FilesPort;
  readonly settings: Settings;
  readonly notifications: Notifications;
  /** Keeps what is done while there is no line. */
  readonly acts: Pick<Acts, 'keeps' | 'isAway'>;
  /** Owner of the tasks that are made. */
  readonly username: string;
  readonly takingBack: BringTakingBack;
  readonly scheduler?: SchedulerLike;
}

/** Type of pictures (FILES-40). */
const IMAGE = 3;

/** Files a page of {@link Files.everyOf}: few questions, and none that keeps the others waiting. */
const EVERY_PAGE = 500;

/** How loud the outcomes of a batch are told. */
const LEVEL = {
  'file.renameFailed': 'error',
  'file.renameMixed': 'warning',
  'transfer.submitted': 'success',
  'transfer.mixed': 'warning',
} as const;

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** See {@link Files}. */
export class BoxFiles implements Files {
  readonly #deps: FilesDeps;
  readonly #clipboard: Clipboard;
  readonly #deeds: Deeds;
  readonly #open = new Set<BoxFolderView>();
  readonly #shown = new State<readonly string[]>([]);
  #views = 0;

  constructor(deps: FilesDeps) {
    this.#deps = deps;
    this.#clipboard = new Clipboard(deps.store);
    const { port, settings, notifications, username, takingBack } = deps;
    this.#deeds = new Deeds({
      port,
      settings,
      notifications,
      username,
      takingBack,
      changed: (folders) => this.#done('undo', [], null, { ok: 1, failed: 0 }, folders),
      failed: () => this.changed(this.#shown.value),
    });
  }

  get clipboard$(): StateStream<FileClipboard | null> {
    return this.#clipboard.held$;
  }

  get shown$(): StateStream<readonly string[]> {
    return this.#shown.stream;
  }

  view(location: Location, joined = false, behind: readonly Location[] = []): FolderView {
    const { store, port, settings, notifications, scheduler } = this.#deps;
    const view: BoxFolderView = new BoxFolderView(
      {
        id: (this.#views += 1),
        store,
        port,
        settings,
        notifications,
        joined,
        ...(scheduler === undefined ? {} : { scheduler }),
        onMove: () => this.#show(),
        onClose: () => {
          this.#open.delete(view);
          this.#show();
        },
      },
      location,
      behind,
    );
    this.#open.add(view);
    this.#show();
    return view;
  }

  changed(folders: readonly string[]): void {
    const each = [...new Set(folders)];
    if (each.length > 0) this.#deps.store.append([{ type: 'FolderChanged', data: { folders: each } }], 'person');
  }

  find(text: string, places: readonly Place[], most: number): Outcome<Found> {
    const [place = PLACES.personal] = places;
    const request: PageRequest = {
      ...{ location: { place, path: '' }, sort: { prop: 'name', order: 'aesc' }, filter: {}, type: null },
      ...{ pattern: patternOf(text.trim(), false), wide: { places }, limit: most, after: null },
    };
    return this.#deps.port.page(request).pipe(mapRight(({ entries, total }) => ({ entries, total })));
  }

  everyOf(type: number, places: readonly Place[]): Question<readonly FileEntry[]> {
    const [place = PLACES.personal] = places;
    const none = noPages({
      ...{ location: { place, path: '' }, sort: { prop: 'name', order: 'aesc' }, filter: {} },
      ...{ pattern: '', type, wide: { places }, limit: EVERY_PAGE },
    });
    return fetchUntil(this.#deps.port, none, Number.POSITIVE_INFINITY).pipe(
      last(),
      mapRight(({ pages }) => pages.flat()),
    );
  }

  pictures(location: Location, most: number): Question<readonly FileEntry[]> {
    return this.#deps.port
      .page({
        ...{ location, sort: { prop: 'name', order: 'aesc' }, filter: { type: IMAGE }, pattern: null, type: null },
        ...{ wide: null, limit: most, after: null },
      })
      .pipe(mapRight(({ entries }) => entries));
  }

  newFolder(parent: Location, name: string): Outcome<string> {
    const path = joinPath(parent.path, name);
    const refused = refusedBy(firstRefusal(checkFolderName(name), checkPathLength(path)));
    if (refused !== null) return settled(left(refused));
    if (this.#keeps({ do: 'new-folder', path })) return settled(right(path));
    const made$ = this.#deps.port.exists(path).pipe(
      andThen((exists) =>
        exists
          ? of<Result<unknown>>(rejected('rename.targetExists'))
          : this.#deps.port.makeFolder(path).pipe(unlessDone(this.#deps.port, path)),
      ),
      // The name was free a moment ago: a folder that "existed" is the one just made, where the first answer was lost and the call repeated.
      map((result): Result<string> => (result._tag === 'Left' ? result : right(path))),
      tap((result) => {
        if (result._tag === 'Left')
          this.#failed(result.left, isFailed(result.left) ? 'folder.addFailed' : undefined, [parent.path]);
        else this.#done('new-folder', [path], null, { ok: 1, failed: 0 }, [parent.path]);
      }),
      this.#deeds.offering({ action: 'new-folder', name, count: 1 }, [path], () => null),
    );
    return begin(made$);
  }

  rename(entry: FileEntry, name: string, place: Place): Outcome<string> {
    if (name === entry.name) return settled(right(entry.path));
    const folder = parentOf(entry.path);
    const path = joinPath(folder, name);
    const named = isFolder(entry)
      ? checkFolderName(name)
      : checkFileName(name, isProtected(place) ? 'protected' : 'plain');
    const refused = refusedBy(firstRefusal(named, checkPathLength(path)));
    if (refused !== null) return settled(left(refused));
    if (this.#keeps({ do: 'rename', path: entry.path, to: path, seen: sightsOf([entry]) }))
      return settled(right(entry.path));
    const renamed$ = isFree(this.#deps.port, path).pipe(
      andThen(() => this.#deps.port.rename(entry.path, path).pipe(unlessDone(this.#deps.port, path))),
      map((result): Result<string> => (result._tag === 'Left' ? result : right(path))),
      this.#deeds.offering({ action: 'rename', name: entry.name, to: name, count: 1 }, [entry.path], (result) => {
        if (result._tag === 'Left') {
          this.#failed(result.left, undefined, [folder]);
          return null;
        }
        this.#done('rename', [entry.path], path, { ok: 1, failed: 0 }, [folder]);
        return { level: 'success', word: 'file.renamed', values: { name } };
      }),
    );
    return begin(renamed$);
  }

  batchRename(folder: string, pairs: readonly RenamePair[], place: Place): Outcome<Tally> {
    if (pairs.some(({ entry }) => isFolder(entry))) return this.#refuse(rejected('rename.onlyFiles'));
    const names = pairs.map(({ name }) => name);
    for (const name of names) {
      const refused = refusedBy(checkFileName(name, isProtected(place) ? 'protected' : 'plain'));
      if (refused !== null) return this.#refuse(left(refused));
    }
    const leaving = new Set(pairs.map(({ entry }) => entry.name));
    const seen = new Set<string>();
    const twice = names.find((name) => seen.size === seen.add(name).size);
    if (twice !== undefined) return this.#refuse(rejected('files.batchNameExists', { name: twice }));
    const renames = pairs.map(({ entry, name }) => ({ source: entry.path, target: joinPath(folder, name) }));
    const sources = renames.map(({ source }) => source);
    const first = pairs[0]?.entry.name ?? '';
    const checked = names.filter((name) => !leaving.has(name));
    const free$: Observable<Result<ReadonlySet<string>>> =
      checked.length === 0 ? of(right(new Set<string>())) : this.#deps.port.taken(folder, checked);
    const renamed$ = free$.pipe(
      andThen((taken): Observable<Result<Tally>> => {
        const [name] = taken;
        return name === undefined
          ? this.#deps.port.renameMany(renames)
          : of(rejected('files.batchNameExists', { name }));
      }),
      this.#deeds.offering({ action: 'batch-rename', name: first, count: sources.length }, sources, (result) => {
        if (result._tag === 'Left') {
          this.#failed(result.left, undefined, [folder]);
          return null;
        }
        const { ok, failed } = result.right;
        this.#done('batch-rename', sources, folder, result.right, [folder]);
        const { issue: word, ...counts } = renameOutcome({ done: ok, failed });
        if (word === 'file.renamed') return { level: 'success', word, values: { count: ok } };
        this.#say(LEVEL[word], word, counts);
        return null;
      }),
    );
    return begin(renamed$);
  }

  copy(entries: readonly FileEntry[], target: string, conflict: ConflictChoice = 1): Outcome<Tally> {
    return this.#transfer('copy', entries, target, (path) => copyTask(this.#deps.username, path, target, conflict));
  }

  download(addresses: readonly string[], target: string): Outcome<Tally> {
    return this.#submit('download', addresses, target, (address) => downloadTask(this.#deps.username, address, target));
  }

  move(entries: readonly FileEntry[], target: string, conflict?: ConflictChoice): Outcome<Tally> {
    return this.#move(entries, target, conflict);
  }

  encrypt(entries: readonly FileEntry[], target: string): Outcome<Tally> {
    const refused = refusedBy(firstRefusal(...entries.map(checkEncrypt)));
    if (refused !== null) return this.#refuse(left(refused));
    return this.#transfer('encrypt', entries, target, (path) => encryptTask(this.#deps.username, path, target));
  }

  decrypt(entries: readonly FileEntry[], target: string): Outcome<Tally> {
    const refused = refusedBy(firstRefusal(...entries.map(checkDecrypt)));
    if (refused !== null) return this.#refuse(left(refused));
    return this.#transfer('decrypt', entries, target, (path) => decryptTask(this.#deps.username, path, target));
  }

  conflicts(entries: readonly { readonly name: string }[], target: string): Outcome<readonly string[]> {
    // Nobody can be asked now: it is asked when what was kept is done.
    if (this.#deps.acts.isAway) return settled(right([]));
    const names = entries.map(({ name }) => name);
    return begin(
      this.#deps.port
        .taken(target, names)
        .pipe(
          map((result): Result<readonly string[]> =>
            result._tag === 'Left' ? result : right(names.filter((name) => result.right.has(name))),
          ),
        ),
    );
  }

  stillThere(folder: string): Outcome<boolean> {
    if (this.#deps.acts.isAway) return settled(right(true));
    return begin(
      this.#deps.port.exists(folder).pipe(
        map((result): Result<boolean> => right(result._tag === 'Left' || result.right)),
        tap((result) => {
          if (result._tag === 'Left' || result.right) return;
          this.#deps.notifications.notify({ level: 'info', word: 'files.folderGone', key: 'gone' });
          this.changed([parentOf(folder), folder]);
        }),
      ),
    );
  }

  remove(entries: readonly FileEntry[], place: Place): Outcome<Tally> {
    const paths = entries.map(({ path }) => path);
    if (!hasTrash(place)) return this.removeForEver(paths);
    if (this.#keeps({ do: 'trash', paths, seen: sightsOf(entries) }))
      return settled(right({ ok: paths.length, failed: 0 }));
    const trashed$ = inParts(paths, (part) => this.#deps.port.trash(part)).pipe(
      this.#deeds.offering(
        { action: 'trash', name: entries[0]?.name ?? '', count: entries.length },
        paths,
        (result) => {
          if (result._tag === 'Left') {
            this.#failed(result.left, undefined, paths.map(parentOf));
            return null;
          }
          const { ok, failed } = result.right;
          this.#done('trash', paths, null, result.right, paths.map(parentOf));
          if (failed === 0) return ok > 0 ? { level: 'success', word: 'files.trashed', values: { count: ok } } : null;
          return { level: 'warning', word: 'files.partly', values: { ok, done: ok, failed } };
        },
      ),
    );
    return begin(trashed$);
  }

  removeForEver(paths: readonly string[]): Outcome<Tally> {
    const removed$ = inParts(paths, (part) => this.#deps.port.remove(part)).pipe(
      tap((result) => {
        if (result._tag === 'Left') {
          this.#failed(result.left, undefined, paths.map(parentOf));
          return;
        }
        const { ok, failed } = result.right;
        this.#done('remove', paths, null, result.right, paths.map(parentOf));
        if (failed > 0) this.#say('warning', 'files.partly', { ok, done: ok, failed });
        else this.#say('success', 'files.removed', { count: ok });
      }),
    );
    return begin(removed$);
  }

  hasTrash(place: Place): boolean {
    return hasTrash(place);
  }

  copyToClipboard(entries: readonly FileEntry[]): void {
    this.#clipboard.hold('copy', entries);
  }

  cutToClipboard(entries: readonly FileEntry[]): void {
    this.#clipboard.hold('cut', entries);
  }

  paste(target: string, conflict?: ConflictChoice, what = this.#clipboard.held$.value): Outcome<Tally> {
    if (what === null) return this.#refuse(rejected('files.nothingToPaste'));
    if (what.mode === 'copy') return this.copy(what.entries, target, conflict);
    return this.#move(what.entries, target, conflict, (sent) => this.#clipboard.sent(what, sent));
  }

  undo(): Outcome<null> {
    return this.#deeds.undo();
  }

  redo(): Outcome<null> {
    return this.#deeds.redo();
  }

  close(): void {
    for (const view of this.#open) view.close();
    this.#clipboard.close();
  }

  #show(): void {
    const shown = [
      ...new Set([...this.#open].flatMap(({ state$, coming }) => [state$.value.location.path, coming ?? []].flat())),
    ];
    const { value } = this.#shown;
    if (shown.length !== value.length || shown.some((path, at) => path !== value[at])) this.#shown.set(shown);
  }

  #refuse<A>(refusal: Result<A>): Outcome<A> {
    if (refusal._tag === 'Left') this.#failed(refusal.left);
    return settled(refusal);
  }

  #say(level: Level, word: WordKey, values: Values = {}): void {
    this.#deps.notifications.notify({ level, word, values });
  }

  /** Tells it. What was not answered may have been done all the same, and what was refused is not as it was shown: open views of `folders` look. */
  #failed(failure: Failure, word?: WordKey, folders: readonly string[] = []): void {
    this.#deps.notifications.fail(failure, word);
    this.changed(folders);
  }

  #done(
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

  #keeps(act: Act): boolean {
    return this.#deps.acts.keeps(act);
  }

  #move(entries: readonly FileEntry[], target: string, asked?: ConflictChoice, sent?: HearSent): Outcome<Tally> {
    const leaving = entries.filter(({ path }) => parentOf(path) !== target);
    const conflict = asked ?? 1;
    if (
      leaving.length > 0 &&
      !this.#isIntoItself(leaving, target) &&
      this.#keeps({
        ...{ do: 'move', paths: leaving.map(({ path }) => path), into: target },
        ...{ conflict: asked ?? null, seen: sightsOf(leaving) },
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

  #isIntoItself(entries: readonly FileEntry[], target: string): boolean {
    return entries.some((entry) => isFolder(entry) && isWithin(target, entry.path));
  }

  /** One box task per entry (B39 to B42); nothing goes into itself. */
  #transfer(
    action: Action,
    entries: readonly FileEntry[],
    target: string,
    task: (path: string) => NewTask,
    sent?: (ids: Sent['ids']) => void,
  ): Outcome<Tally> {
    if (this.#isIntoItself(entries, target)) return this.#refuse(rejected('files.intoItself'));
    return this.#submit(
      action,
      entries.map(({ path }) => path),
      target,
      task,
      sent,
    );
  }

  /** One box task for each source, counted as FILES-64 wants it. */
  #submit(
    action: Action,
    sources: readonly string[],
    target: string,
    task: (source: string) => NewTask,
    sent?: (ids: Sent['ids']) => void,
  ): Outcome<Tally> {
    if (sources.length === 0) {
      sent?.([]);
      return settled(right({ ok: 0, failed: 0 }));
    }
    const sent$ = sendTasks(this.#deps.port, sources.map(task)).pipe(
      map(({ ok, failed, ids, last }): Result<Tally> => {
        sent?.(ids);
        this.#deps.store.append(tasksSent(ids), 'box');
        const folders = [...sources.map(parentOf), target];
        this.#done(action, sources, target, { ok, failed }, last === null ? [] : folders);
        const { issue: word, ...counts } = transferOutcome({ done: ok, failed });
        if (word === 'transfer.failed') this.#failed(last ?? { _tag: 'Rejected', word }, word);
        else {
          const notice: Notice = { level: LEVEL[word], word, values: { count: ok, ...counts } };
          const name = lastOf(sources[0] ?? '');
          if (action === 'copy' || action === 'move')
            this.#deeds.sent(
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
    return begin(sent$);
  }
}
