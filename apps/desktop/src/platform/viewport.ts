/** From this width upward the page is a desktop with windows (ui.md); below, every app is a page (phone.md). A phone on its side is no desktop. */
const DESKTOP = '(width >= 1024px) and (not ((pointer: coarse) and (height < 600px)))';

/** One for all who ask: on a slow phone each new one takes longer than a row. */
const once = (query: string): (() => MediaQueryList) => {
  let media: MediaQueryList | undefined;
  return () => (media ??= window.matchMedia(query));
};

/** Matches screens wide enough for windows. */
export const desktopMedia = once(DESKTOP);

/** Matches screens wide enough for two panes (phone.md). */
export const panesMedia = once('(width >= 700px)');
