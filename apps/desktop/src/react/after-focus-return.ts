/**
 * Runs when a dialog that has just been closed has given the focus back, which it does in a microtask after it is gone.
 * A window opened before that would lose the focus, and with it its place on top, to the one the dialog was in.
 */
export const afterFocusReturn = (run: () => void): void => {
  setTimeout(run, 0);
};
