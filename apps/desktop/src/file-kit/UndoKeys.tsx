import type { WindowId } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { DesktopToken, FilesToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { takesKeys } from '../platform/takes-keys.ts';

type Step = 'undo' | 'redo';

/** Maps a key press to undo (Ctrl+Z) or redo (Ctrl+Shift+Z, Ctrl+Y). */
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
  /** Undoes or redoes a later action that is not a file operation. Returns whether it handled the key. */
  readonly before?: (step: Step) => boolean;
}

/**
 * Undo and redo shortcuts for a window that shows files, or for the desktop (`window` is null). They apply when the
 * focus is inside, or nowhere while this window is active.
 */
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
    // On the document, so the focused element handles the key first.
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [files, desktop, window]);
  return null;
};
