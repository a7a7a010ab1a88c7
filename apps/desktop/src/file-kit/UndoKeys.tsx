import type { WindowId } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { DesktopToken, FilesToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { takesKeys } from '../platform/takes-keys.ts';

type Step = 'undo' | 'redo';

/** What the key means where files are: Ctrl+Z takes back, Ctrl+Shift+Z and Ctrl+Y do again. */
const stepOf = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): Step | null => {
  if (altKey || !(ctrlKey || metaKey)) return null;
  switch (key.toLowerCase()) {
    case 'z':
      return shiftKey ? 'redo' : 'undo';
    case 'y':
      return shiftKey ? null : 'redo';
    default:
      return null;
  }
};

interface UndoKeysProps {
  readonly window: WindowId | null;
  /** Takes back, or does again, what was done there that is no deed of files, where that was later; answers whether it did. */
  readonly before?: (step: Step) => boolean;
}

/** Takes back and does again by the keyboard, in a window that shows files, or in a place that is none (null): wherever the focus is in it, or in none while it is the active one. */
export const UndoKeys = ({ window, before }: UndoKeysProps) => {
  const files = useService(FilesToken);
  const desktop = useService(DesktopToken);
  const takes = useEffectEvent((step: Step): boolean => before?.(step) === true);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const step = stepOf(event);
      if (step === null || event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
      const own = target.closest<HTMLElement>('[data-window]')?.dataset['window'] ?? desktop.active$.value;
      if (own !== window || takesKeys(target)) return;
      event.preventDefault();
      if (!takes(step)) files[step]();
    };
    // On the document: whatever has the focus was asked first.
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [files, desktop, window]);
  return null;
};
