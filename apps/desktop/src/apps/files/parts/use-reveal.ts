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
  asked: string | null,
  inHand: boolean,
): { readonly reveal: (path: string) => void; readonly forget: () => void } => {
  const wanted = useRef(asked);
  const left = useRef<string | null>(null);
  const before = useRef(state.location.path);
  const { path } = state.location;
  useEffect(() => {
    if (before.current !== path) {
      left.current = isWithin(before.current, path) ? before.current : null;
      before.current = path;
    }
    const target = wanted.current ?? left.current;
    if (state.loading !== 'none' || target === null) return;
    const found = state.entries.find((entry) => isWithin(target, entry.path));
    if (found === undefined) return;
    select(wanted.current === null || inHand ? moveActive(emptySelection, found.path) : selectOnly(found.path));
    wanted.current = null;
    left.current = null;
  }, [path, state.loading, state.entries, select, inHand]);
  const reveal = useCallback((next: string) => {
    wanted.current = next;
  }, []);
  const forget = useCallback(() => {
    wanted.current = null;
    left.current = null;
  }, []);
  return { reveal, forget };
};
