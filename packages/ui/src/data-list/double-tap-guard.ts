/** Maximum time in ms and distance in CSS px between the taps of a double tap, as on phone systems. */
const DOUBLE_TAP_MS = 350;
const DOUBLE_TAP_PX = 24;
/** Rows that take longer than this to appear do not extend the guard, in ms. */
const MAX_ROW_DELAY_MS = 2000;

interface Tap {
  readonly clientX: number;
  readonly clientY: number;
  /** When the finger touched, not when the page handled it. */
  readonly timeStamp: number;
}

let openingTap: Tap | undefined;
/** When the rows appeared that the last tap opened; null while they are loading. */
let rowsRenderedAt: number | null = 0;

/** Reports that new rows are rendered. @param now time as in {@link performance.now} */
export const noteRowsRendered = (now = performance.now()): void => {
  if (rowsRenderedAt !== null) return;
  rowsRenderedAt = openingTap !== undefined && now - openingTap.timeStamp < MAX_ROW_DELAY_MS ? now : 0;
};

/**
 * Whether a tap may open an item. The second tap of a double tap may not, because another list is under the finger by
 * then; nor may a tap on rows that have only just appeared.
 */
export const isOpeningTap = (tap: Tap): boolean => {
  const isSecond =
    openingTap !== undefined &&
    tap.timeStamp - Math.max(openingTap.timeStamp, rowsRenderedAt ?? 0) < DOUBLE_TAP_MS &&
    Math.hypot(tap.clientX - openingTap.clientX, tap.clientY - openingTap.clientY) < DOUBLE_TAP_PX;
  if (!isSecond) {
    openingTap = tap;
    rowsRenderedAt = null;
  }
  return !isSecond;
};
