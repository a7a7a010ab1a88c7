import { useEffect, useState, type RefObject } from 'react';
import { useLive } from '../base/use-live.ts';
import { isArrow, nudge, type Rect } from './geometry.ts';
import type { WindowDragOptions } from './use-window-drag.ts';
import { measureSurface, writeRect } from './window-style.ts';

export type KeyMode = 'move' | 'resize';

const STEP = 16;
const FINE = 2;

/**
 * Moves and resizes a window by keyboard: arrows (with Shift in fine steps), Enter commits, Esc restores.
 * @returns the current mode, and a function that starts a mode
 */
export function useWindowKeys(
  element: RefObject<HTMLElement | null>,
  options: WindowDragOptions,
): readonly [KeyMode | null, (mode: KeyMode) => void] {
  const [mode, setMode] = useState<KeyMode | null>(null);
  const live = useLive(options);
  useEffect(() => {
    const window = element.current;
    const container = window?.parentElement;
    if (mode === null || window === null || container === null || container === undefined) return undefined;
    const { top, bottom, bounds } = live.current;
    const { area } = measureSurface(container, top, bottom);
    let rect: Rect = bounds;
    const end = (kept: boolean): void => {
      setMode(null);
      if (kept) live.current.onPlace({ bounds: rect, maximized: false, snapped: null });
      else writeRect(window, live.current.bounds);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (isArrow(event.key)) {
        rect = nudge(rect, event.key, mode, event.shiftKey ? FINE : STEP, area, live.current.minimum);
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
  }, [element, live, mode]);
  return [mode, setMode];
}
