/** A sheet closes when it is swiped down further than this in px, or faster than this in px/ms. */
const CLOSE_DISTANCE_PX = 96;
const CLOSE_SPEED_PX_PER_MS = 0.5;
/** When the offset is reset after closing, in ms: the sheet is closed by then, or springs back if it stays open. */
const CLOSE_ANIMATION_MS = 400;

/**
 * Lets the user swipe a sheet down by its header, while the sheet stands at the lower edge of the screen. Returns a
 * function that removes the listeners.
 */
export const attachSwipeToClose = (sheet: HTMLElement, close: () => void): (() => void) => {
  const header = sheet.querySelector('header');
  sheet.toggleAttribute('data-drawable', true);
  let start: { readonly y: number; readonly at: number } | null = null;
  let offset = 0;
  const setOffset = (to: number): void => {
    offset = to;
    sheet.style.translate = to === 0 ? '' : `0 ${to}px`;
  };
  const onTouchStart = ({ touches, timeStamp }: TouchEvent): void => {
    const [finger, second] = touches;
    const isAtBottom = sheet.getBoundingClientRect().bottom >= innerHeight - 1;
    start = finger === undefined || second !== undefined || !isAtBottom ? null : { y: finger.clientY, at: timeStamp };
    sheet.toggleAttribute('data-drawn', start !== null);
  };
  const onTouchMove = (event: TouchEvent): void => {
    const [finger] = event.touches;
    if (start === null || finger === undefined) return;
    // Prevents native scrolling; the next tap would only stop its momentum.
    event.preventDefault();
    setOffset(Math.max(0, finger.clientY - start.y));
  };
  const onTouchEnd = ({ timeStamp, type }: TouchEvent): void => {
    if (start === null) return;
    const isFast = offset / Math.max(1, timeStamp - start.at) > CLOSE_SPEED_PX_PER_MS;
    start = null;
    sheet.removeAttribute('data-drawn');
    if (type === 'touchend' && (offset > CLOSE_DISTANCE_PX || (isFast && offset > CLOSE_DISTANCE_PX / 4))) {
      close();
      setTimeout(setOffset, CLOSE_ANIMATION_MS, 0);
    } else setOffset(0);
  };
  header?.addEventListener('touchstart', onTouchStart, { passive: true });
  header?.addEventListener('touchmove', onTouchMove, { passive: false });
  header?.addEventListener('touchend', onTouchEnd);
  header?.addEventListener('touchcancel', onTouchEnd);
  return () => {
    header?.removeEventListener('touchstart', onTouchStart);
    header?.removeEventListener('touchmove', onTouchMove);
    header?.removeEventListener('touchend', onTouchEnd);
    header?.removeEventListener('touchcancel', onTouchEnd);
  };
};
