import type { FolderState } from '@boxwood/domain';
import { isWithin } from '@boxwood/domain';
import { emptySelection, moveActive, type Selection, selectOnly } from '@boxwood/ui';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Selects what a person looks for when a folder shows: the entry asked for, or what was just made or renamed. The keyboard stands on
 * the folder they came out of, which nobody has chosen: no drag and no Delete may take it. In a hand nothing is selected that was not pressed:
 * it is shown. The function asks for an entry by its path.
 */
export const useReveal = (
  state: FolderState,
  select: (selection: Selection) => void,
  asked: string | null,
  inHand: boolean,
): ((path: string) => void) => {
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
  return useCallback((next) => {
    wanted.current = next;
  }, []);
};
