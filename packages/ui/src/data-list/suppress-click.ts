/** Suppresses the click that follows a long press, so that it does not count as a tap. */
export const suppressClickAfterLongPress = (scroller: HTMLElement): { suppressNext(): void; end(): void } => {
  const stop = new AbortController();
  const { signal } = stop;
  let isArmed = false;
  scroller.addEventListener('pointerdown', () => void (isArmed = false), { signal, capture: true });
  scroller.addEventListener(
    'click',
    (event) => {
      if (isArmed) event.stopImmediatePropagation();
      isArmed = false;
    },
    { signal, capture: true },
  );
  return { suppressNext: () => void (isArmed = true), end: () => stop.abort() };
};
