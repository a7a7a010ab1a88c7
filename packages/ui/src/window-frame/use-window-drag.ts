import { useEffect, useMemo, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import { useLatest } from '../base/use-latest.ts';
import {
  moveRect,
  restoredUnderPointer,
  resizeRect,
  snapRect,
  snapZoneAt,
  type Edge,
  type Rect,
  type Size,
  type SnapZone,
} from './window-geometry.ts';
import {
  isolateLayer,
  measureSurface,
  writeMaximized,
  writeRect,
  writeShift,
  type WindowSurface,
} from './window-style.ts';

/** The result of a finished gesture, which the owner stores. */
export interface WindowPlacement {
  readonly bounds: Rect;
  readonly maximized: boolean;
  /** The zone that `bounds` fill, when it was dropped on one. */
  readonly snapped: Exclude<SnapZone, 'full'> | null;
}

export interface WindowDragOptions {
  readonly bounds: Rect;
  readonly maximized: boolean;
  /** Size before it was snapped, restored when it is dragged away; null when it is not snapped. */
  readonly freeSize: Size | null;
  readonly minimum: Size;
  readonly top: number;
  readonly bottom: number;
  readonly onPlacementChange: (placement: WindowPlacement) => void;
}

interface DragState {
  readonly pointer: number;
  readonly grip: HTMLElement;
  readonly mode: 'move' | Edge;
  readonly surface: WindowSurface;
  readonly origin: { readonly x: number; readonly y: number };
  /** Bounds of the window when the gesture started. */
  start: Rect;
  rect: Rect;
  latest: { readonly x: number; readonly y: number };
  maximized: boolean;
  zone: SnapZone | null;
  frame: number;
  moved: boolean;
  /** Keeps the window on a compositor layer of its own while it moves. */
  layer: Animation | null;
}

/** Movement in px that starts a drag; a maximised window needs more. */
const DRAG_THRESHOLD_PX = 3;
const RESTORE_THRESHOLD_PX = 8;

export interface WindowDrag {
  /** Spread on the title bar or a handle. */
  readonly grip: (mode: 'move' | Edge) => {
    readonly onPointerDown: (event: ReactPointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: ReactPointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: ReactPointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: (event: ReactPointerEvent<HTMLElement>) => void;
    readonly onLostPointerCapture: (event: ReactPointerEvent<HTMLElement>) => void;
  };
  /** Bounds of the zone that the window would fill if it were dropped now. */
  readonly ghost: Rect | null;
}

/**
 * Moves and resizes an element with the pointer. The pointer is captured, so that frames and other windows cannot
 * intercept it. The style is written once per frame, and the result is reported once, on release. Esc and a lost
 * pointer restore the bounds.
 */
export function useWindowDrag(element: RefObject<HTMLElement | null>, options: WindowDragOptions): WindowDrag {
  const latest = useLatest(options);
  const dragState = useRef<DragState | null>(null);
  const [ghost, setGhost] = useState<Rect | null>(null);

  const machine = useMemo(() => {
    const draw = (current: DragState): void => {
      current.frame = 0;
      const window = element.current;
      if (window === null) return;
      const { x, y } = current.latest;
      const dx = x - current.origin.x;
      const dy = y - current.origin.y;
      const { area } = current.surface;
      const { minimum } = latest.current;
      if (current.mode !== 'move') {
        current.rect = resizeRect(current.start, current.mode, dx, dy, area, minimum);
        writeRect(window, current.rect);
        return;
      }
      current.rect = moveRect(current.start, dx, dy, area);
      writeShift(window, current.start, current.rect);
      const zone = snapZoneAt(x, y, area);
      if (zone !== current.zone) {
        current.zone = zone;
        setGhost(zone === null ? null : snapRect(zone, area, minimum));
      }
    };

    const begin = (current: DragState): boolean => {
      const window = element.current;
      const distance = Math.hypot(current.latest.x - current.origin.x, current.latest.y - current.origin.y);
      if (window === null || distance < (current.maximized ? RESTORE_THRESHOLD_PX : DRAG_THRESHOLD_PX)) return false;
      current.moved = true;
      window.dataset['dragging'] = '';
      if (current.mode !== 'move') return true;
      current.layer = isolateLayer(window);
      const { bounds, freeSize } = latest.current;
      const size = current.maximized ? bounds : freeSize;
      if (size === null) return true;
      const { width, height } = size;
      current.start = restoredUnderPointer(current.start, { width, height }, current.origin.x, current.origin.y);
      current.maximized = false;
      delete window.dataset['maximized'];
      writeRect(window, current.start);
      return true;
    };

    const leave = (current: DragState): void => {
      dragState.current = null;
      cancelAnimationFrame(current.frame);
      current.layer?.cancel();
      if (element.current !== null) delete element.current.dataset['dragging'];
      if (current.grip.hasPointerCapture(current.pointer)) current.grip.releasePointerCapture(current.pointer);
      setGhost(null);
    };

    return {
      start(mode: 'move' | Edge, event: ReactPointerEvent<HTMLElement>): void {
        const window = element.current;
        const container = window?.parentElement;
        if (window === null || container === null || container === undefined) return;
        if (event.button !== 0 || !event.isPrimary || dragState.current !== null) return;
        if (event.target instanceof Element && event.target.closest('button, input, a, [data-no-drag]') !== null)
          return;
        const { bounds, maximized, top, bottom } = latest.current;
        const surface = measureSurface(container, top, bottom);
        const origin = surface.toLocal(event.clientX, event.clientY);
        const start = maximized ? snapRect('full', surface.area) : bounds;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragState.current = {
          pointer: event.pointerId,
          grip: event.currentTarget,
          mode,
          surface,
          origin,
          start,
          rect: start,
          latest: origin,
          maximized,
          zone: null,
          frame: 0,
          moved: false,
          layer: null,
        };
      },
      move(event: ReactPointerEvent<HTMLElement>): void {
        const current = dragState.current;
        if (current?.pointer !== event.pointerId) return;
        current.latest = current.surface.toLocal(event.clientX, event.clientY);
        if (!current.moved && !begin(current)) return;
        if (current.frame === 0) {
          current.frame = requestAnimationFrame(() => {
            draw(current);
          });
        }
      },
      drop(event: ReactPointerEvent<HTMLElement>): void {
        const current = dragState.current;
        if (current?.pointer !== event.pointerId) return;
        if (current.moved) {
          current.latest = current.surface.toLocal(event.clientX, event.clientY);
          draw(current);
        }
        leave(current);
        const window = element.current;
        if (!current.moved || window === null) return;
        const { zone, start } = current;
        if (zone === 'full') {
          const bounds = { ...latest.current.bounds, width: start.width, height: start.height };
          writeMaximized(window, latest.current.top, latest.current.bottom);
          latest.current.onPlacementChange({ bounds, maximized: true, snapped: null });
          return;
        }
        const bounds = zone === null ? current.rect : snapRect(zone, current.surface.area, latest.current.minimum);
        writeRect(window, bounds);
        latest.current.onPlacementChange({ bounds, maximized: false, snapped: zone });
      },
      cancel(pointer?: number): void {
        const current = dragState.current;
        if (current === null || (pointer !== undefined && current.pointer !== pointer)) return;
        leave(current);
        const window = element.current;
        if (window === null) return;
        const { bounds, maximized, top, bottom } = latest.current;
        if (maximized) {
          window.dataset['maximized'] = '';
          writeMaximized(window, top, bottom);
        } else writeRect(window, bounds);
      },
    };
  }, [element, latest]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || dragState.current?.moved !== true) return;
      event.preventDefault();
      event.stopPropagation();
      machine.cancel();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      machine.cancel();
    };
  }, [machine]);

  const grip = useMemo<WindowDrag['grip']>(
    () => (mode) => ({
      onPointerDown: (event) => {
        machine.start(mode, event);
      },
      onPointerMove: (event) => {
        machine.move(event);
      },
      onPointerUp: (event) => {
        machine.drop(event);
      },
      onPointerCancel: (event) => {
        machine.cancel(event.pointerId);
      },
      onLostPointerCapture: (event) => {
        machine.cancel(event.pointerId);
      },
    }),
    [machine],
  );
  return { grip, ghost };
}
