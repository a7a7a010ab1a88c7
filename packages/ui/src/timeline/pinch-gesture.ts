/** Change of the distance between two fingers for one step, as a factor. */
const STEP_FACTOR = 1.35;

const distanceBetween = ([first, second]: TouchList | readonly Touch[]): number | null =>
  first === undefined || second === undefined
    ? null
    : Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);

/**
 * Calls back for each step that two fingers move apart (1) or together (-1). @returns a function that removes the
 * listeners
 */
export const listenForPinch = (area: HTMLElement, step: (by: 1 | -1) => void): (() => void) => {
  const stop = new AbortController();
  const { signal } = stop;
  let from: number | null = null;
  area.addEventListener(
    'touchstart',
    ({ touches }) => {
      from = distanceBetween(touches);
    },
    { signal, passive: true },
  );
  area.addEventListener(
    'touchmove',
    (event) => {
      const now = distanceBetween(event.touches);
      if (from === null || now === null) return;
      // Prevents the browser from zooming the page.
      event.preventDefault();
      if (now < from * STEP_FACTOR && now > from / STEP_FACTOR) return;
      step(now > from ? 1 : -1);
      from = now;
    },
    { signal, passive: false },
  );
  return () => {
    stop.abort();
  };
};
