/**
 * Runs after a closed dialog has restored the focus, which it does in a microtask after unmounting. A window opened
 * earlier would lose the focus, and its place on top, to the window of the dialog.
 */
export const afterFocusReturn = (run: () => void): void => {
  setTimeout(run, 0);
};
