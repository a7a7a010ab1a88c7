import type { FolderState } from '@boxwood/domain';
import { isWithin } from '@boxwood/domain';
import { emptySelection, moveActive, type Selection, selectOnly } from '@boxwood/ui';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Selects an entry when the folder is listed: the requested one, or one that was just created or renamed. After going
 * up, only the keyboard focus moves to the folder that was left; it is not selected, so that a drag or Delete cannot
 * affect it. On a phone the entry is shown but not selected. `reveal` requests an entry by path; `cancelReveal` cancels
 * the request when the user selects something else.
 */
export const useReveal = (
  state: FolderState,
  select: (selection: Selection) => void,
  initialPath: string | null,
  isPhone: boolean,
): { readonly reveal: (path: string) => void; readonly cancelReveal: () => void } => {
  const requested = useRef(initialPath);
  const leftFolder = useRef<string | null>(null);
  const previousPath = useRef(state.location.path);
  const { path } = state.location;
  useEffect(() => {
    if (previousPath.current !== path) {
      leftFolder.current = isWithin(previousPath.current, path) ? previousPath.current : null;
      previousPath.current = path;
    }
    const target = requested.current ?? leftFolder.current;
    if (state.loading !== 'none' || target === null) return;
    const found = state.entries.find((entry) => isWithin(target, entry.path));
    if (found === undefined) return;
    select(requested.current === null || isPhone ? moveActive(emptySelection, found.path) : selectOnly(found.path));
    requested.current = null;
    leftFolder.current = null;
  }, [path, state.loading, state.entries, select, isPhone]);
  const reveal = useCallback((next: string) => {
    requested.current = next;
  }, []);
  const cancelReveal = useCallback(() => {
    requested.current = null;
    leftFolder.current = null;
  }, []);
  return { reveal, cancelReveal };
};
