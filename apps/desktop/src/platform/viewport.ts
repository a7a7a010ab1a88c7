/** From this width upward the page is a desktop with windows; below, every app is one full-screen page (ui.md). */
const DESKTOP_WIDTH = 800;

/** Matches screens wide enough for windows. */
export const desktopMedia = (): MediaQueryList => window.matchMedia(`(min-width: ${DESKTOP_WIDTH}px)`);
