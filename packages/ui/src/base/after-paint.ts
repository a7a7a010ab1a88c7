/**
 * Calls back when what a press has changed so far is on the screen: a finger is answered before much work begins.
 * @returns a function that takes it back
 */
export const afterPaint = (run: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};
