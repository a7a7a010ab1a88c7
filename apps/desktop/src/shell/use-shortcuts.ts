import { useEffect, useState } from 'react';
import { DesktopToken, ShellToken } from '../composition/service-tokens.ts';
import { isTyping } from '../platform/key-target.ts';
import { useService } from '../platform/react/scope.tsx';

/**
 * Shortcuts of the whole desktop. Returns the index selected in the window switcher while it is held, otherwise null.
 */
export const useShortcuts = (): number | null => {
  const desktop = useService(DesktopToken);
  const panels = useService(ShellToken);
  const [selectedIndex, setSelectedIndex] = useState<number | null>(null);
  useEffect(() => {
    let index: number | null = null;
    const select = (next: number | null): void => {
      index = next;
      setSelectedIndex(next);
    };
    const windowsFromTop = () => desktop.windows$.value.toSorted((a, b) => b.zIndex - a.zIndex);
    const raiseSelected = (): void => {
      const window = index === null ? undefined : windowsFromTop()[index];
      select(null);
      if (window === undefined) return;
      if (window.isMinimized) desktop.restore(window.id);
      else desktop.raise(window.id);
    };
    const onDown = (event: KeyboardEvent): void => {
      const main = event.ctrlKey || event.metaKey;
      const active = desktop.active$.value;
      if (main && !event.altKey && event.key.toLowerCase() === 'k') panels.toggle('palette');
      else if (event.key === '?' && !main && !event.altKey && !isTyping(event.target)) panels.toggle('shortcuts');
      else if (main && event.altKey && event.code === 'KeyA' && !event.getModifierState('AltGraph'))
        panels.toggle('overview');
      else if (event.altKey && !main && event.code === 'Backquote') {
        const count = desktop.windows$.value.length;
        if (count === 0) return;
        select(((index ?? 0) + (event.shiftKey ? -1 : 1) + count) % count);
      } else if (event.key === 'Escape' && index !== null) select(null);
      else if (main && event.altKey && active !== null && event.key === 'ArrowLeft') desktop.snap(active, 'left');
      else if (main && event.altKey && active !== null && event.key === 'ArrowRight') desktop.snap(active, 'right');
      else if (main && event.altKey && active !== null && event.key === 'ArrowUp') desktop.maximise(active);
      else if (main && event.altKey && active !== null && event.key === 'ArrowDown') {
        const window = desktop.windows$.value.find(({ id }) => id === active);
        if (window?.isMaximized === true || (window !== undefined && window.snapped !== null)) desktop.restore(active);
        else desktop.minimise(active);
      } else if (event.altKey && !main && event.key === 'F4' && active !== null) desktop.close(active);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const onUp = (event: KeyboardEvent): void => {
      if (event.key === 'Alt' && index !== null) {
        event.preventDefault();
        raiseSelected();
      }
    };
    const onBlur = (): void => {
      select(null);
    };
    // Captured before a focused element handles an arrow key, as a menu button does.
    window.addEventListener('keydown', onDown, true);
    window.addEventListener('keyup', onUp);
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('keydown', onDown, true);
      window.removeEventListener('keyup', onUp);
      window.removeEventListener('blur', onBlur);
    };
  }, [desktop, panels]);
  return selectedIndex;
};
