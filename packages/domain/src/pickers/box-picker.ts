import { type Cursor, joinPath } from '@boxwood/box-sdk';
import {
  checkFolderName,
  checkPick,
  checkPickerNewFolder,
  documentPickAction,
  BOX_PATHS as PATHS,
} from '@boxwood/box-sdk/rules';
import { EMPTY, ignoreElements, type Observable, Subject, Subscription, switchMap, tap } from 'rxjs';
import { type FileEntry, isFolder, PLACES, type Place } from '../model.ts';
import { isFailed } from '../files/file-calls.ts';
import { type Failure, mapRight, rejectionOf, type Result } from '../outcome.ts';
import { combine, State, type StateStream } from '../state/state-stream.ts';
import type { Picker, PickerKind, PickerOptions, PickerState } from './pickers.ts';
import type { PickerPage, PickerPort } from './port.ts';

/** Dependencies of {@link BoxPicker}. `safeOpen$` and `privateOpen$`: whether the gates of the two areas are open. */
export interface PickerDeps {
  readonly port: PickerPort;
  readonly options: PickerOptions;
  readonly safeOpen$: StateStream<boolean>;
  readonly privateOpen$: StateStream<boolean>;
  readonly username: string;
}

type PickerInnerState = Omit<PickerState, 'canConfirm' | 'reason' | 'noFolderReason'>;

const { personal, public: common, safe, friends, device, private: hidden, network } = PLACES;

/** PICKER-03 to PICKER-05, PICKER-20, PICKER-24. */
const tabsOf = ({ kind, devices = false }: PickerOptions): readonly Place[] => {
  if (kind === 'safe') return [safe];
  if (kind === 'own') return [personal];
  const tabs: Place[] = kind === 'link' ? [personal, common] : [personal, common, hidden, friends];
  if (devices || kind === 'movie') tabs.push(device);
  return tabs;
};

const EMPTY_PAGE: PickerPage = { entries: [], next: null };

/** ERR-118: code "failed" has its own message for a new folder. */
const explainFolderFailure = (failure: Failure): Failure =>
  isFailed(failure) ? { _tag: 'Rejected', messageKey: 'folder.addFailed' } : failure;
const nameTaken: Failure = { _tag: 'Rejected', messageKey: 'rename.targetExists' };

/** See {@link Picker}. */
export class BoxPicker implements Picker {
  readonly #deps: PickerDeps;
  readonly #kind: PickerKind;
  /** Whether files can be chosen too. */
  readonly #canPickFiles: boolean;
  readonly #inner: State<PickerInnerState>;
  /** Reloads the list (null), or loads the page after a cursor. */
  readonly #loads = new Subject<Cursor | null>();
  #next: Cursor | null = null;
  /** Path of the folder created last; it is selected as soon as it is listed. */
  #createdFolder: string | null = null;
  readonly #subscriptions = new Subscription();
  readonly state$: StateStream<PickerState>;

  constructor(deps: PickerDeps) {
    this.#deps = deps;
    this.#kind = deps.options.kind;
    this.#canPickFiles = this.#kind === 'document' || this.#kind === 'link';
    const tabs = tabsOf(deps.options);
    const tab = tabs[0] ?? personal;
    this.#inner = new State<PickerInnerState>({
      open: false,
      tabs,
      tab,
      crumbs: [],
      entries: [],
      loading: false,
      hasMore: false,
      failure: null,
      folderFailure: null,
      selected: null,
    });
    this.state$ = combine(
      [this.#inner.stream, deps.safeOpen$, deps.privateOpen$],
      (inner, safeOpen, privateOpen): PickerState => {
        const verdict = this.#verdict(inner, safeOpen, privateOpen);
        const folder = checkPickerNewFolder({ root: inner.tab, mount: this.#folderOf(inner) });
        return {
          ...inner,
          canConfirm: verdict.ok,
          reason: verdict.ok ? null : verdict.issue,
          noFolderReason: folder.ok ? null : folder.issue,
        };
      },
    );
    this.#subscriptions.add(this.#loads.pipe(switchMap((after) => this.#list(after))).subscribe());
    this.#subscriptions.add(deps.safeOpen$.subscribe((open) => this.#reloadOnOpen(safe, open)));
    this.#subscriptions.add(deps.privateOpen$.subscribe((open) => this.#reloadOnOpen(hidden, open)));
  }

  open(): void {
    this.#reset(true);
    this.#loads.next(null);
    this.#offerNetwork();
  }

  loadMore(): void {
    if (this.#next !== null && !this.#inner.value.loading) this.#loads.next(this.#next);
  }

  switchTab(tab: Place): void {
    const inner = this.#inner.value;
    if (inner.loading || !inner.tabs.includes(tab)) return;
    this.#navigate({ tab, crumbs: [] });
  }

  select(entry: FileEntry | null): void {
    this.#inner.update((inner) => ({ ...inner, selected: entry }));
  }

  activate(entry: FileEntry): string | null {
    if (this.#canPickFiles && !isFolder(entry)) {
      this.select(entry);
      return this.confirm();
    }
    if (isFolder(entry)) {
      const { crumbs } = this.#inner.value;
      this.#navigate({ crumbs: [...crumbs, { title: entry.name, path: entry.path }] });
    }
    return null;
  }

  back(): void {
    const { crumbs } = this.#inner.value;
    if (crumbs.length > 0) this.#navigate({ crumbs: crumbs.slice(0, -1) });
  }

  jump(level: number): void {
    this.#navigate({ crumbs: this.#inner.value.crumbs.slice(0, Math.max(0, level + 1)) });
  }

  newFolder(name: string): void {
    const folder = this.#folderOf(this.#inner.value);
    if (folder === null || this.state$.value.noFolderReason !== null) return;
    const refused = rejectionOf(checkFolderName(name));
    this.#inner.update((inner) => ({ ...inner, folderFailure: refused }));
    if (refused !== null) return;
    this.#deps.port.makeFolder(joinPath(folder, name)).subscribe((result) => {
      const failure =
        result._tag === 'Left' ? explainFolderFailure(result.left) : result.right.existed ? nameTaken : null;
      if (failure === null) {
        this.#createdFolder = joinPath(folder, name);
        this.#loads.next(null);
      } else this.#inner.update((inner) => ({ ...inner, folderFailure: failure }));
    });
  }

  confirm(): string | null {
    const inner = this.#inner.value;
    const verdict = this.#verdict(inner, this.#deps.safeOpen$.value, this.#deps.privateOpen$.value);
    if (!verdict.ok) return null;
    this.close();
    if (this.#kind !== 'document') return verdict.path;
    return documentPickAction({ path: verdict.path, type: inner.selected?.type ?? 5 }).path;
  }

  close(): void {
    this.#reset(false);
  }

  /** Stops loading permanently. */
  dispose(): void {
    this.#subscriptions.unsubscribe();
  }

  #verdict(inner: PickerInnerState, safeOpen: boolean, privateOpen: boolean) {
    const mount = this.#folderOf(inner);
    const selected = inner.selected === null ? null : mount === null ? inner.selected.path : inner.selected.name;
    const verified = inner.tab === hidden ? privateOpen : safeOpen;
    return checkPick({ root: inner.tab, mount, selected, verified });
  }

  /** Path of the current folder; null at the root of a tab. The safe and private files are folders themselves. */
  #folderOf({ tab, crumbs }: Pick<PickerInnerState, 'tab' | 'crumbs'>): string | null {
    const home = `${PATHS.firstUsb}${this.#deps.username}`;
    const area = tab === safe ? `${home}/${PATHS.safe}` : tab === hidden ? `${home}/${PATHS.private}` : null;
    return crumbs.at(-1)?.path ?? area;
  }

  /** Reloads the list when a gate opens: the box refused it before (PICKER-24, PICKER-33). */
  #reloadOnOpen(area: Place, open: boolean): void {
    if (open && this.#inner.value.open && this.#inner.value.tab === area) this.#navigate({});
  }

  #isLocked(tab: Place): boolean {
    const { safeOpen$, privateOpen$ } = this.#deps;
    return (tab === safe && !safeOpen$.value) || (tab === hidden && !privateOpen$.value);
  }

  /** PICKER-05: shows the network tab as soon as a mounted network share is found. */
  #offerNetwork(): void {
    const { port, options } = this.#deps;
    if (options.network !== true || this.#inner.value.tabs.length === 1) return;
    this.#subscriptions.add(
      port.roots(network).subscribe((result) => {
        if (result._tag === 'Left' || result.right.length === 0) return;
        this.#inner.update((inner) =>
          inner.tabs.includes(network) ? inner : { ...inner, tabs: [...inner.tabs, network] },
        );
      }),
    );
  }

  /** PICKER-13, PICKER-18: personal space, no path, no selection. */
  #reset(open: boolean): void {
    const tab = this.#inner.value.tabs[0] ?? personal;
    this.#inner.update((inner) => ({
      ...inner,
      open,
      tab,
      crumbs: [],
      entries: [],
      loading: false,
      hasMore: false,
      failure: null,
      folderFailure: null,
      selected: null,
    }));
  }

  /** PICKER-14 to PICKER-17: every navigation clears the selection and reloads. */
  #navigate(change: Partial<Pick<PickerInnerState, 'tab' | 'crumbs'>>): void {
    this.#createdFolder = null;
    this.#inner.update((inner) => ({ ...inner, ...change, selected: null, entries: [], folderFailure: null }));
    this.#loads.next(null);
  }

  #list(after: Cursor | null): Observable<never> {
    const { tab } = this.#inner.value;
    if (this.#isLocked(tab)) {
      this.#inner.update((inner) => ({ ...inner, entries: [], loading: false, hasMore: false, failure: null }));
      return EMPTY;
    }
    // The list stays usable while its next page is loading.
    if (after === null) this.#inner.update((inner) => ({ ...inner, loading: true, failure: null }));
    this.#next = null;
    return this.#page(after).pipe(
      tap((result) => {
        if (result._tag === 'Left' && after !== null) {
          // The listed entries stay; the end of the list retries.
          this.#next = after;
          this.#inner.update((inner) => ({ ...inner, folderFailure: result.left }));
          return;
        }
        const page = result._tag === 'Left' ? EMPTY_PAGE : result.right;
        const failure = result._tag === 'Left' ? result.left : null;
        const shown = page.entries.filter((entry) => this.#isShown(entry));
        this.#next = page.next;
        this.#inner.update((inner) => {
          if (!inner.open) return inner;
          const entries = after === null ? shown : [...inner.entries, ...shown];
          const made = entries.find(({ path }) => path === this.#createdFolder);
          if (made !== undefined) this.#createdFolder = null;
          return {
            ...inner,
            entries,
            selected: made ?? inner.selected,
            loading: false,
            hasMore: page.next !== null,
            failure,
          };
        });
      }),
      ignoreElements(),
    );
  }

  #page(after: Cursor | null): Observable<Result<PickerPage>> {
    const { port } = this.#deps;
    const { tab, crumbs } = this.#inner.value;
    const path = this.#folderOf({ tab, crumbs });
    return path === null
      ? port.roots(tab).pipe(mapRight((entries) => ({ entries, next: null })))
      : port.folders(tab, path, this.#canPickFiles, after);
  }

  /** PICKER-11, PICKER-19, PICKER-21: folders, files for the document picker, my-shares on the first volume only. */
  #isShown(entry: FileEntry): boolean {
    if (!isFolder(entry) && !this.#canPickFiles) return false;
    const { tab, crumbs } = this.#inner.value;
    const hiddenShares =
      tab === personal &&
      crumbs.length === 1 &&
      entry.name === PATHS.myShares &&
      !entry.path.startsWith(PATHS.firstUsb);
    return !hiddenShares;
  }
}
