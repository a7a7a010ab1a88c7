import type { LazyModule } from '@boxwood/ui';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { loadChunk } from '../../../platform/load-chunk.ts';

/**
 * A lazily loaded part of the page: null until it has loaded, and available synchronously from then on, so that the
 * next key press reaches it. A failed load is thrown to the error boundary.
 */
export const useLazyPart = <T>(part: LazyModule<T>): T | null => {
  const loaded = useSyncExternalStore(part.onLoaded, part.current);
  const [failure, setFailure] = useState<Error | null>(null);
  // Loading starts before the page that waits for the part is painted.
  useLayoutEffect(() => {
    if (loaded === null)
      loadChunk(part.load).catch((cause: unknown) => {
        if (cause instanceof Error) setFailure(cause);
      });
  }, [loaded, part]);
  if (failure !== null) throw failure;
  return loaded;
};
