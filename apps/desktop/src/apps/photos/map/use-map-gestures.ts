import { listenForPinch, useLatest } from '@boxwood/ui';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { type MapSize, type MapView, panView, zoomView } from './mercator.ts';

/** A pointer that moves further than this drags the map instead of pressing it. */
const DRAG_THRESHOLD_PX = 6;
/** Wheel distance of one zoom level. */
const WHEEL_STEP_PX = 90;
/** An arrow key pans the map by this fraction of its size. */
const KEY_PAN_RATIO = 0.25;

interface MapGestureOptions {
  readonly view: MapView;
  readonly size: MapSize;
  readonly onView: (view: MapView) => void;
}

/**
 * Pans and zooms a map by pointer, wheel, pinch and keys. During a drag only the stage is translated; the view changes
 * when the pointer is released.
 * @returns the keydown handler
 */
export const useMapGestures = (
  area: RefObject<HTMLElement | null>,
  stage: RefObject<HTMLElement | null>,
  { view, size, onView }: MapGestureOptions,
): ((event: KeyboardEvent) => void) => {
  const latest = useLatest({ view, size, onView });
  const wheelDelta = useRef(0);
  useEffect(() => {
    const node = area.current;
    if (node === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    let dragStart: { readonly id: number; readonly x: number; readonly y: number } | null = null;
    let isDragging = false;
    const translateStage = (across: number, down: number): void => {
      if (stage.current !== null) stage.current.style.translate = `${across}px ${down}px`;
    };
    const endDrag = (): void => {
      dragStart = null;
      translateStage(0, 0);
    };
    node.addEventListener(
      'pointerdown',
      ({ isPrimary, button, pointerId, clientX, clientY }) => {
        isDragging = false;
        dragStart = isPrimary && button === 0 ? { id: pointerId, x: clientX, y: clientY } : null;
        if (dragStart === null) translateStage(0, 0);
      },
      { signal },
    );
    node.addEventListener(
      'pointermove',
      ({ pointerId, clientX, clientY }) => {
        if (dragStart?.id !== pointerId) return;
        const [across, down] = [clientX - dragStart.x, clientY - dragStart.y];
        if (!isDragging && Math.hypot(across, down) < DRAG_THRESHOLD_PX) return;
        if (!isDragging) node.setPointerCapture(pointerId);
        isDragging = true;
        translateStage(across, down);
      },
      { signal },
    );
    node.addEventListener(
      'pointerup',
      ({ pointerId, clientX, clientY }) => {
        if (dragStart?.id !== pointerId) return;
        const { x, y } = dragStart;
        endDrag();
        if (!isDragging) return;
        const { view: currentView, size: mapSize, onView: notifyView } = latest.current;
        notifyView(panView(currentView, x - clientX, y - clientY, mapSize));
      },
      { signal },
    );
    node.addEventListener('pointercancel', endDrag, { signal });
    // The click after a drag must not press the picture under the pointer.
    node.addEventListener(
      'click',
      (event) => {
        if (isDragging) event.stopPropagation();
        isDragging = false;
      },
      { signal, capture: true },
    );
    const zoomAt = (by: 1 | -1, across = 0, down = 0): void => {
      const { view: currentView, size: mapSize, onView: notifyView } = latest.current;
      notifyView(zoomView(currentView, by, mapSize, across, down));
    };
    node.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        wheelDelta.current +=
          event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL_STEP_PX;
        if (Math.abs(wheelDelta.current) < WHEEL_STEP_PX) return;
        const by = wheelDelta.current < 0 ? 1 : -1;
        wheelDelta.current = 0;
        const { left, top, width, height } = node.getBoundingClientRect();
        zoomAt(by, event.clientX - left - width / 2, event.clientY - top - height / 2);
      },
      { signal, passive: false },
    );
    const stopPinch = listenForPinch(node, (by) => {
      endDrag();
      zoomAt(by);
    });
    return () => {
      stopPinch();
      controller.abort();
    };
  }, [area, stage, latest]);

  return (event) => {
    const { width, height } = size;
    const next = new Map([
      ['ArrowLeft', () => panView(view, -width * KEY_PAN_RATIO, 0, size)],
      ['ArrowRight', () => panView(view, width * KEY_PAN_RATIO, 0, size)],
      ['ArrowUp', () => panView(view, 0, -height * KEY_PAN_RATIO, size)],
      ['ArrowDown', () => panView(view, 0, height * KEY_PAN_RATIO, size)],
      ['+', () => zoomView(view, 1, size)],
      ['=', () => zoomView(view, 1, size)],
      ['-', () => zoomView(view, -1, size)],
    ]).get(event.key);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onView(next());
  };
};
