import type { FolderState } from '@boxwood/domain';
import { isWithin } from '@boxwood/domain';
import { type Selection, selectOnly } from '@boxwood/ui';
import { useCallback, useEffect, useRef } from 'react';

/**
 * Selects what a person looks for when a folder shows: the entry asked for, what was just made or renamed, or the folder they
 * came out of. The function asks for an entry by its path.
 */
export const useReveal = (
  state: FolderState,
  select: (selection: Selection) => void,
  asked: string | null,
): ((path: string) => void) => {
  const wanted = useRef(asked);
  const before = useRef(state.location.path);
  const { path } = state.location;
  useEffect(() => {
    if (before.current !== path) {
      if (isWithin(before.current, path)) wanted.current ??= before.current;
      before.current = path;
    }
    if (state.loading !== 'none' || wanted.current === null) return;
    const target = wanted.current;
    const found = state.entries.find((entry) => isWithin(target, entry.path));
    if (found === undefined) return;
    wanted.current = null;
    select(selectOnly(found.path));
  }, [path, state.loading, state.entries, select]);
  return useCallback((next) => {
    wanted.current = next;
  }, []);
};
