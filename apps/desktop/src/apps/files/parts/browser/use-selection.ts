import type { FolderView, Selection as Chosen } from '@boxwood/domain';
import type { Selection } from '@boxwood/ui';
import { useCallback, useMemo, useState } from 'react';
import { useStream } from '../../../../platform/react/use-stream.ts';

/**
 * Adapts the selection of a view to the UI lists. The domain stores the selected entries; the window stores the
 * keyboard position.
 */
export const useSelection = (
  view: FolderView,
): { readonly chosen: Chosen; readonly selection: Selection; readonly select: (next: Selection) => void } => {
  const chosen = useStream(view.selection$);
  const [place, setPlace] = useState<Pick<Selection, 'active' | 'anchor'>>({ active: null, anchor: null });
  const selection = useMemo<Selection>(() => ({ keys: chosen.paths, ...place }), [chosen.paths, place]);
  const select = useCallback(
    (next: Selection) => {
      if (next.keys !== view.selection$.value.paths) view.select(next.keys);
      setPlace((now) =>
        now.active === next.active && now.anchor === next.anchor ? now : { active: next.active, anchor: next.anchor },
      );
    },
    [view],
  );
  return { chosen, selection, select };
};
