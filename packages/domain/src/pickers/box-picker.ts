import { joinPath } from '@boxwood/box-sdk';
import {
  checkFolderName,
  checkPick,
  checkPickerNewFolder,
  documentPick,
  PLACES as PATHS,
} from '@boxwood/box-sdk/rules';
import { Subject, Subscription, switchMap } from 'rxjs';
import { type FileEntry, isFolder, PLACES, type Place } from '../model.ts';
import { refusedBy } from '../outcome.ts';
import { combine, State, type StateStream } from '../state/state-stream.ts';
import type { Picker, PickerKind, PickerOptions, PickerState } from './pickers.ts';
import type { PickerPort } from './port.ts';

/** What a picker needs. `safeOpen$` and `privateOpen$` say whether the gates of the two areas are open. */
export interface PickerDeps {
  readonly port: PickerPort;
  readonly options: PickerOptions;
  readonly safeOpen$: StateStream<boolean>;
  readonly privateOpen$: StateStream<boolean>;
  readonly username: string;
}

type Inner = Omit<PickerState, 'canConfirm' | 'reason' | 'canCreateFolder'>;

const { personal, public: common, safe, friends, device, private: hidden, network } = PLACES;

/** PICKER-03 to PICKER-05, PICKER-20, PICKER-24. */
const tabsOf = ({ kind, devices = false, network: mounts = false }: PickerOptions): readonly Place[] => {
  if (kind === 'safe') return [safe];
  if (kind === 'own') return [personal];
  const tabs: Place[] = [personal, common, hidden, friends];
  if (devices || kind === 'movie') tabs.push(device);
  if (mounts) tabs.push(network);
  return tabs;
};

/** See {@link Picker}. */
export class BoxPicker implements Picker {
  readonly #deps: PickerDeps;
  readonly #kind: PickerKind;
  readonly #inner: State<Inner>;
  readonly #loads = new Subject<null>();
  readonly #subscriptions = new Subscription();
  readonly state$: StateStream<PickerState>;

  constructor(deps: PickerDeps) {
    this.#deps = deps;
    this.#kind = deps.options.kind;
    const tabs = tabsOf(deps.options);
    const tab = tabs[0] ?? personal;
    this.#inner = new State<Inner>({
      open: false,
      tabs,
      tab,
      crumbs: [],
      entries: [],
      loading: false,
      failure: null,
      selected: null,
    });
    this.state$ = combine(
      [this.#inner.stream, deps.safeOpen$, deps.privateOpen$],
      (inner, safeOpen, privateOpen): PickerState => {
        const verdict = this.#verdict(inner, safeOpen, privateOpen);
        return {
          ...inner,
          canConfirm: verdict.ok,
          reason: verdict.ok ? null : verdict.issue,
          canCreateFolder: checkPickerNewFolder({ mount: mountOf(inner) }).ok && inner.tab !== friends,
        };
      },
    );
    this.#subscriptions.add(this.#loads.pipe(switchMap(() => this.#list())).subscribe());
  }

  open(): void {
    this.#reset(true);
    this.#loads.next(null);
  }

  switchTab(tab: Place): void {
    const inner = this.#inner.value;
    if (inner.loading || !inner.tabs.includes(tab)) return;
    this.#go({ tab, crumbs: this.#firstCrumbs(tab) });
  }

  select(entry: FileEntry | null): void {
    this.#inner.update((inner) => ({ ...inner, selected: entry }));
  }

  activate(entry: FileEntry): string | null {
    if (this.#kind === 'document' && !isFolder(entry)) {
      this.select(entry);
      return this.confirm();
    }
    if (isFolder(entry)) {
      const { crumbs } = this.#inner.value;
      this.#go({ crumbs: [...crumbs, { title: entry.name, path: entry.path }] });
    }
    return null;
  }

  back(): void {
    const { crumbs, tab } = this.#inner.value;
    if (crumbs.length > this.#firstCrumbs(tab).length) this.#go({ crumbs: crumbs.slice(0, -1) });
  }

  jump(level: number): void {
    const { crumbs, tab } = this.#inner.value;
    const keep = Math.max(level + 1, this.#firstCrumbs(tab).length);
    this.#go({ crumbs: crumbs.slice(0, keep) });
  }

  newFolder(name: string): void {
    const mount = mountOf(this.#inner.value);
    const refused = refusedBy(checkFolderName(name));
    if (mount === null || !this.state$.value.canCreateFolder) return;
    if (refused !== null) {
      this.#inner.update((inner) => ({ ...inner, failure: refused }));
      return;
    }
    this.#deps.port.makeFolder(joinPath(mount, name)).subscribe((result) => {
      if (result._tag === 'Right') this.#loads.next(null);
      else this.#inner.update((inner) => ({ ...inner, failure: result.left }));
    });
  }

  confirm(): string | null {
    const inner = this.#inner.value;
    const verdict = this.#verdict(inner, this.#deps.safeOpen$.value, this.#deps.privateOpen$.value);
    if (!verdict.ok) return null;
    this.close();
    if (this.#kind !== 'document') return verdict.path;
    return documentPick({ path: verdict.path, type: inner.selected?.type ?? 5 }).path;
  }

  close(): void {
    this.#reset(false);
  }

  /** Stops loading for good. */
  dispose(): void {
    this.#subscriptions.unsubscribe();
  }

  #verdict(inner: Inner, safeOpen: boolean, privateOpen: boolean) {
    const mount = mountOf(inner);
    const selected = inner.selected === null ? null : mount === null ? inner.selected.path : inner.selected.name;
    const verified = inner.tab === hidden ? privateOpen : safeOpen;
    return checkPick({ root: inner.tab, mount, selected, verified });
  }

  /** The safe and the private files are folders themselves: their tabs begin inside. */
  #firstCrumbs(tab: Place): Inner['crumbs'] {
    const home = `${PATHS.firstUsb}${this.#deps.username}`;
    if (tab === safe) return [{ title: PATHS.safe, path: `${home}/${PATHS.safe}` }];
    if (tab === hidden) return [{ title: PATHS.private, path: `${home}/${PATHS.private}` }];
    return [];
  }

  /** PICKER-13, PICKER-18: personal space, no path, no selection. */
  #reset(open: boolean): void {
    const tab = this.#inner.value.tabs[0] ?? personal;
    this.#inner.update((inner) => ({
      ...inner,
      open,
      tab,
      crumbs: this.#firstCrumbs(tab),
      entries: [],
      loading: false,
      failure: null,
      selected: null,
    }));
  }

  /** PICKER-14 to PICKER-17: every way to another list drops the selection and reloads. */
  #go(change: Partial<Pick<Inner, 'tab' | 'crumbs'>>): void {
    this.#inner.update((inner) => ({ ...inner, ...change, selected: null, entries: [] }));
    this.#loads.next(null);
  }

  #list() {
    const { tab, crumbs } = this.#inner.value;
    const path = crumbs.at(-1)?.path ?? null;
    this.#inner.update((inner) => ({ ...inner, loading: true, failure: null }));
    const { port } = this.#deps;
    const answer$ = path === null ? port.roots(tab) : port.folders(tab, path, this.#kind === 'document');
    return answer$.pipe(
      switchMap((result) => {
        const entries = result._tag === 'Left' ? [] : result.right.filter((entry) => this.#shows(entry));
        const failure = result._tag === 'Left' ? result.left : null;
        this.#inner.update((inner) => (inner.open ? { ...inner, entries, loading: false, failure } : inner));
        return [];
      }),
    );
  }

  /** PICKER-11, PICKER-19, PICKER-21: folders, files for the document picker, my-shares on the first volume only. */
  #shows(entry: FileEntry): boolean {
    if (!isFolder(entry) && this.#kind !== 'document') return false;
    const { tab, crumbs } = this.#inner.value;
    const hiddenShares =
      tab === personal &&
      crumbs.length === 1 &&
      entry.name === PATHS.myShares &&
      !entry.path.startsWith(PATHS.firstUsb);
    return !hiddenShares;
  }
}

/** The folder the picker is in; null at the root of a tab. */
const mountOf = ({ crumbs }: Pick<PickerState, 'crumbs'>): string | null => crumbs.at(-1)?.path ?? null;
