import type { WindowEvent, DesktopWindowPlacement } from './events.ts';
import type {
  DesktopWindow,
  OpenWindowRequest,
  WindowRect,
  DesktopSize,
  DesktopSnapZone,
  WindowId,
} from './desktop.ts';
import {
  cascadeRects,
  initialRect,
  fitRect,
  maximisedRect,
  rectInViewport,
  SHELL,
  snappedRect,
} from './shell-geometry.ts';

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
export const findOpen = (state: DesktopState, request: OpenWindowRequest): DesktopWindow | undefined => {
  if (request.allowSeveral === true) return undefined;
  const document = request.document ?? null;
  return state.windows.find((window) => window.component === request.component && window.document === document);
};

const place = (window: DesktopWindow, change: Partial<DesktopWindowPlacement>): DesktopWindowPlacement => ({
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

const windowsPlaced = (placements: readonly DesktopWindowPlacement[]): readonly WindowEvent[] =>
  placements.length === 0 ? [] : [{ type: 'WindowsPlaced', data: { placements } }];

/** Windows from back to front. */
export const stacking = (windows: readonly DesktopWindow[]): readonly DesktopWindow[] =>
  windows.toSorted((a, b) => a.zIndex - b.zIndex);

/** The frontmost visible window. */
export const activeWindow = (windows: readonly DesktopWindow[]): DesktopWindow | undefined =>
  stacking(windows).findLast((window) => window.visible && !window.isMinimized);

/**
 * Events that raise a window with other changes of its placement; z-indexes are renumbered above 9000 (SHELL-41, G-09).
 */
const raiseWith = (
  state: DesktopState,
  window: DesktopWindow,
  change: Partial<DesktopWindowPlacement>,
): readonly WindowEvent[] => {
  const front = state.windows.every((other) => other === window || other.zIndex < window.zIndex);
  if (front) return windowsPlaced([place(window, change)]);
  if (state.nextZ <= SHELL.zMax) return windowsPlaced([place(window, { ...change, zIndex: state.nextZ })]);
  const others = stacking(state.windows).filter((other) => other !== window);
  return windowsPlaced([
    ...others.map((other, index) => place(other, { zIndex: SHELL.zBase + index })),
    place(window, { ...change, zIndex: SHELL.zBase + others.length }),
  ]);
};

/**
 * Bounds of a new window: its remembered ones, or (100, 64) with 1280 x 720, or on a smaller screen a centred part of
 * it. If a visible window has that position, the new one is shifted.
 */
const newWindowRect = (
  state: DesktopState,
  request: OpenWindowRequest,
  viewport: DesktopSize,
  remembered: WindowRect | null,
): WindowRect => {
  const first = fitRect(remembered ?? initialRect(viewport, request.size), viewport);
  const cascade = cascadeRects(first, viewport);
  const visibleWindows = state.windows.filter((window) => !window.isMinimized);
  const isOccupied = (at: WindowRect): boolean =>
    visibleWindows.some((window) => window.x === at.x && window.y === at.y);
  return cascade.find((place) => !isOccupied(place)) ?? cascade[visibleWindows.length % cascade.length] ?? first;
};

/** SHELL-01 to SHELL-03, SHELL-42. */
export const decideOpen = (
  state: DesktopState,
  request: OpenWindowRequest,
  context: { readonly id: WindowId; readonly viewport: DesktopSize; readonly remembered: WindowRect | null },
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
    return { id: open.id, events: [changed, ...raiseWith(state, open, { isMinimized: false })] };
  }
  const renumbered = state.nextZ > SHELL.zMax;
  const window: DesktopWindow = {
    id: context.id,
    title: request.title,
    icon: request.icon,
    color: request.color ?? '',
    component: request.component,
    pageIndex: request.pageIndex ?? 1,
    ...newWindowRect(state, request, context.viewport, context.remembered),
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
  const placements = stacking(state.windows).map((other, index) => place(other, { zIndex: SHELL.zBase + index }));
  return { id: window.id, events: [...windowsPlaced(placements), opened] };
};

/** Raising the front window changes nothing. */
export const decideRaise = (state: DesktopState, window: DesktopWindow): readonly WindowEvent[] =>
  activeWindow(state.windows) === window ? [] : raiseWith(state, window, { isMinimized: false });

const rectOf = ({ x, y, width, height }: WindowRect): WindowRect => ({ x, y, width, height });

/** A drag by the title bar: a maximised or snapped window gets its normal size back under the pointer. */
export const decideMove = (
  window: DesktopWindow,
  x: number,
  y: number,
  viewport: DesktopSize,
): readonly WindowEvent[] => {
  const size = window.normal ?? window;
  const rect = fitRect({ x, y, width: size.width, height: size.height }, viewport);
  return windowsPlaced([place(window, { ...rect, isMaximized: false, snapped: null, normal: null })]);
};

export const decideResize = (window: DesktopWindow, rect: WindowRect): readonly WindowEvent[] =>
  windowsPlaced([place(window, { ...rect, isMaximized: false, snapped: null, normal: null })]);

const normalOf = (window: DesktopWindow): WindowRect => window.normal ?? rectOf(window);

export const decideMaximise = (
  state: DesktopState,
  window: DesktopWindow,
  viewport: DesktopSize,
): readonly WindowEvent[] =>
  raiseWith(state, window, {
    ...maximisedRect(viewport),
    isMaximized: true,
    isMinimized: false,
    snapped: null,
    normal: normalOf(window),
  });

export const decideSnap = (
  state: DesktopState,
  window: DesktopWindow,
  zone: DesktopSnapZone,
  viewport: DesktopSize,
): readonly WindowEvent[] =>
  raiseWith(state, window, {
    ...snappedRect(zone, viewport),
    isMaximized: false,
    isMinimized: false,
    snapped: zone,
    normal: normalOf(window),
  });

/** SHELL-39. Skips windows that are minimised already. */
export const decideMinimise = (windows: readonly DesktopWindow[]): readonly WindowEvent[] =>
  windowsPlaced(windows.filter((window) => !window.isMinimized).map((window) => place(window, { isMinimized: true })));

/** A minimised window is raised in its previous state; a maximised or snapped one gets its normal bounds back. */
export const decideRestore = (
  state: DesktopState,
  window: DesktopWindow,
  viewport: DesktopSize,
): readonly WindowEvent[] => {
  if (window.isMinimized) return raiseWith(state, window, { isMinimized: false });
  if (window.normal === null) return decideRaise(state, window);
  return raiseWith(state, window, {
    ...fitRect(window.normal, viewport),
    isMaximized: false,
    snapped: null,
    normal: null,
  });
};

/**
 * Fits all windows into a viewport of another size: their last bounds on a screen of that size, otherwise as near as
 * possible to the current ones.
 * @param remembered the bounds of a window on such a screen
 */
export const decideViewport = (
  state: DesktopState,
  viewport: DesktopSize,
  remembered: (window: DesktopWindow) => WindowRect | null = () => null,
): readonly WindowEvent[] =>
  windowsPlaced(
    state.windows.flatMap((window) => {
      const isFree = !window.isMaximized && window.snapped === null;
      const rect = rectInViewport({ ...window, ...(isFree ? remembered(window) : null) }, viewport);
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
    return back?.isMinimized === true ? raiseWith(state, back, { isMinimized: false }) : [];
  if (direction === 1) return raiseWith(state, back, { isMinimized: false });
  const rotated = [...order.slice(-1), ...order.slice(0, -1)];
  return windowsPlaced(
    rotated.map((window, index) =>
      place(window, { zIndex: SHELL.zBase + index, ...(index === rotated.length - 1 ? { isMinimized: false } : {}) }),
    ),
  );
};

const shownWindows = (state: DesktopState): readonly DesktopWindow[] =>
  stacking(state.windows).filter((window) => window.visible && !window.isMinimized);

/** Staggered from the top left, each with its normal size. */
export const decideCascade = (state: DesktopState, viewport: DesktopSize): readonly WindowEvent[] =>
  windowsPlaced(
    shownWindows(state).map((window, index) => {
      const { width, height } = normalOf(window);
      const at = { x: SHELL.cascade * (index % 10), y: SHELL.top + SHELL.cascade * (index % 10), width, height };
      return place(window, { ...fitRect(at, viewport), isMaximized: false, snapped: null, normal: null });
    }),
  );

/** In a grid; never below the minimum size. */
export const decideTile = (state: DesktopState, viewport: DesktopSize): readonly WindowEvent[] => {
  const windows = shownWindows(state);
  const columns = Math.ceil(Math.sqrt(windows.length));
  const rows = Math.ceil(windows.length / Math.max(1, columns));
  const area = maximisedRect(viewport);
  return windowsPlaced(
    windows.map((window, index) => {
      const cell = { width: area.width / columns, height: area.height / rows };
      const at = {
        x: (index % columns) * cell.width,
        y: SHELL.top + Math.floor(index / columns) * cell.height,
        ...cell,
      };
      return place(window, { ...fitRect(at, viewport), isMaximized: false, snapped: null, normal: normalOf(window) });
    }),
  );
};
