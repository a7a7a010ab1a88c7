/**
 * From this width the page is a desktop with windows (ui.md); below it, every app is a page (phone.md). A phone in
 * landscape orientation is no desktop.
 */
const DESKTOP = '(width >= 1024px) and (not ((pointer: coarse) and (height < 600px)))';

/** Shares one MediaQueryList between all callers: on a slow phone, creating one takes longer than rendering a row. */
const lazyMediaQuery = (query: string): (() => MediaQueryList) => {
  let media: MediaQueryList | undefined;
  return () => (media ??= window.matchMedia(query));
};

/** Matches screens wide enough for windows. */
export const desktopMedia = lazyMediaQuery(DESKTOP);

/** Matches screens wide enough for two panes (phone.md). */
export const panesMedia = lazyMediaQuery('(width >= 700px)');
