/** A sheet closes when it is swiped down further than this in px, or faster than this in px/ms. */
const FAR = 96;
const FAST = 0.5;
/** When the offset is reset after closing, in ms: the sheet is closed by then, or springs back if it stays open. */
const OUT_MS = 400;

/**
 * Lets the user swipe a sheet down by its header, while the sheet stands at the lower edge of the screen. Returns a
 * function that removes the listeners.
 */
export const drawDown = (sheet: HTMLElement, close: () => void): (() => void) => {
  const head = sheet.querySelector('header');
  sheet.toggleAttribute('data-drawable', true);
  let begin: { readonly y: number; readonly at: number } | null = null;
  let down = 0;
  const draw = (to: number): void => {
    down = to;
    sheet.style.translate = to === 0 ? '' : `0 ${to}px`;
  };
  const touch = ({ touches, timeStamp }: TouchEvent): void => {
    const [finger, second] = touches;
    const stands = sheet.getBoundingClientRect().bottom >= innerHeight - 1;
    begin = finger === undefined || second !== undefined || !stands ? null : { y: finger.clientY, at: timeStamp };
    sheet.toggleAttribute('data-drawn', begin !== null);
  };
  const move = (event: TouchEvent): void => {
    const [finger] = event.touches;
    if (begin === null || finger === undefined) return;
    // Prevents native scrolling; the next tap would only stop its momentum.
    event.preventDefault();
    draw(Math.max(0, finger.clientY - begin.y));
  };
  const lift = ({ timeStamp, type }: TouchEvent): void => {
    if (begin === null) return;
    const fast = down / Math.max(1, timeStamp - begin.at) > FAST;
    begin = null;
    sheet.removeAttribute('data-drawn');
    if (type === 'touchend' && (down > FAR || (fast && down > FAR / 4))) {
      close();
      setTimeout(draw, OUT_MS, 0);
    } else draw(0);
  };
  head?.addEventListener('touchstart', touch, { passive: true });
  head?.addEventListener('touchmove', move, { passive: false });
  head?.addEventListener('touchend', lift);
  head?.addEventListener('touchcancel', lift);
  return () => {
    head?.removeEventListener('touchstart', touch);
    head?.removeEventListener('touchmove', move);
    head?.removeEventListener('touchend', lift);
    head?.removeEventListener('touchcancel', lift);
  };
};
