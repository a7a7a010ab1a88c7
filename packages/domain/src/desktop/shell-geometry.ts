import type { DesktopWindow, WindowRect, ResizeHandle, DesktopSize, DesktopSnapZone } from './desktop.ts';

/** Constants of the shell, in px (CONST-14 to CONST-17, G-09). */
export const SHELL = Object.freeze({
  minWidth: 800,
  minHeight: 450,
  /** Height of the top bar: no window is placed above it. */
  top: 40,
  first: Object.freeze({ x: 100, y: 64, width: 1280, height: 720 }),
  zBase: 500,
  /** Above this z-index all windows are renumbered from {@link SHELL.zBase}. */
  zMax: 9000,
  /** Distance from an edge within which a dragged window snaps. */
  edge: 12,
  corner: 96,
  cascade: 32,
});

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, Math.max(low, high)));

const wrapped = (value: number, size: number): number => ((value % size) + size) % size;

/**
 * Fits bounds to the rules: size between the minimum and the viewport, position inside the viewport, y at least 40
 * (SHELL-08, G-09).
 */
export const fitRect = (rect: WindowRect, viewport: DesktopSize): WindowRect => {
  const width = clamp(Math.round(rect.width), SHELL.minWidth, viewport.width);
  const height = clamp(Math.round(rect.height), SHELL.minHeight, viewport.height - SHELL.top);
  return {
    x: clamp(Math.round(rect.x), 0, viewport.width - width),
    y: clamp(Math.round(rect.y), SHELL.top, viewport.height - height),
    width,
    height,
  };
};

/** On a screen smaller than an initial window, a new window takes this fraction of it. */
const SMALL_SCREEN_FRACTION = 0.8;

/**
 * Initial bounds of an app's window (SHELL-01, SHELL-02); centred on a small screen, so that the desktop stays visible.
 */
export const initialRect = (viewport: DesktopSize, size: DesktopSize = SHELL.first): WindowRect => {
  const { x, y } = SHELL.first;
  if (x + size.width <= viewport.width && y + size.height <= viewport.height)
    return { x, y, width: size.width, height: size.height };
  const free = maximisedRect(viewport);
  const width = Math.min(size.width, Math.max(SHELL.minWidth, free.width * SMALL_SCREEN_FRACTION));
  const height = Math.min(size.height, Math.max(SHELL.minHeight, free.height * SMALL_SCREEN_FRACTION));
  return { x: (free.width - width) / 2, y: free.y + (free.height - height) / 2, width, height };
};

/**
 * All positions that a window meant for `first` can be shifted to: down and right step by step, wrapping at the lower
 * edge to the top (one column further right) and at the right edge to the left. All are on the screen and distinct.
 */
export const cascadeRects = (first: WindowRect, viewport: DesktopSize): readonly WindowRect[] => {
  const STEP = SHELL.cascade;
  /** Along one axis: the lowest position, the number of steps, and the step of `first`. */
  const axis = (at: number, low: number, high: number) => {
    const lowest = low + ((at - low) % STEP);
    return {
      begin: lowest,
      steps: Math.max(1, Math.floor((high - lowest) / STEP) + 1),
      start: Math.floor((at - low) / STEP),
    };
  };
  const across = axis(first.x, 0, viewport.width - first.width);
  const down = axis(first.y, SHELL.top, viewport.height - first.height);
  return Array.from({ length: across.steps * down.steps }, (_, shift) => {
    const row = (down.start + shift) % down.steps;
    const lap = Math.floor((down.start + shift) / down.steps);
    const column = wrapped(across.start + row - down.start + lap, across.steps);
    return { ...first, x: across.begin + column * STEP, y: down.begin + row * STEP };
  });
};

/** Full width below the top bar (SHELL-09). */
export const maximisedRect = (viewport: DesktopSize): WindowRect => ({
  x: 0,
  y: SHELL.top,
  width: viewport.width,
  height: Math.max(0, viewport.height - SHELL.top),
});

/** Bounds after dragging a handle by (dx, dy) (SHELL-04, SHELL-07). The opposite edge does not move. */
export const resizedRect = (
  from: WindowRect,
  handle: ResizeHandle,
  dx: number,
  dy: number,
  viewport: DesktopSize,
): WindowRect => {
  let { x, y, width, height } = from;
  if (handle.includes('e')) width = clamp(from.width + dx, SHELL.minWidth, viewport.width - from.x);
  if (handle.includes('s')) height = clamp(from.height + dy, SHELL.minHeight, viewport.height - from.y);
  if (handle.includes('w')) {
    x = Math.max(0, Math.min(from.x + dx, from.x + from.width - SHELL.minWidth));
    width = from.x + from.width - x;
  }
  if (handle.startsWith('n')) {
    y = Math.max(SHELL.top, Math.min(from.y + dy, from.y + from.height - SHELL.minHeight));
    height = from.y + from.height - y;
  }
  return fitRect({ x, y, width, height }, viewport);
};

/** Half or quarter of the desktop area; never below the minimum size, so halves overlap on narrow screens. */
export const snappedRect = (zone: DesktopSnapZone, viewport: DesktopSize): WindowRect => {
  const area = maximisedRect(viewport);
  const full = { left: !zone.includes('right'), top: !zone.includes('bottom') };
  const half = { width: Math.floor(area.width / 2), height: Math.floor(area.height / 2) };
  const width = Math.max(SHELL.minWidth, zone === 'top' || zone === 'bottom' ? area.width : half.width);
  const height = Math.max(SHELL.minHeight, zone === 'left' || zone === 'right' ? area.height : half.height);
  return fitRect(
    {
      x: full.left ? 0 : area.width - width,
      y: full.top ? SHELL.top : viewport.height - height,
      width,
      height,
    },
    viewport,
  );
};

/** The snap zone for a title bar dragged to (x, y): corners are quarters, sides are halves, the top edge maximises. */
export const zoneAt = (x: number, y: number, viewport: DesktopSize): DesktopSnapZone | 'maximise' | null => {
  const left = x <= SHELL.edge;
  const right = x >= viewport.width - SHELL.edge;
  const top = y <= SHELL.top + SHELL.edge;
  const bottom = y >= viewport.height - SHELL.edge;
  if (!left && !right && !top && !bottom) return null;
  const nearTop = y <= SHELL.top + SHELL.corner;
  const nearBottom = y >= viewport.height - SHELL.corner;
  const nearLeft = x <= SHELL.corner;
  const nearRight = x >= viewport.width - SHELL.corner;
  if ((left && nearTop) || (top && nearLeft)) return 'top-left';
  if ((right && nearTop) || (top && nearRight)) return 'top-right';
  if ((left && nearBottom) || (bottom && nearLeft)) return 'bottom-left';
  if ((right && nearBottom) || (bottom && nearRight)) return 'bottom-right';
  if (left) return 'left';
  if (right) return 'right';
  return top ? 'maximise' : 'bottom';
};

/** Bounds of a window in a viewport, according to its state. */
export const rectInViewport = (
  window: Pick<DesktopWindow, 'isMaximized' | 'snapped'> & WindowRect,
  viewport: DesktopSize,
): WindowRect => {
  if (window.isMaximized) return maximisedRect(viewport);
  return window.snapped === null ? fitRect(window, viewport) : snappedRect(window.snapped, viewport);
};
