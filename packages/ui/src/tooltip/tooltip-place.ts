export type Side = 'top' | 'bottom' | 'left' | 'right';

interface Extent {
  readonly width: number;
  readonly height: number;
}

interface Box extends Extent {
  readonly x: number;
  readonly y: number;
}

const GAP = 6;
const EDGE = 4;

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

const opposite: Readonly<Record<Side, Side>> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

const corner = (target: Box, tip: Extent, side: Side): { readonly x: number; readonly y: number } => {
  const x = target.x + (target.width - tip.width) / 2;
  const y = target.y + (target.height - tip.height) / 2;
  switch (side) {
    case 'top':
      return { x, y: target.y - tip.height - GAP };
    case 'bottom':
      return { x, y: target.y + target.height + GAP };
    case 'left':
      return { x: target.x - tip.width - GAP, y };
    case 'right':
      return { x: target.x + target.width + GAP, y };
  }
};

/** Position next to the target; on the opposite side when there is no room, and always on the screen. */
export function place(
  target: Box,
  tip: Extent,
  screen: Extent,
  side: Side,
): { readonly x: number; readonly y: number } {
  const fits = ({ x, y }: { readonly x: number; readonly y: number }): boolean =>
    side === 'top' || side === 'bottom'
      ? y >= EDGE && y + tip.height <= screen.height - EDGE
      : x >= EDGE && x + tip.width <= screen.width - EDGE;
  const first = corner(target, tip, side);
  const other = corner(target, tip, opposite[side]);
  const { x, y } = fits(first) || !fits(other) ? first : other;
  return {
    x: Math.round(between(EDGE, x, Math.max(EDGE, screen.width - tip.width - EDGE))),
    y: Math.round(between(EDGE, y, Math.max(EDGE, screen.height - tip.height - EDGE))),
  };
}
