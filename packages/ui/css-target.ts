/**
 * Browsers that support `light-dark()`. Use as `build.cssTarget`: an older target compiles the function away, and a
 * nested `data-theme` would then keep the colours of the root.
 */
export const cssTarget = ['chrome123', 'firefox120', 'safari17.5'];
