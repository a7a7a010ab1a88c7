/** Maximum time in ms and distance in CSS px between the taps of a double tap, as on phone systems. */
const MS = 350;
const PX = 24;
/** Rows that take longer than this to appear do not extend the guard, in ms. */
const SLOW_MS = 2000;

interface Tap {
  readonly clientX: number;
  readonly clientY: number;
  /** When the finger touched, not when the page handled it. */
  readonly timeStamp: number;
}

let opened: Tap | undefined;
/** When the rows appeared that the last tap opened; null while they are loading. */
let came: number | null = 0;

/** Reports that new rows are rendered. @param now time as in {@link performance.now} */
export const rowsCame = (now = performance.now()): void => {
  if (came !== null) return;
  came = opened !== undefined && now - opened.timeStamp < SLOW_MS ? now : 0;
};

/**
 * Whether a tap may open an item. The second tap of a double tap may not, because another list is under the finger by
 * then; nor may a tap on rows that have only just appeared.
 */
export const opensByTap = (tap: Tap): boolean => {
  const isSecond =
    opened !== undefined &&
    tap.timeStamp - Math.max(opened.timeStamp, came ?? 0) < MS &&
    Math.hypot(tap.clientX - opened.clientX, tap.clientY - opened.clientY) < PX;
  if (!isSecond) {
    opened = tap;
    came = null;
  }
  return !isSecond;
};
