/** Suppresses the click that follows a long press, so that it does not count as a tap. */
export const swallowLift = (scroller: HTMLElement): { next(): void; end(): void } => {
  const stop = new AbortController();
  const { signal } = stop;
  let due = false;
  scroller.addEventListener('pointerdown', () => void (due = false), { signal, capture: true });
  scroller.addEventListener(
    'click',
    (event) => {
      if (due) event.stopImmediatePropagation();
      due = false;
    },
    { signal, capture: true },
  );
  return { next: () => void (due = true), end: () => stop.abort() };
};
