import { asyncScheduler, type Observable, type SchedulerLike, type Subscription } from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import type { KeyValue } from '../settings/key-value.ts';
import type { Settings } from '../settings/settings.ts';
import { select, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import {
  activeWindow,
  decideCascade,
  decideCycle,
  decideMaximise,
  decideMinimise,
  decideMove,
  decideOpen,
  decideRaise,
  decideResize,
  decideRestore,
  decideSnap,
  decideTile,
  decideViewport,
  type DesktopState,
} from './desktop-decisions.ts';
import type {
  Desktop,
  DesktopWindow,
  OpenWindowRequest,
  WindowRect,
  ResizeHandle,
  DesktopSize,
  DesktopSnapZone,
  WindowId,
} from './desktop.ts';
import { resizedRect, SHELL, snappedRect, zoneAt } from './shell-geometry.ts';
import { readIcons, readPlacements, readWindows, screenKeyOf, writeIcons, writePlacements } from './desktop-storage.ts';
import { desktopProjection } from './projection.ts';

/** Dependencies of {@link BoxDesktop}. */
export interface DesktopDeps {
  readonly store: EventStore<BoxEvent>;
  readonly settings: Settings;
  /** Storage of this tab, from which windows are restored after a reload; null: windows are not stored. */
  readonly tab: KeyValue | null;
  readonly username: string;
  /** Windows of the same user from a session that ended without a sign-out; restored when the tab has stored none. */
  readonly windowsToRestore?: readonly DesktopWindow[];
  readonly newId: () => string;
  /** Initial size of the desktop area, before {@link Desktop.setViewport}; restored windows are moved inside it. */
  readonly viewport?: DesktopSize;
  /** Emits when the page may be about to close (`pageLeaving`): pending writes are flushed. */
  readonly leaving$?: Observable<unknown>;
  readonly scheduler?: SchedulerLike;
}

const SAVE_DELAY_MS = 300;

/** Asks for confirmation before a window closes, because data in it would be lost. */
interface WindowGuard {
  readonly id: WindowId;
  readonly confirm: (proceed: () => void) => void;
}

/** See {@link Desktop}. Dispose it at sign-out. */
export class BoxDesktop implements Desktop {
  readonly #deps: DesktopDeps;
  readonly #state: StateStream<DesktopState>;
  /** For each screen size, the last bounds of each app's window. */
  readonly #placements: Map<string, ReadonlyMap<string, WindowRect>>;
  readonly #saving: Subscription;
  #guards: readonly WindowGuard[] = [];
  #viewport: DesktopSize = { width: SHELL.first.x + SHELL.first.width, height: SHELL.first.y + SHELL.first.height };
  #timer: Subscription | null = null;

  readonly windows$: StateStream<readonly DesktopWindow[]>;
  readonly active$: StateStream<WindowId | null>;
  readonly minimised$: StateStream<readonly DesktopWindow[]>;
  readonly icons$: StateStream<readonly string[] | null>;

  constructor(deps: DesktopDeps) {
    this.#deps = deps;
    if (deps.viewport !== undefined) this.#viewport = deps.viewport;
    this.#state = deps.store.state(desktopProjection);
    this.windows$ = select(this.#state, ({ windows }) => windows);
    this.active$ = select(this.windows$, (windows) => activeWindow(windows)?.id ?? null);
    this.minimised$ = select(this.windows$, (windows) => windows.filter(({ isMinimized }) => isMinimized));
    this.icons$ = select(this.#state, ({ icons }) => icons);
    this.#placements = new Map(readPlacements(deps.settings.text(this.#placementsKey)));
    this.#restoreAll();
    this.#saving = this.windows$.subscribe(() => this.#scheduleSave());
    this.#saving.add(deps.leaving$?.subscribe(() => this.#flushSave()));
  }

  window(id: WindowId): StateStream<DesktopWindow | null> {
    return select(this.windows$, (windows) => windows.find((window) => window.id === id) ?? null);
  }

  setViewport(size: DesktopSize): void {
    this.#rememberPlacements();
    this.#viewport = size;
    this.#fitAll();
  }

  open(request: OpenWindowRequest): WindowId {
    const { id, events } = decideOpen(this.#state.value, request, {
      id: this.#deps.newId() as WindowId,
      viewport: this.#viewport,
      remembered: this.#rememberedRect({ component: request.component, document: request.document ?? null }),
    });
    if (!this.#changesPage(id, request) || !this.#confirmsFirst(id, () => this.open(request))) this.#record(events);
    return id;
  }

  update(
    id: WindowId,
    change: { readonly title?: string; readonly pageIndex?: number; readonly params?: unknown },
  ): void {
    if (this.#changesPage(id, change) && this.#confirmsFirst(id, () => this.update(id, change))) return;
    this.#recordFor(id, ({ title, pageIndex, params }) => [
      { type: 'WindowChanged', data: { id, title, pageIndex, params, ...change } },
    ]);
  }

  raise(id: WindowId): void {
    this.#recordFor(id, (window) => decideRaise(this.#state.value, window));
  }

  move(id: WindowId, x: number, y: number): void {
    this.#recordFor(id, (window) => decideMove(window, x, y, this.#viewport));
  }

  resize(id: WindowId, handle: ResizeHandle, from: WindowRect, dx: number, dy: number): void {
    this.#recordFor(id, (window) => decideResize(window, resizedRect(from, handle, dx, dy, this.#viewport)));
  }

  snap(id: WindowId, zone: DesktopSnapZone): void {
    this.#recordFor(id, (window) => decideSnap(this.#state.value, window, zone, this.#viewport));
  }

  minimise(id: WindowId): void {
    this.#recordFor(id, (window) => decideMinimise([window]));
  }

  minimiseAll(): void {
    this.#record(decideMinimise(this.#state.value.windows));
  }

  maximise(id: WindowId): void {
    this.#recordFor(id, (window) => decideMaximise(this.#state.value, window, this.#viewport));
  }

  restore(id: WindowId): void {
    this.#recordFor(id, (window) => decideRestore(this.#state.value, window, this.#viewport));
  }

  toggleMaximise(id: WindowId): void {
    this.#recordFor(id, (window) =>
      window.isMaximized
        ? decideRestore(this.#state.value, window, this.#viewport)
        : decideMaximise(this.#state.value, window, this.#viewport),
    );
  }

  close(id: WindowId): void {
    if (!this.#confirmsFirst(id, () => this.close(id)))
      this.#recordFor(id, () => [{ type: 'WindowClosed', data: { ids: [id] } }]);
  }

  closeAll(): void {
    const ids = this.#state.value.windows.map(({ id }) => id);
    if (ids.length > 0) this.#record([{ type: 'WindowClosed', data: { ids } }]);
  }

  guard(id: WindowId, confirm: (proceed: () => void) => void): () => void {
    const guard = { id, confirm };
    this.#guards = [...this.#guards, guard];
    return () => {
      this.#guards = this.#guards.filter((each) => each !== guard);
    };
  }

  cycle(direction: 1 | -1): void {
    this.#record(decideCycle(this.#state.value, direction));
  }

  cascade(): void {
    this.#record(decideCascade(this.#state.value, this.#viewport));
  }

  tile(): void {
    this.#record(decideTile(this.#state.value, this.#viewport));
  }

  zoneAt(x: number, y: number): DesktopSnapZone | 'maximise' | null {
    return zoneAt(x, y, this.#viewport);
  }

  zoneRect(zone: DesktopSnapZone): WindowRect {
    return snappedRect(zone, this.#viewport);
  }

  setIcons(titles: readonly string[]): void {
    const text = writeIcons(titles);
    this.#deps.settings.setText(this.#iconsKey, text);
    this.#record([{ type: 'IconsChosen', data: { titles: readIcons(text) } }]);
  }

  /** Flushes pending writes and stops saving. */
  dispose(): void {
    this.#saving.unsubscribe();
    this.#flushSave();
  }

  get #iconsKey(): string {
    return `${this.#deps.username}_desktop`;
  }

  /** The key contains the user name, so that a user who signs in later does not get the windows of another one. */
  get #openKey(): string {
    return `boxwood_windows:${this.#deps.username}`;
  }

  get #placementsKey(): string {
    return `${this.#deps.username}_windows`;
  }

  #record(events: readonly BoxEvent[]): void {
    this.#deps.store.append(events, 'person');
  }

  #recordFor(id: WindowId, decide: (window: DesktopWindow) => readonly BoxEvent[]): void {
    const window = this.#state.value.windows.find((candidate) => candidate.id === id);
    if (window !== undefined) this.#record(decide(window));
  }

  #changesPage(id: WindowId, { pageIndex }: { readonly pageIndex?: number }): boolean {
    return pageIndex !== undefined && pageIndex !== this.window(id).value?.pageIndex;
  }

  /**
   * Whether a guard asks for confirmation first. It raises the window; `retry` repeats the action after confirmation.
   */
  #confirmsFirst(id: WindowId, retry: () => void): boolean {
    const guard = this.#guards.findLast((each) => each.id === id);
    if (guard === undefined) return false;
    this.raise(id);
    guard.confirm(retry);
    return true;
  }

  #restoreAll(): void {
    const stored = readWindows(this.#deps.tab?.get(this.#openKey) ?? null);
    const windows = stored.length > 0 ? stored : (this.#deps.windowsToRestore ?? []);
    const titles = readIcons(this.#deps.settings.text(this.#iconsKey));
    this.#deps.store.append(
      [
        ...windows.map((window): BoxEvent => ({ type: 'WindowOpened', data: { window } })),
        { type: 'IconsChosen', data: { titles } },
      ],
      'restore',
    );
    this.#fitAll();
  }

  #fitAll(): void {
    const { windows } = this.#state.value;
    // Only one rectangle is remembered per app.
    const isOnly = ({ component }: DesktopWindow): boolean =>
      windows.filter((window) => window.component === component && window.document === null).length === 1;
    this.#record(
      decideViewport(this.#state.value, this.#viewport, (window) =>
        isOnly(window) ? this.#rememberedRect(window) : null,
      ),
    );
  }

  /**
   * Last bounds of an app's window on a screen of this size. Windows with a document have none, because there are many.
   */
  #rememberedRect({ component, document }: Pick<DesktopWindow, 'component' | 'document'>): WindowRect | null {
    return document === null ? (this.#placements.get(screenKeyOf(this.#viewport))?.get(component) ?? null) : null;
  }

  #rememberPlacements(): void {
    const screen = screenKeyOf(this.#viewport);
    const rects = new Map(this.#placements.get(screen));
    for (const window of this.#state.value.windows) {
      if (window.document !== null) continue;
      const { x, y, width, height } = window.normal ?? window;
      rects.set(window.component, { x, y, width, height });
    }
    // Keeps the map ordered by last use: the oldest screen is dropped first.
    this.#placements.delete(screen);
    if (rects.size > 0) this.#placements.set(screen, rects);
  }

  #scheduleSave(): void {
    this.#timer ??= (this.#deps.scheduler ?? asyncScheduler).schedule(() => this.#save(), SAVE_DELAY_MS);
  }

  #flushSave(): void {
    if (this.#timer !== null) this.#save();
  }

  #save(): void {
    this.#timer?.unsubscribe();
    this.#timer = null;
    const { windows } = this.#state.value;
    this.#rememberPlacements();
    this.#deps.settings.setText(this.#placementsKey, writePlacements(this.#placements));
    try {
      this.#deps.tab?.set(this.#openKey, JSON.stringify(windows));
    } catch {
      // Windows that exceed the storage quota are not restored after a reload; nothing else is lost.
      this.#deps.tab?.remove(this.#openKey);
    }
  }
}
