/** Minimum duration of a long press, in ms. */
export const LONG_PRESS_MS = 500;
/** How far a finger may move during a long press, in px. */
const MAX_MOVE_PX = 10;

/**
 * Calls back with the `pointerdown` of a touch or pen that stayed in place. The duration is taken from the event
 * timestamps, because a busy page may handle `pointerup` before its overdue timer.
 * @returns a function that cancels the current press when another gesture has claimed it
 */
export const listenForLongPress = (
  area: HTMLElement,
  signal: AbortSignal,
  onLongPress: (event: PointerEvent) => void,
): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from: PointerEvent | null = null;
  const cancel = (): void => {
    clearTimeout(timer);
    from = null;
  };
  const recognise = (event: PointerEvent): void => {
    cancel();
    onLongPress(event);
  };
  area.addEventListener(
    'pointerdown',
    (event) => {
      cancel();
      if (event.pointerType === 'mouse' || !event.isPrimary) return;
      from = event;
      timer = setTimeout(() => {
        recognise(event);
      }, LONG_PRESS_MS);
    },
    { signal },
  );
  area.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (from !== null && Math.hypot(clientX - from.clientX, clientY - from.clientY) > MAX_MOVE_PX) cancel();
    },
    { signal },
  );
  area.addEventListener(
    'pointerup',
    ({ timeStamp }) => {
      if (from !== null && timeStamp - from.timeStamp >= LONG_PRESS_MS) recognise(from);
      cancel();
    },
    { signal },
  );
  area.addEventListener('pointercancel', cancel, { signal });
  // A second finger is not a long press.
  area.addEventListener('touchstart', ({ touches }) => touches.length > 1 && cancel(), { signal, passive: true });
  signal.addEventListener('abort', cancel);
  return cancel;
};
