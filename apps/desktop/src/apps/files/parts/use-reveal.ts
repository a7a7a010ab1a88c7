import type { FolderState } from '@boxwood/domain';
import { isWithin } from '@boxwood/domain';
import { emptySelection, moveActive, type Selection, selectOnly } from '@boxwood/ui';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Selects what a person looks for when a folder shows: the entry asked for, or what was just made or renamed. The keyboard stands on
 * the folder they came out of, which nobody has chosen: no drag and no Delete may take it. In a hand nothing is selected that was not pressed:
 * it is shown. `reveal` asks for an entry by its path; `forget` takes that back: what somebody chose meanwhile is theirs, and a menu may be open on it.
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
