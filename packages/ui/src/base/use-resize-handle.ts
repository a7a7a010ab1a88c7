import { useRef, useState, type PointerEvent } from 'react';
import { zoomFactorOf } from './zoom-factor.ts';

interface ResizeHandleOptions {
  /**
   * Called when the pointer grabs the handle. Returns the function that maps a horizontal distance in px to the new
   * value.
   */
  readonly begin: (handle: HTMLElement) => (deltaX: number) => number;
  readonly onDrag: (value: number) => void;
  /**
   * Called once at the end: with the last value and `isCommitted` true, or with the initial value and `isCommitted`
   * false when the drag was cancelled.
   */
  readonly onEnd: (value: number, isCommitted: boolean) => void;
}

/**
 * A handle that the user drags horizontally to resize something. Returns whether it is dragged, and the props of the
 * handle element.
 */
export const useResizeHandle = ({ begin, onDrag, onEnd }: ResizeHandleOptions) => {
  const drag = useRef<{
    readonly x: number;
    readonly scale: number;
    readonly valueAt: (deltaX: number) => number;
    readonly initial: number;
    latest: number;
  } | null>(null);
  const [dragging, setDragging] = useState(false);
  const end = (isCommitted: boolean): void => {
    const current = drag.current;
    if (current === null) return;
    drag.current = null;
    setDragging(false);
    onEnd(isCommitted ? current.latest : current.initial, isCommitted);
  };
  const cancel = (): void => {
    end(false);
  };
  return {
    dragging,
    handleProps: {
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        if (event.button !== 0) return;
        const { currentTarget: handle, pointerId, clientX: x } = event;
        handle.setPointerCapture(pointerId);
        const valueAt = begin(handle);
        const initial = valueAt(0);
        drag.current = { x, scale: zoomFactorOf(handle), valueAt, initial, latest: initial };
        setDragging(true);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>): void => {
        const current = drag.current;
        if (current === null) return;
        current.latest = current.valueAt((event.clientX - current.x) / current.scale);
        onDrag(current.latest);
      },
      onPointerUp: (): void => {
        end(true);
      },
      onPointerCancel: cancel,
      onLostPointerCapture: cancel,
    },
  };
};
