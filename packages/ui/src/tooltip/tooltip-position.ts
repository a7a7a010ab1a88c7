export type TooltipSide = 'top' | 'bottom' | 'left' | 'right';

interface TooltipSize {
  readonly width: number;
  readonly height: number;
}

interface TooltipBox extends TooltipSize {
  readonly x: number;
  readonly y: number;
}

const TOOLTIP_GAP_PX = 6;
const SCREEN_MARGIN_PX = 4;

const clamp = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

const opposite: Readonly<Record<TooltipSide, TooltipSide>> = {
  top: 'bottom',
  bottom: 'top',
  left: 'right',
  right: 'left',
};

const corner = (
  target: TooltipBox,
  tip: TooltipSize,
  side: TooltipSide,
): { readonly x: number; readonly y: number } => {
  const x = target.x + (target.width - tip.width) / 2;
  const y = target.y + (target.height - tip.height) / 2;
  switch (side) {
    case 'top':
      return { x, y: target.y - tip.height - TOOLTIP_GAP_PX };
    case 'bottom':
      return { x, y: target.y + target.height + TOOLTIP_GAP_PX };
    case 'left':
      return { x: target.x - tip.width - TOOLTIP_GAP_PX, y };
    case 'right':
      return { x: target.x + target.width + TOOLTIP_GAP_PX, y };
  }
};

/** Position next to the target; on the opposite side when there is no room, and always on the screen. */
export function tooltipPosition(
  target: TooltipBox,
  tip: TooltipSize,
  screen: TooltipSize,
  side: TooltipSide,
): { readonly x: number; readonly y: number } {
  const fits = ({ x, y }: { readonly x: number; readonly y: number }): boolean =>
    side === 'top' || side === 'bottom'
      ? y >= SCREEN_MARGIN_PX && y + tip.height <= screen.height - SCREEN_MARGIN_PX
      : x >= SCREEN_MARGIN_PX && x + tip.width <= screen.width - SCREEN_MARGIN_PX;
  const first = corner(target, tip, side);
  const other = corner(target, tip, opposite[side]);
  const { x, y } = fits(first) || !fits(other) ? first : other;
  return {
    x: Math.round(clamp(SCREEN_MARGIN_PX, x, Math.max(SCREEN_MARGIN_PX, screen.width - tip.width - SCREEN_MARGIN_PX))),
    y: Math.round(
      clamp(SCREEN_MARGIN_PX, y, Math.max(SCREEN_MARGIN_PX, screen.height - tip.height - SCREEN_MARGIN_PX)),
    ),
  };
}
