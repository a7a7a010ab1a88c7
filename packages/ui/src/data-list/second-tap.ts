/** Within so many milliseconds and CSS px the systems of phones take two taps for one gesture. */
const MS = 350;
const PX = 24;

interface Tap {
  readonly clientX: number;
  readonly clientY: number;
  /** When the finger did it, and not when the page came to it. */
  readonly timeStamp: number;
}

let opened: Tap | undefined;

/**
 * Whether a tap may open something. The second of a double tap may not: another list stands under the finger, which was meant for what the first one
 * has opened.
 */
export const opensByTap = (tap: Tap): boolean => {
  const isSecond =
    opened !== undefined &&
    tap.timeStamp - opened.timeStamp < MS &&
    Math.hypot(tap.clientX - opened.clientX, tap.clientY - opened.clientY) < PX;
  if (!isSecond) opened = tap;
  return !isSecond;
};
