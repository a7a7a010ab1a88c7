/** All lengths are in CSS px of the surface that holds the windows; its top left corner is 0, 0. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** The surface: its size, and the bars at its top and bottom that windows keep clear of. */
export interface WorkArea extends Size {
  readonly top: number;
  readonly bottom: number;
}

export type Edge = 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw';
export const edges: readonly Edge[] = ['n', 's', 'e', 'w', 'ne', 'nw', 'se', 'sw'];

export type SnapZone = 'left' | 'right' | 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right' | 'full';

/** SHELL-04. */
export const minimumSize: Size = { width: 800, height: 450 };

const clamp = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/** The area between the bars. */
export const freeRect = (area: WorkArea): Rect => ({
  x: 0,
  y: area.top,
  width: area.width,
  height: Math.max(0, area.height - area.top - area.bottom),
});

/**
 * Moves a rectangle inside the surface (SHELL-08): x from 0, y from below the top bar, and the far edges inside where
 * the window fits. A window larger than the surface sticks to the top left.
 */
export function moveInside(rect: Rect, area: WorkArea): Rect {
  const free = freeRect(area);
  return {
    ...rect,
    x: clamp(0, rect.x, Math.max(0, free.width - rect.width)),
    y: clamp(free.y, rect.y, Math.max(free.y, free.y + free.height - rect.height)),
  };
}

/** Result of a drag by the title bar. */
export const moveRect = (start: Rect, dx: number, dy: number, area: WorkArea): Rect =>
  moveInside({ ...start, x: start.x + dx, y: start.y + dy }, area);

/** One axis of a resize: [near edge, far edge] after moving one of them. The other edge never moves. */
function stretch(
  [near, far]: readonly [number, number],
  delta: number,
  side: 'near' | 'far' | 'none',
  minimumLength: number,
  [low, high]: readonly [number, number],
): readonly [number, number] {
  if (side === 'none') return [near, far];
  if (side === 'near') return [Math.min(Math.max(near + delta, Math.min(low, near)), far - minimumLength), far];
  return [near, Math.max(Math.min(far + delta, Math.max(high, far)), near + minimumLength)];
}

/**
 * Result of a drag by a handle. Never smaller than the minimum; the opposite edge stays in place, also when the pointer
 * passes it; the moved edge stays on the surface.
 */
export function resizeRect(
  start: Rect,
  edge: Edge,
  dx: number,
  dy: number,
  area: WorkArea,
  minimum: Size = minimumSize,
): Rect {
  const free = freeRect(area);
  const across = edge.includes('w') ? 'near' : edge.includes('e') ? 'far' : 'none';
  const down = edge.includes('n') ? 'near' : edge.includes('s') ? 'far' : 'none';
  const width = Math.min(minimum.width, start.width);
  const height = Math.min(minimum.height, start.height);
  const [left, right] = stretch([start.x, start.x + start.width], dx, across, width, [0, free.width]);
  const [top, bottom] = stretch([start.y, start.y + start.height], dy, down, height, [free.y, free.y + free.height]);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Distance from an edge within which a window snaps, and length of the corner zones along it, in px. */
const SNAP_EDGE_PX = 10;
const SNAP_CORNER_PX = 120;

/** The zone that a window would fill if it were dropped here. */
export function snapZoneAt(x: number, y: number, area: WorkArea): SnapZone | null {
  const low = area.height - area.bottom;
  const side = x <= SNAP_EDGE_PX ? 'left' : x >= area.width - SNAP_EDGE_PX ? 'right' : null;
  if (side !== null) {
    if (y <= area.top + SNAP_CORNER_PX) return `top-${side}`;
    return y >= low - SNAP_CORNER_PX ? `bottom-${side}` : side;
  }
  if (y >= area.top) return null;
  if (x <= SNAP_CORNER_PX) return 'top-left';
  return x >= area.width - SNAP_CORNER_PX ? 'top-right' : 'full';
}

/** Halves and quarters; where a half is smaller than the minimum size, the minimum, aligned to its edge. */
export function snapRect(zone: SnapZone, area: WorkArea, minimum: Size = minimumSize): Rect {
  const free = freeRect(area);
  if (zone === 'full') return free;
  const quarter = zone.startsWith('top') || zone.startsWith('bottom');
  const width = Math.max(minimum.width, Math.round(free.width / 2));
  const height = quarter ? Math.max(minimum.height, Math.round(free.height / 2)) : free.height;
  return moveInside(
    {
      x: zone.endsWith('right') ? free.width - width : 0,
      y: zone.startsWith('bottom') ? free.y + free.height - height : free.y,
      width,
      height,
    },
    area,
  );
}

/**
 * Bounds of a maximised or snapped window that is dragged away: its own size again, with the same fraction of the title
 * bar under the pointer.
 */
export function restoredUnderPointer(from: Rect, size: Size, pointerX: number, pointerY: number): Rect {
  const fraction = from.width === 0 ? 0.5 : clamp(0, (pointerX - from.x) / from.width, 1);
  return { x: pointerX - fraction * size.width, y: pointerY - (pointerY - from.y), ...size };
}

export type ArrowKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
const steps: Readonly<Record<ArrowKey, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
export const isArrowKey = (key: string): key is ArrowKey => Object.hasOwn(steps, key);

/** One press of an arrow key while the window is being moved or resized by keyboard. */
export function nudge(
  rect: Rect,
  key: ArrowKey,
  mode: 'move' | 'resize',
  step: number,
  area: WorkArea,
  minimum: Size = minimumSize,
): Rect {
  const [x, y] = steps[key];
  return mode === 'move'
    ? moveRect(rect, x * step, y * step, area)
    : resizeRect(rect, 'se', x * step, y * step, area, minimum);
}
