import type { WindowEvent, WindowPlace } from './events.ts';
import type { DesktopWindow, OpenRequest, Rect, Size, SnapZone, WindowId } from './desktop.ts';
import { cascadeFrom, firstPlace, fit, maximised, placed, SHELL, snapped } from './geometry.ts';

/** State that the window rules need. */
export interface DesktopState {
  /** In opening order. */
  readonly windows: readonly DesktopWindow[];
  /** The z-index of the next raised window; closing windows does not change it (G-09). */
  readonly nextZ: number;
  readonly icons: readonly string[] | null;
}

export const EMPTY_DESKTOP: DesktopState = { windows: [], nextZ: SHELL.zBase, icons: null };

/** The window that already shows this app or document (SHELL-42, G-09). */
export const findOpen = (state: DesktopState, request: OpenRequest): DesktopWindow | undefined => {
  if (request.another === true) return undefined;
  const document = request.document ?? null;
  return state.windows.find((window) => window.component === request.component && window.document === document);
};

const place = (window: DesktopWindow, change: Partial<WindowPlace>): WindowPlace => ({
  id: window.id,
  x: window.x,
  y: window.y,
  width: window.width,
  height: window.height,
  zIndex: window.zIndex,
  isMinimized: window.isMinimized,
  isMaximized: window.isMaximized,
  snapped: window.snapped,
  normal: window.normal,
  ...change,
});

const moved = (places: readonly WindowPlace[]): readonly WindowEvent[] =>
  places.length === 0 ? [] : [{ type: 'WindowsPlaced', data: { places } }];

/** Windows from back to front. */
export const stacking = (windows: readonly DesktopWindow[]): readonly DesktopWindow[] =>
  windows.toSorted((a, b) => a.zIndex - b.zIndex);

/** The frontmost visible window. */
export const active = (windows: readonly DesktopWindow[]): DesktopWindow | undefined =>
  stacking(windows).findLast((window) => window.visible && !window.isMinimized);

/**
 * Events that raise a window with other changes of its placement; z-indexes are renumbered above 9000 (SHELL-41, G-09).
 */
const toFront = (state: DesktopState, window: DesktopWindow, change: Partial<WindowPlace>): readonly WindowEvent[] => {
  const front = state.windows.every((other) => other === window || other.zIndex < window.zIndex);
  if (front) return moved([place(window, change)]);
  if (state.nextZ <= SHELL.zMax) return moved([place(window, { ...change, zIndex: state.nextZ })]);
  const rest = stacking(state.windows).filter((other) => other !== window);
  return moved([
    ...rest.map((other, index) => place(other, { zIndex: SHELL.zBase + index })),
    place(window, { ...change, zIndex: SHELL.zBase + rest.length }),
  ]);
};

/**
 * Bounds of a new window: its remembered ones, or (100, 64) with 1280 x 720, or on a smaller screen a centred part of
 * it. If a visible window has that position, the new one is shifted.
 */
const firstRect = (state: DesktopState, request: OpenRequest, viewport: Size, remembered: Rect | null): Rect => {
  const first = fit(remembered ?? firstPlace(viewport, request.size), viewport);
  const places = cascadeFrom(first, viewport);
  const seen = state.windows.filter((window) => !window.isMinimized);
  const isTaken = (at: Rect): boolean => seen.some((window) => window.x === at.x && window.y === at.y);
  return places.find((place) => !isTaken(place)) ?? places[seen.length % places.length] ?? first;
};

/** SHELL-01 to SHELL-03, SHELL-42. */
export const decideOpen = (
  state: DesktopState,
  request: OpenRequest,
  context: { readonly id: WindowId; readonly viewport: Size; readonly remembered: Rect | null },
): { readonly id: WindowId; readonly events: readonly WindowEvent[] } => {
  const open = findOpen(state, request);
  if (open !== undefined) {
    const changed: WindowEvent = {
      type: 'WindowChanged',
      data: {
        id: open.id,
        title: request.title,
        pageIndex: request.pageIndex ?? open.pageIndex,
        params: request.params === undefined ? open.params : request.params,
      },
    };
    return { id: open.id, events: [changed, ...toFront(state, open, { isMinimized: false })] };
  }
  const renumbered = state.nextZ > SHELL.zMax;
  const window: DesktopWindow = {
    id: context.id,
    title: request.title,
    icon: request.icon,
    color: request.color ?? '',
    component: request.component,
    pageIndex: request.pageIndex ?? 1,
    ...firstRect(state, request, context.viewport, context.remembered),
    zIndex: renumbered ? SHELL.zBase + state.windows.length : state.nextZ,
    visible: true,
    isMinimized: false,
    isMaximized: false,
    params: request.params ?? null,
    document: request.document ?? null,
    normal: null,
    snapped: null,
  };
  const opened: WindowEvent = { type: 'WindowOpened', data: { window } };
  if (!renumbered) return { id: window.id, events: [opened] };
  const places = stacking(state.windows).map((other, index) => place(other, { zIndex: SHELL.zBase + index }));
  return { id: window.id, events: [...moved(places), opened] };
};

/** Raising the front window changes nothing. */
export const decideRaise = (state: DesktopState, window: DesktopWindow): readonly WindowEvent[] =>
  active(state.windows) === window ? [] : toFront(state, window, { isMinimized: false });

const rectOf = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height });

/** A drag by the title bar: a maximised or snapped window gets its normal size back under the pointer. */
export const decideMove = (window: DesktopWindow, x: number, y: number, viewport: Size): readonly WindowEvent[] => {
  const size = window.normal ?? window;
  const rect = fit({ x, y, width: size.width, height: size.height }, viewport);
  return moved([place(window, { ...rect, isMaximized: false, snapped: null, normal: null })]);
};

export const decideResize = (window: DesktopWindow, rect: Rect): readonly WindowEvent[] =>
  moved([place(window, { ...rect, isMaximized: false, snapped: null, normal: null })]);

const normalOf = (window: DesktopWindow): Rect => window.normal ?? rectOf(window);

export const decideMaximise = (state: DesktopState, window: DesktopWindow, viewport: Size): readonly WindowEvent[] =>
  toFront(state, window, {
    ...maximised(viewport),
    isMaximized: true,
    isMinimized: false,
    snapped: null,
    normal: normalOf(window),
  });

export const decideSnap = (
  state: DesktopState,
  window: DesktopWindow,
  zone: SnapZone,
  viewport: Size,
): readonly WindowEvent[] =>
  toFront(state, window, {
    ...snapped(zone, viewport),
    isMaximized: false,
    isMinimized: false,
    snapped: zone,
    normal: normalOf(window),
  });

/** SHELL-39. Skips windows that are minimised already. */
export const decideMinimise = (windows: readonly DesktopWindow[]): readonly WindowEvent[] =>
  moved(windows.filter((window) => !window.isMinimized).map((window) => place(window, { isMinimized: true })));

/** A minimised window is raised in its previous state; a maximised or snapped one gets its normal bounds back. */
export const decideRestore = (state: DesktopState, window: DesktopWindow, viewport: Size): readonly WindowEvent[] => {
  if (window.isMinimized) return toFront(state, window, { isMinimized: false });
  if (window.normal === null) return decideRaise(state, window);
  return toFront(state, window, { ...fit(window.normal, viewport), isMaximized: false, snapped: null, normal: null });
};

/**
 * Fits all windows into a viewport of another size: their last bounds on a screen of that size, otherwise as near as
 * possible to the current ones.
 * @param remembered the bounds of a window on such a screen
 */
export const decideViewport = (
  state: DesktopState,
  viewport: Size,
  remembered: (window: DesktopWindow) => Rect | null = () => null,
): readonly WindowEvent[] =>
  moved(
    state.windows.flatMap((window) => {
      const isFree = !window.isMaximized && window.snapped === null;
      const rect = placed({ ...window, ...(isFree ? remembered(window) : null) }, viewport);
      const same =
        rect.x === window.x && rect.y === window.y && rect.width === window.width && rect.height === window.height;
      return same ? [] : [place(window, rect)];
    }),
  );

/**
 * Cycles through all windows, including minimised ones: forward raises the rearmost window, backward sends the front
 * one to the back. The two are inverse.
 */
export const decideCycle = (state: DesktopState, direction: 1 | -1): readonly WindowEvent[] => {
  const order = stacking(state.windows);
  const [back] = order;
  if (back === undefined || order.length === 1)
    return back?.isMinimized === true ? toFront(state, back, { isMinimized: false }) : [];
  if (direction === 1) return toFront(state, back, { isMinimized: false });
  const turned = [...order.slice(-1), ...order.slice(0, -1)];
  return moved(
    turned.map((window, at) =>
      place(window, { zIndex: SHELL.zBase + at, ...(at === turned.length - 1 ? { isMinimized: false } : {}) }),
    ),
  );
};

const shown = (state: DesktopState): readonly DesktopWindow[] =>
  stacking(state.windows).filter((window) => window.visible && !window.isMinimized);

/** Staggered from the top left, each with its normal size. */
export const decideCascade = (state: DesktopState, viewport: Size): readonly WindowEvent[] =>
  moved(
    shown(state).map((window, index) => {
      const { width, height } = normalOf(window);
      const at = { x: SHELL.cascade * (index % 10), y: SHELL.top + SHELL.cascade * (index % 10), width, height };
      return place(window, { ...fit(at, viewport), isMaximized: false, snapped: null, normal: null });
    }),
  );

/** In a grid; never below the minimum size. */
export const decideTile = (state: DesktopState, viewport: Size): readonly WindowEvent[] => {
  const windows = shown(state);
  const columns = Math.ceil(Math.sqrt(windows.length));
  const rows = Math.ceil(windows.length / Math.max(1, columns));
  const area = maximised(viewport);
  return moved(
    windows.map((window, index) => {
      const cell = { width: area.width / columns, height: area.height / rows };
      const at = {
        x: (index % columns) * cell.width,
        y: SHELL.top + Math.floor(index / columns) * cell.height,
        ...cell,
      };
      return place(window, { ...fit(at, viewport), isMaximized: false, snapped: null, normal: normalOf(window) });
    }),
  );
};
