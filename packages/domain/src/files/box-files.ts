import type { FileEntry } from '@boxwood/box-sdk';
import { right } from '@boxwood/command-bus';
import { last, map, type Observable, type SchedulerLike, tap } from 'rxjs';
import { sightsOf } from '../acts/sights.ts';
import { type Place, PLACES } from '../model.ts';
import { begin, mapRight, type Outcome, type Question, rejected, type Result, settled } from '../outcome.ts';
import type { Settings } from '../settings/settings.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import { Clipboard } from './clipboard.ts';
import { Deeds } from './deeds.ts';
import type { FileWork } from './file-work.ts';
import type { ConflictChoice, FileClipboard, Files, FolderView, Found, Location, RenamePair, Tally } from './files.ts';
import { BoxFolderView } from './folder-view.ts';
import { History } from './folder-history.ts';
import { Naming } from './naming.ts';
import { fetchUntil, noPages } from './pages.ts';
import { inParts } from './parts.ts';
import { hasTrash, parentOf, patternOf } from './places.ts';
import type { PageRequest } from './port.ts';
import type { BringTakingBack } from './taking-back.ts';
import { Told } from './told.ts';
import { Transfers } from './transfers.ts';

/** Dependencies of the file area. */
export interface FilesDeps extends Omit<FileWork, 'deeds' | 'told'> {
  readonly settings: Settings;
  readonly takingBack: BringTakingBack;
  readonly scheduler?: SchedulerLike;
}

/** File type of pictures (FILES-40). */
const IMAGE = 3;

/** Page size of {@link Files.listAllOfType}: few requests, each short enough not to block others. */
const EVERY_PAGE = 500;

/** See {@link Files}. */
export class BoxFiles implements Files {
  readonly #deps: FilesDeps;
  readonly #clipboard: Clipboard;
  readonly #deeds: Deeds;
  readonly #told: Told;
  readonly #naming: Naming;
  readonly #transfers: Transfers;
  readonly #open = new Set<BoxFolderView>();
  readonly #shown = new State<readonly string[]>([]);
  #views = 0;

  constructor(deps: FilesDeps) {
    this.#deps = deps;
    this.#clipboard = new Clipboard(deps.store);
    this.#told = new Told(deps);
    const { port, settings, notifications, username, takingBack } = deps;
    this.#deeds = new Deeds({
      port,
      settings,
      notifications,
      username,
      takingBack,
      changed: (folders) => this.#told.done('undo', [], null, { ok: 1, failed: 0 }, folders),
      failed: () => this.changed(this.#shown.value),
    });
    const work: FileWork = { ...deps, deeds: this.#deeds, told: this.#told };
    this.#naming = new Naming(work);
    this.#transfers = new Transfers(work);
  }

  get clipboard$(): StateStream<FileClipboard | null> {
    return this.#clipboard.held$;
  }

  get shown$(): StateStream<readonly string[]> {
    return this.#shown.stream;
  }

  view(
    location: Location,
    joined = false,
    behind: readonly Location[] = [],
    ahead: readonly Location[] = [],
  ): FolderView {
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
      new History(location, behind, ahead),
    );
    this.#open.add(view);
    this.#show();
    return view;
  }

  changed(folders: readonly string[]): void {
    this.#told.changed(folders);
  }

  find(text: string, places: readonly Place[], most: number): Outcome<Found> {
    const [place = PLACES.personal] = places;
    const request: PageRequest = {
      location: { place, path: '' },
      sort: { prop: 'name', order: 'aesc' },
      filter: {},
      type: null,
      pattern: patternOf(text.trim(), false),
      wide: { places },
      limit: most,
      after: null,
    };
    return this.#deps.port.page(request).pipe(mapRight(({ entries, total }) => ({ entries, total })));
  }

  everyOf(type: number, places: readonly Place[]): Question<readonly FileEntry[]> {
    const [place = PLACES.personal] = places;
    const none = noPages({
      location: { place, path: '' },
      sort: { prop: 'name', order: 'aesc' },
      filter: {},
      pattern: '',
      type,
      wide: { places },
      limit: EVERY_PAGE,
    });
    return fetchUntil(this.#deps.port, none, Number.POSITIVE_INFINITY).pipe(
      last(),
      mapRight(({ pages }) => pages.flat()),
    );
  }

  pictures(location: Location, most: number): Question<readonly FileEntry[]> {
    return this.#deps.port
      .page({
        location,
        sort: { prop: 'name', order: 'aesc' },
        filter: { type: IMAGE },
        pattern: null,
        type: null,
        wide: null,
        limit: most,
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

  batchRename(folder: string, pairs: readonly RenamePair[], place: Place): Outcome<Tally> {
    return this.#naming.batchRename(folder, pairs, place);
  }

  copy(entries: readonly FileEntry[], target: string, conflict?: ConflictChoice): Outcome<Tally> {
    return this.#transfers.copy(entries, target, conflict);
  }

  download(addresses: readonly string[], target: string): Outcome<Tally> {
    return this.#transfers.download(addresses, target);
  }

  move(entries: readonly FileEntry[], target: string, conflict?: ConflictChoice): Outcome<Tally> {
    return this.#transfers.move(entries, target, conflict);
  }

  encrypt(entries: readonly FileEntry[], target: string): Outcome<Tally> {
    return this.#transfers.encrypt(entries, target);
  }

  decrypt(entries: readonly FileEntry[], target: string): Outcome<Tally> {
    return this.#transfers.decrypt(entries, target);
  }

  conflicts(entries: readonly { readonly name: string }[], target: string): Outcome<readonly string[]> {
    // The user cannot be asked while offline. The question follows when the pending action is sent.
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
    if (this.#deps.acts.keeps({ do: 'trash', paths, seen: sightsOf(entries) }))
      return settled(right({ ok: paths.length, failed: 0 }));
    const trashed$ = inParts(paths, (part) => this.#deps.port.trash(part)).pipe(
      this.#deeds.offering(
        { action: 'trash', name: entries[0]?.name ?? '', count: entries.length },
        paths,
        (result) => {
          if (result._tag === 'Left') {
            this.#told.failed(result.left, undefined, paths.map(parentOf));
            return null;
          }
          const { ok, failed } = result.right;
          this.#told.done('trash', paths, null, result.right, paths.map(parentOf));
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
          this.#told.failed(result.left, undefined, paths.map(parentOf));
          return;
        }
        const { ok, failed } = result.right;
        this.#told.done('remove', paths, null, result.right, paths.map(parentOf));
        if (failed > 0) this.#told.say('warning', 'files.partly', { ok, done: ok, failed });
        else this.#told.say('success', 'files.removed', { count: ok });
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
    if (what === null) return this.#told.refuse(rejected('files.nothingToPaste'));
    if (what.mode === 'copy') return this.copy(what.entries, target, conflict);
    return this.#transfers.move(what.entries, target, conflict, (sent) => this.#clipboard.sent(what, sent));
  }

  get begun$(): Observable<unknown> {
    return this.#deeds.begun$;
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
}
