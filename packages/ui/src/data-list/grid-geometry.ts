/**
 * Geometry of a list or grid of equal items, in px of the scrolled content. Pure functions without access to the
 * document.
 */
export interface GridLayout {
  readonly count: number;
  /** 1 for rows. */
  readonly columns: number;
  readonly itemWidth: number;
  readonly itemHeight: number;
  /** Offset of the first item (below a sticky header, after the padding). */
  readonly top: number;
  readonly left: number;
}

export interface GridBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Minimum width in px of a grid track: `120px`, `minmax(120px, 1fr)`; 0 for a plain fraction. */
export const minTrackWidth = (track: string): number => Number.parseFloat(/[\d.]+(?=px)/.exec(track)?.[0] ?? '0');

/**
 * How a list shows its columns: all in a row, without the secondary ones, or the main ones with the name on a line
 * above.
 */
export type ColumnFit = 'all' | 'main' | 'stacked';

/** The first fit in which the columns have enough room. While the width is unknown (0) all columns are shown. */
export function columnFitOf(
  columns: readonly { readonly width: string; readonly secondary?: boolean }[],
  width: number,
): ColumnFit {
  const fits = (some: typeof columns): boolean => some.reduce((sum, one) => sum + minTrackWidth(one.width), 0) <= width;
  if (width <= 0 || fits(columns)) return 'all';
  const main = columns.filter(({ secondary }) => secondary !== true);
  return main.length === 1 || fits(main) ? 'main' : 'stacked';
}

/** Number of items that fit side by side. */
export const columnsFor = (width: number, itemWidth: number): number => Math.max(1, Math.floor(width / itemWidth));

export const rowCount = ({ count, columns }: GridLayout): number => Math.ceil(count / columns);

/** Height of the whole content. */
export const heightOf = (layout: GridLayout): number => layout.top + rowCount(layout) * layout.itemHeight;

/** Bounds of an item. */
export function boxOf(layout: GridLayout, index: number): GridBox {
  return {
    x: layout.left + (index % layout.columns) * layout.itemWidth,
    y: layout.top + Math.floor(index / layout.columns) * layout.itemHeight,
    width: layout.itemWidth,
    height: layout.itemHeight,
  };
}

/** The box between two corners. */
export const boxBetween = (ax: number, ay: number, bx: number, by: number): GridBox => ({
  x: Math.min(ax, bx),
  y: Math.min(ay, by),
  width: Math.abs(ax - bx),
  height: Math.abs(ay - by),
});

/** Indexes of all items that a box touches, in order, mounted or not. */
export function indexesIn(layout: GridLayout, box: GridBox): number[] {
  const { columns, itemWidth, itemHeight, top, left, count } = layout;
  const firstRow = Math.max(0, Math.floor((box.y - top) / itemHeight));
  const lastRow = Math.min(rowCount(layout) - 1, Math.floor((box.y + box.height - top) / itemHeight));
  const firstColumn = Math.max(0, Math.floor((box.x - left) / itemWidth));
  const lastColumn = Math.min(columns - 1, Math.floor((box.x + box.width - left) / itemWidth));
  const found: number[] = [];
  for (let row = firstRow; row <= lastRow; row += 1) {
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      const index = row * columns + column;
      if (index < count) found.push(index);
    }
  }
  return found;
}

/** Index of the item at a point, or of the nearest one; after the end of the last row it is the last item. */
export function indexAt(layout: GridLayout, x: number, y: number): number {
  const within = Math.min(Math.max(layout.top, y), heightOf(layout) - 1);
  return indexesIn(layout, { x, y: within, width: 0, height: 0 }).at(-1) ?? layout.count - 1;
}

/** Index that a key moves to from an item; null when the key does not move. */
export function indexAfterKey(layout: GridLayout, index: number, key: string, pageRows: number): number | null {
  const { columns, count } = layout;
  if (count === 0) return null;
  const last = count - 1;
  const down = (rows: number): number => {
    const to = index + rows * columns;
    if (to > last) return Math.floor(index / columns) === Math.floor(last / columns) ? index : last;
    return to < 0 ? index % columns : to;
  };
  if (index < 0) return ['ArrowUp', 'End'].includes(key) ? last : isMove(key, columns) ? 0 : null;
  switch (key) {
    case 'ArrowDown':
      return down(1);
    case 'ArrowUp':
      return index < columns ? index : index - columns;
    case 'ArrowRight':
      return columns === 1 ? null : Math.min(last, index + 1);
    case 'ArrowLeft':
      return columns === 1 ? null : Math.max(0, index - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return down(Math.max(1, pageRows));
    case 'PageUp':
      return down(-Math.max(1, pageRows));
    default:
      return null;
  }
}

const isMove = (key: string, columns: number): boolean =>
  ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'].includes(key) ||
  (columns > 1 && ['ArrowLeft', 'ArrowRight'].includes(key));

/** The scroll offset nearest to the current one that shows an item. */
export function scrollTopFor(layout: GridLayout, index: number, scrollTop: number, viewHeight: number): number {
  const { y, height } = boxOf(layout, index);
  const hidden = layout.top;
  if (y - hidden < scrollTop) return Math.max(0, y - hidden);
  return y + height > scrollTop + viewHeight ? y + height - viewHeight : scrollTop;
}

/** Scroll speed of a drag outside the view, in px per frame: the further outside, the faster. */
export function autoScrollSpeed(pointer: number, low: number, high: number): number {
  const past = pointer < low ? pointer - low : pointer > high ? pointer - high : 0;
  return Math.sign(past) * Math.min(40, Math.ceil(Math.abs(past) / 4));
}
