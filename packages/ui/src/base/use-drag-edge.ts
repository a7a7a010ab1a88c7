import { useRef, useState, type PointerEvent } from 'react';
import { zoomFactorOf } from './zoom-factor.ts';

interface DragEdgeOptions {
  /**
   * Called when the pointer grabs the edge. Returns the function that maps a horizontal distance in px to the new
   * value.
   */
  readonly begin: (edge: HTMLElement) => (by: number) => number;
  readonly onDrag: (value: number) => void;
  /** Called once: with the last value, or with the initial value and `isCommitted` false when the pointer was lost. */
  readonly onEnd: (value: number, isCommitted: boolean) => void;
}

/** An edge that the user drags to resize something: whether it is dragged, and the props to spread on it. */
export const useDragEdge = ({ begin, onDrag, onEnd }: DragEdgeOptions) => {
  const drag = useRef<{
    readonly x: number;
    readonly scale: number;
    readonly valueAt: (by: number) => number;
    readonly first: number;
    latest: number;
  } | null>(null);
  const [dragging, setDragging] = useState(false);
  const end = (isCommitted: boolean): void => {
    const now = drag.current;
    if (now === null) return;
    drag.current = null;
    setDragging(false);
    onEnd(isCommitted ? now.latest : now.first, isCommitted);
  };
  const cancel = (): void => {
    end(false);
  };
  return {
    dragging,
    edge: {
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        if (event.button !== 0) return;
        const { currentTarget: handle, pointerId, clientX: x } = event;
        handle.setPointerCapture(pointerId);
        const valueAt = begin(handle);
        const first = valueAt(0);
        drag.current = { x, scale: zoomFactorOf(handle), valueAt, first, latest: first };
        setDragging(true);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>): void => {
        const now = drag.current;
        if (now === null) return;
        now.latest = now.valueAt((event.clientX - now.x) / now.scale);
        onDrag(now.latest);
      },
      onPointerUp: (): void => {
        end(true);
      },
      onPointerCancel: cancel,
      onLostPointerCapture: cancel,
    },
  };
};
