import type { WindowId } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { DesktopToken, FilesToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { handlesOwnKeys } from '../../platform/key-target.ts';

type UndoDirection = 'undo' | 'redo';

/** Maps a key press to undo (Ctrl+Z) or redo (Ctrl+Shift+Z, Ctrl+Y). */
const undoDirectionOf = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): UndoDirection | null => {
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
  readonly handleFirst?: (direction: UndoDirection) => boolean;
}

/**
 * Undo and redo shortcuts for a window that shows files, or for the desktop (`window` is null). They apply when the
 * focus is inside, or nowhere while this window is active.
 */
export const UndoKeys = ({ window, handleFirst }: UndoKeysProps) => {
  const files = useService(FilesToken);
  const desktop = useService(DesktopToken);
  const isHandledFirst = useEffectEvent((direction: UndoDirection): boolean => handleFirst?.(direction) === true);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const direction = undoDirectionOf(event);
      if (direction === null || event.defaultPrevented || event.isComposing || !(target instanceof Element)) return;
      const own = target.closest<HTMLElement>('[data-window]')?.dataset['window'] ?? desktop.active$.value;
      if (own !== window || handlesOwnKeys(target)) return;
      event.preventDefault();
      if (!isHandledFirst(direction)) files[direction]();
    };
    // On the document, so the focused element handles the key first.
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [files, desktop, window]);
  return null;
};
