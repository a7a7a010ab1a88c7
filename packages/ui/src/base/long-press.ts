/** How long a press must last, ms. */
export const LONG_PRESS = 500;
/** How far a finger may wander during a long press, px. */
const SLACK = 10;

/**
 * Calls back with the `pointerdown` of a finger or a pen that has stayed where it came down. What counts is how long it stayed by its own clock: a
 * busy page hears of the end of a press before it has had time for what was due during it.
 * @returns what gives a press up that something else has taken
 */
export const listenForLongPress = (
  area: HTMLElement,
  signal: AbortSignal,
  pressed: (event: PointerEvent) => void,
): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from: PointerEvent | null = null;
  const cancel = (): void => {
    clearTimeout(timer);
    from = null;
  };
  const serve = (event: PointerEvent): void => {
    cancel();
    pressed(event);
  };
  area.addEventListener(
    'pointerdown',
    (event) => {
      cancel();
      if (event.pointerType === 'mouse' || !event.isPrimary) return;
      from = event;
      timer = setTimeout(() => {
        serve(event);
      }, LONG_PRESS);
    },
    { signal },
  );
  area.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (from !== null && Math.hypot(clientX - from.clientX, clientY - from.clientY) > SLACK) cancel();
    },
    { signal },
  );
  area.addEventListener(
    'pointerup',
    ({ timeStamp }) => {
      if (from !== null && timeStamp - from.timeStamp >= LONG_PRESS) serve(from);
      cancel();
    },
    { signal },
  );
  area.addEventListener('pointercancel', cancel, { signal });
  // The second finger is no press.
  area.addEventListener('touchstart', ({ touches }) => touches.length > 1 && cancel(), { signal, passive: true });
  signal.addEventListener('abort', cancel);
  return cancel;
};
