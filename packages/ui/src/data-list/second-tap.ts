/** Within so many milliseconds and CSS px the systems of phones take two taps for one gesture. */
const MS = 350;
const PX = 24;
/** A folder that takes longer is not what a double tap was meant for. */
const SLOW_MS = 2000;

interface Tap {
  readonly clientX: number;
  readonly clientY: number;
  /** When the finger did it, and not when the page came to it. */
  readonly timeStamp: number;
}

let opened: Tap | undefined;
/** When the rows came that it has opened; null while it waits for them. */
let came: number | null = 0;

/** Rows have come that were not there before. @param now as {@link performance.now} has it */
export const rowsCame = (now = performance.now()): void => {
  if (came !== null) return;
  came = opened !== undefined && now - opened.timeStamp < SLOW_MS ? now : 0;
};

/**
 * Whether a tap may open something. The second of a double tap may not: another list stands under the finger, which was meant for what the first one
 * has opened. Nor may one that finds rows there which have only just come: nobody has seen them yet.
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
