import type { WindowRect, DesktopSize } from '@boxwood/domain';

/** Gap between thumbnails and height of the name below each, in px. */
const GAP_PX = 28;
const NAME_HEIGHT_PX = 34;
/** Maximum scale of a thumbnail, so that it is recognisable as one. */
const MAX_SCALE = 0.85;

/** The position and scale of a window in the overview. */
export interface WindowThumbnail extends WindowRect {
  readonly scale: number;
}

interface OverviewGrid {
  readonly columns: number;
  readonly rows: number;
  readonly scale: number;
}

/** Arranges windows in a grid of equal cells, as large as possible, complete and without overlap. */
export const overviewLayout = (windows: readonly DesktopSize[], area: WindowRect): readonly WindowThumbnail[] => {
  const widest = Math.max(...windows.map(({ width }) => width));
  const highest = Math.max(...windows.map(({ height }) => height));
  const grids = windows.map((_, index): OverviewGrid => {
    const columns = index + 1;
    const rows = Math.ceil(windows.length / columns);
    const cell = { width: area.width / columns - GAP_PX, height: area.height / rows - GAP_PX - NAME_HEIGHT_PX };
    return { columns, rows, scale: Math.min(cell.width / widest, cell.height / highest, MAX_SCALE) };
  });
  const [largest] = grids.toSorted((a, b) => b.scale - a.scale);
  if (largest === undefined) return [];
  const { columns, rows } = largest;
  const cell = { width: area.width / columns, height: area.height / rows };
  return windows.map(({ width, height }, index) => {
    const scale = Math.min((cell.width - GAP_PX) / width, (cell.height - GAP_PX - NAME_HEIGHT_PX) / height, MAX_SCALE);
    const row = Math.floor(index / columns);
    // The last row is centred.
    const inRow = row === rows - 1 ? windows.length - row * columns : columns;
    const left = area.x + (area.width - inRow * cell.width) / 2 + (index % columns) * cell.width;
    const thumbnailSize = { width: width * scale, height: height * scale };
    return {
      ...thumbnailSize,
      scale,
      x: left + (cell.width - thumbnailSize.width) / 2,
      y: area.y + row * cell.height + (cell.height - NAME_HEIGHT_PX - thumbnailSize.height) / 2,
    };
  });
};
