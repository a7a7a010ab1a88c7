import type { WindowEvent, WindowPlace } from './events.ts';
import type { DesktopWindow, OpenRequest, Rect, Size, SnapZone, WindowId } from './desktop.ts';
import { cascadeFrom, firstPlace, fit, maximised, placed, SHELL, snapped } from './geometry.ts';

/** What the rules need to know of a desktop. */
export interface DesktopState {
  /** In the order they were opened. */
  readonly windows: readonly DesktopWindow[];
  /** The number the next window brought to front gets; closing windows leaves it untouched (G-09). */
  readonly nextZ: number;
  readonly icons: readonly string[] | null;
}

export const EMPTY_DESKTOP: DesktopState = { windows: [], nextZ: SHELL.zBase, icons: null };

/** The window that shows this app or document already (SHELL-42, G-09). */
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

/** The front window a person can see. */
export const active = (windows: readonly DesktopWindow[]): DesktopWindow | undefined =>
  stacking(windows).findLast((window) => window.visible && !window.isMinimized);

/** Events that bring a window to front with other changes of its place; numbers start anew above 9000 (SHELL-41, G-09). */
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
 * Where a new window goes: its remembered place, or (100, 64) with 1280 x 720, on a screen that is too small for that a part of it in the
 * middle. Where a window stands already that a person can see, it is shifted, so that no window hides another whole.
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

/** Raising what is in front already changes nothing. */
export const decideRaise = (state: DesktopState, window: DesktopWindow): readonly WindowEvent[] =>
  active(state.windows) === window ? [] : toFront(state, window, { isMinimized: false });

const rectOf = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height });

/** A drag of the title: a maximised or snapped window takes its normal size back under the pointer. */
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

/** SHELL-39. Windows that are minimised already are left alone. */
export const decideMinimise = (windows: readonly DesktopWindow[]): readonly WindowEvent[] =>
  moved(windows.filter((window) => !window.isMinimized).map((window) => place(window, { isMinimized: true })));

/** From minimised back to what it was, in front; otherwise from maximised or snapped to its normal rectangle. */
export const decideRestore = (state: DesktopState, window: DesktopWindow, viewport: Size): readonly WindowEvent[] => {
  if (window.isMinimized) return toFront(state, window, { isMinimized: false });
  if (window.normal === null) return decideRaise(state, window);
  return toFront(state, window, { ...fit(window.normal, viewport), isMaximized: false, snapped: null, normal: null });
};

/**
 * Everything inside a viewport of another size: where it was the last time on a screen of that size, otherwise as near as possible to where it is.
 * @param remembered the place of a window on such a screen
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
 * Walks through all windows, minimised ones too: forward brings the very back to the front, backward sends the front to
 * the very back. The two undo each other.
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

/** Side by side in a grid; never below the minimum size. */
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
