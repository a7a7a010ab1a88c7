import { useEffect, useState, type RefObject } from 'react';
import { useLatest } from '../base/use-latest.ts';
import { isArrowKey, nudge, type Rect } from './window-geometry.ts';
import type { WindowDragOptions } from './use-window-drag.ts';
import { measureSurface, writeRect } from './window-style.ts';

export type KeyMode = 'move' | 'resize';

const STEP_PX = 16;
const FINE_STEP_PX = 2;

/**
 * Moves and resizes a window by keyboard: arrows (with Shift in fine steps), Enter commits, Esc restores.
 * @returns the current mode, and a function that starts a mode
 */
export function useWindowKeys(
  element: RefObject<HTMLElement | null>,
  options: WindowDragOptions,
): readonly [KeyMode | null, (mode: KeyMode) => void] {
  const [mode, setMode] = useState<KeyMode | null>(null);
  const latest = useLatest(options);
  useEffect(() => {
    const window = element.current;
    const container = window?.parentElement;
    if (mode === null || window === null || container === null || container === undefined) return undefined;
    const { top, bottom, bounds } = latest.current;
    const { area } = measureSurface(container, top, bottom);
    let rect: Rect = bounds;
    const end = (isCommitted: boolean): void => {
      setMode(null);
      if (isCommitted) latest.current.onPlacementChange({ bounds: rect, maximized: false, snapped: null });
      else writeRect(window, latest.current.bounds);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (isArrowKey(event.key)) {
        rect = nudge(rect, event.key, mode, event.shiftKey ? FINE_STEP_PX : STEP_PX, area, latest.current.minimum);
        writeRect(window, rect);
      } else if (event.key === 'Enter') end(true);
      else if (event.key === 'Escape') end(false);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onPress = (): void => {
      end(true);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('pointerdown', onPress, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('pointerdown', onPress, { capture: true });
    };
  }, [element, latest, mode]);
  return [mode, setMode];
}
