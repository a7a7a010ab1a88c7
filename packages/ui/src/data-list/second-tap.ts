/** Within so many milliseconds and CSS px the systems of phones take two taps for one gesture. */
const MS = 350;
const PX = 24;

interface Tap {
  readonly clientX: number;
  readonly clientY: number;
  /** When the finger did it, and not when the page came to it. */
  readonly timeStamp: number;
}

let opened: Tap | null = null;

/** Notes the tap that opened something: another list may stand under the finger in a moment. */
export const noteOpened = ({ clientX, clientY, timeStamp }: Tap): void => {
  opened = { clientX, clientY, timeStamp };
};

/** Whether a tap is the second of a double tap that has opened something by its first: it is not meant for what came under the finger. */
export const isSecondTap = ({ clientX, clientY, timeStamp }: Tap): boolean =>
  opened !== null &&
  timeStamp - opened.timeStamp < MS &&
  Math.hypot(clientX - opened.clientX, clientY - opened.clientY) < PX;
