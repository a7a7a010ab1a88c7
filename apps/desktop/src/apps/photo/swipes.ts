/** Handlers of vertical swipes on a picture. The viewer itself handles horizontal ones. */
export interface Swipes {
  /** Whether the whole picture is visible. The finger pans an enlarged picture. */
  readonly fits: () => boolean;
  /** Follows the finger, px down; 0 when the picture returns to its place. */
  readonly draw: (by: number) => void;
  readonly close: () => void;
  /** A short tap. */
  readonly touch: () => void;
  readonly details: () => void;
}

/** The direction is open up to this distance, px. */
const SLACK = 12;
/** A swipe counts from this distance up or down, px. */
const ENOUGH = 110;
/** A longer press is not a tap, ms. */
const SHORT_MS = 400;
/** Moving back by this distance cancels the swipe, px. */
const REGRET = 40;

type Way = 'open' | 'down' | 'up' | 'other';

/**
 * Detects swipes with one finger: down closes, up shows details (phone.md). A second finger cancels until all are
 * lifted. @returns a function that removes the listeners
 */
export const attachSwipes = (stage: HTMLElement, swipes: Swipes): (() => void) => {
  const stop = new AbortController();
  const { signal } = stop;
  const fingers = new Set<number>();
  let from: { readonly x: number; readonly y: number } = { x: 0, y: 0 };
  let way: Way = 'other';
  let furthest = 0;
  let since = 0;

  const give = (): void => {
    if (way === 'down') swipes.draw(0);
    way = 'other';
  };
  const lift = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
  };
  stage.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'touch') return;
      fingers.add(event.pointerId);
      give();
      if (fingers.size > 1 || !swipes.fits()) return;
      if (event.target instanceof Element && event.target.closest('button') !== null) return;
      from = { x: event.clientX, y: event.clientY };
      way = 'open';
      furthest = 0;
      since = event.timeStamp;
    },
    { signal },
  );
  stage.addEventListener(
    'pointermove',
    (event) => {
      if (way === 'other' || !fingers.has(event.pointerId)) return;
      const across = Math.abs(event.clientX - from.x);
      const down = event.clientY - from.y;
      if (way === 'open') {
        if (Math.max(across, Math.abs(down)) < SLACK) return;
        way = across >= Math.abs(down) ? 'other' : down > 0 ? 'down' : 'up';
      }
      // A vertical swipe must not also change the picture.
      if (way !== 'other') event.stopPropagation();
      furthest = Math.max(furthest, Math.abs(down));
      if (way === 'down') swipes.draw(Math.max(0, down));
    },
    { signal },
  );
  stage.addEventListener(
    'pointerup',
    (event) => {
      lift(event);
      const by = (event.clientY - from.y) * (way === 'up' ? -1 : 1);
      const isMeant = by >= ENOUGH && by > furthest - REGRET;
      const ended = way;
      give();
      if (ended === 'open' && event.timeStamp - since < SHORT_MS) swipes.touch();
      if (!isMeant) return;
      if (ended === 'down') swipes.close();
      else if (ended === 'up') swipes.details();
    },
    { signal },
  );
  stage.addEventListener(
    'pointercancel',
    (event) => {
      lift(event);
      give();
    },
    { signal },
  );
  return () => {
    stop.abort();
  };
};
