/** Handlers of vertical swipes on a picture. The viewer itself handles horizontal ones. */
export interface PhotoSwipeHandlers {
  /** Whether the whole picture is visible. The finger pans an enlarged picture. */
  readonly fitsScreen: () => boolean;
  /** Follows the finger, px down; 0 when the picture returns to its place. */
  readonly onDrag: (distance: number) => void;
  readonly onSwipeDown: () => void;
  /** A short tap. */
  readonly onTap: () => void;
  readonly onSwipeUp: () => void;
}

/** The direction is open up to this distance, px. */
const DIRECTION_THRESHOLD_PX = 12;
/** A swipe counts from this distance up or down, px. */
const COMMIT_DISTANCE_PX = 110;
/** A longer press is not a tap, ms. */
const MAX_TAP_MS = 400;
/** Moving back by this distance cancels the swipe, px. */
const CANCEL_DISTANCE_PX = 40;

type SwipeDirection = 'open' | 'down' | 'up' | 'other';

/**
 * Detects swipes with one finger: down closes, up shows details (phone.md). A second finger cancels until all are
 * lifted. @returns a function that removes the listeners
 */
export const attachSwipes = (stage: HTMLElement, handlers: PhotoSwipeHandlers): (() => void) => {
  const controller = new AbortController();
  const { signal } = controller;
  const fingers = new Set<number>();
  let dragStart: { readonly x: number; readonly y: number } = { x: 0, y: 0 };
  let direction: SwipeDirection = 'other';
  let maxDistance = 0;
  let startedAtMs = 0;

  const resetDrag = (): void => {
    if (direction === 'down') handlers.onDrag(0);
    direction = 'other';
  };
  const removeFinger = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
  };
  stage.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'touch') return;
      fingers.add(event.pointerId);
      resetDrag();
      if (fingers.size > 1 || !handlers.fitsScreen()) return;
      if (event.target instanceof Element && event.target.closest('button') !== null) return;
      dragStart = { x: event.clientX, y: event.clientY };
      direction = 'open';
      maxDistance = 0;
      startedAtMs = event.timeStamp;
    },
    { signal },
  );
  stage.addEventListener(
    'pointermove',
    (event) => {
      if (direction === 'other' || !fingers.has(event.pointerId)) return;
      const across = Math.abs(event.clientX - dragStart.x);
      const down = event.clientY - dragStart.y;
      if (direction === 'open') {
        if (Math.max(across, Math.abs(down)) < DIRECTION_THRESHOLD_PX) return;
        direction = across >= Math.abs(down) ? 'other' : down > 0 ? 'down' : 'up';
      }
      // A vertical swipe must not also change the picture.
      if (direction !== 'other') event.stopPropagation();
      maxDistance = Math.max(maxDistance, Math.abs(down));
      if (direction === 'down') handlers.onDrag(Math.max(0, down));
    },
    { signal },
  );
  stage.addEventListener(
    'pointerup',
    (event) => {
      removeFinger(event);
      const distance = (event.clientY - dragStart.y) * (direction === 'up' ? -1 : 1);
      const isCommitted = distance >= COMMIT_DISTANCE_PX && distance > maxDistance - CANCEL_DISTANCE_PX;
      const finalDirection = direction;
      resetDrag();
      if (finalDirection === 'open' && event.timeStamp - startedAtMs < MAX_TAP_MS) handlers.onTap();
      if (!isCommitted) return;
      if (finalDirection === 'down') handlers.onSwipeDown();
      else if (finalDirection === 'up') handlers.onSwipeUp();
    },
    { signal },
  );
  stage.addEventListener(
    'pointercancel',
    (event) => {
      removeFinger(event);
      resetDrag();
    },
    { signal },
  );
  return () => {
    controller.abort();
  };
};
