import type { Rect, Size } from '@boxwood/domain';

/** Gap between thumbnails and height of the name below each, in px. */
const GAP = 28;
const NAME = 34;
/** Maximum scale of a thumbnail, so that it is recognisable as one. */
const LARGEST = 0.85;

/** The position and scale of a window in the overview. */
export interface Small extends Rect {
  readonly scale: number;
}

interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly scale: number;
}

/** Arranges windows in a grid of equal cells, as large as possible, complete and without overlap. */
export const overviewLayout = (windows: readonly Size[], area: Rect): readonly Small[] => {
  const widest = Math.max(...windows.map(({ width }) => width));
  const highest = Math.max(...windows.map(({ height }) => height));
  const grids = windows.map((_, index): Grid => {
    const columns = index + 1;
    const rows = Math.ceil(windows.length / columns);
    const cell = { width: area.width / columns - GAP, height: area.height / rows - GAP - NAME };
    return { columns, rows, scale: Math.min(cell.width / widest, cell.height / highest, LARGEST) };
  });
  const [first] = grids.toSorted((a, b) => b.scale - a.scale);
  if (first === undefined) return [];
  const { columns, rows } = first;
  const cell = { width: area.width / columns, height: area.height / rows };
  return windows.map(({ width, height }, index) => {
    const scale = Math.min((cell.width - GAP) / width, (cell.height - GAP - NAME) / height, LARGEST);
    const row = Math.floor(index / columns);
    // The last row is centred.
    const inRow = row === rows - 1 ? windows.length - row * columns : columns;
    const left = area.x + (area.width - inRow * cell.width) / 2 + (index % columns) * cell.width;
    const small = { width: width * scale, height: height * scale };
    return {
      ...small,
      scale,
      x: left + (cell.width - small.width) / 2,
      y: area.y + row * cell.height + (cell.height - NAME - small.height) / 2,
    };
  });
};
