import { useMemo } from 'react';
import { FilesToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';

/** Paths of entries that were cut and not pasted yet. */
export const useCut = (): ReadonlySet<string> => {
  const clipboard = useStream(useService(FilesToken).clipboard$);
  return useMemo(
    () => new Set(clipboard?.mode === 'cut' ? clipboard.entries.map(({ path }) => path) : []),
    [clipboard],
  );
};
