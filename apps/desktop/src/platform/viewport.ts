/** From this width upward the page is a desktop with windows (ui.md); below, every app is a page (phone.md). A phone on its side is no desktop. */
const DESKTOP = '(width >= 1024px) and (not ((pointer: coarse) and (height < 600px)))';

/** Matches screens wide enough for windows. */
export const desktopMedia = (): MediaQueryList => window.matchMedia(DESKTOP);

/** Matches screens wide enough for two panes (phone.md). */
export const panesMedia = (): MediaQueryList => window.matchMedia('(width >= 700px)');
