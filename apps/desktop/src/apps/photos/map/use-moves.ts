import { listenForPinch, useLive } from '@boxwood/ui';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { type MapSize, type MapView, moved, zoomed } from './mercator.ts';

/** How far a pointer has to go until it is no press. */
const SLACK = 6;
/** So much of a wheel is one step. */
const NOTCH = 90;
/** An arrow key moves the map by this part of it. */
const STEP = 0.25;

interface Moves {
  readonly view: MapView;
  readonly size: MapSize;
  readonly onView: (view: MapView) => void;
}

/**
 * Pointer, wheel, two fingers and keys move a map. While a pointer draws it only the stage moves, as a picture; the view follows when it is let go.
 * @returns what a key does
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
    // Letting go of the map above a picture is no press of it.
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
