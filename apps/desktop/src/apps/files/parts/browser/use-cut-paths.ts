import { useMemo } from 'react';
import { FilesToken } from '../../../../composition/service-tokens.ts';
import { useService } from '../../../../platform/react/scope.tsx';
import { useStream } from '../../../../platform/react/use-stream.ts';

/** Paths of entries that were cut and not pasted yet. */
export const useCutPaths = (): ReadonlySet<string> => {
  const clipboard = useStream(useService(FilesToken).clipboard$);
  return useMemo(
    () => new Set(clipboard?.mode === 'cut' ? clipboard.entries.map(({ path }) => path) : []),
    [clipboard],
  );
};
