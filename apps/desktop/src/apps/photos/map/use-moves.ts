import { listenForPinch, useLive } from '@boxwood/ui';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { type MapSize, type MapView, moved, zoomed } from './mercator.ts';

/** A pointer that moves further than this drags the map instead of pressing it. */
const SLACK = 6;
/** Wheel distance of one zoom level. */
const NOTCH = 90;
/** An arrow key pans the map by this fraction of its size. */
const STEP = 0.25;

interface Moves {
  readonly view: MapView;
  readonly size: MapSize;
  readonly onView: (view: MapView) => void;
}

/**
 * Pans and zooms a map by pointer, wheel, pinch and keys. During a drag only the stage is translated; the view changes
 * when the pointer is released.
 * @returns the keydown handler
 */
export const useMoves = (
  area: RefObject<HTMLElement | null>,
  stage: RefObject<HTMLElement | null>,
  { view, size, onView }: Moves,
): ((event: KeyboardEvent) => void) => {
  const live = useLive({ view, size, onView });
  const wheeled = useRef(0);
  useEffect(() => {
    const node = area.current;
    if (node === null) return;
    const stop = new AbortController();
    const { signal } = stop;
    let from: { readonly id: number; readonly x: number; readonly y: number } | null = null;
    let isDrawn = false;
    const draw = (across: number, down: number): void => {
      if (stage.current !== null) stage.current.style.translate = `${across}px ${down}px`;
    };
    const end = (): void => {
      from = null;
      draw(0, 0);
    };
    node.addEventListener(
      'pointerdown',
      ({ isPrimary, button, pointerId, clientX, clientY }) => {
        isDrawn = false;
        from = isPrimary && button === 0 ? { id: pointerId, x: clientX, y: clientY } : null;
        if (from === null) draw(0, 0);
      },
      { signal },
    );
    node.addEventListener(
      'pointermove',
      ({ pointerId, clientX, clientY }) => {
        if (from?.id !== pointerId) return;
        const [across, down] = [clientX - from.x, clientY - from.y];
        if (!isDrawn && Math.hypot(across, down) < SLACK) return;
        if (!isDrawn) node.setPointerCapture(pointerId);
        isDrawn = true;
        draw(across, down);
      },
      { signal },
    );
    node.addEventListener(
      'pointerup',
      ({ pointerId, clientX, clientY }) => {
        if (from?.id !== pointerId) return;
        const { x, y } = from;
        end();
        if (!isDrawn) return;
        const { view: now, size: room, onView: tell } = live.current;
        tell(moved(now, x - clientX, y - clientY, room));
      },
      { signal },
    );
    node.addEventListener('pointercancel', end, { signal });
    // The click after a drag must not press the picture under the pointer.
    node.addEventListener(
      'click',
      (event) => {
        if (isDrawn) event.stopPropagation();
        isDrawn = false;
      },
      { signal, capture: true },
    );
    const step = (by: 1 | -1, across = 0, down = 0): void => {
      const { view: now, size: room, onView: tell } = live.current;
      tell(zoomed(now, by, room, across, down));
    };
    node.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        wheeled.current += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * NOTCH;
        if (Math.abs(wheeled.current) < NOTCH) return;
        const by = wheeled.current < 0 ? 1 : -1;
        wheeled.current = 0;
        const { left, top, width, height } = node.getBoundingClientRect();
        step(by, event.clientX - left - width / 2, event.clientY - top - height / 2);
      },
      { signal, passive: false },
    );
    const letGo = listenForPinch(node, (by) => {
      end();
      step(by);
    });
    return () => {
      letGo();
      stop.abort();
    };
  }, [area, stage, live]);

  return (event) => {
    const { width, height } = size;
    const next = new Map([
      ['ArrowLeft', () => moved(view, -width * STEP, 0, size)],
      ['ArrowRight', () => moved(view, width * STEP, 0, size)],
      ['ArrowUp', () => moved(view, 0, -height * STEP, size)],
      ['ArrowDown', () => moved(view, 0, height * STEP, size)],
      ['+', () => zoomed(view, 1, size)],
      ['=', () => zoomed(view, 1, size)],
      ['-', () => zoomed(view, -1, size)],
    ]).get(event.key);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onView(next());
  };
};
