import type { Later } from '@boxwood/ui';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { loadChunk } from '../platform/lazy.ts';

/**
 * A lazily loaded part of the page: null until it has loaded, and available synchronously from then on, so that the
 * next key press reaches it. A failed load is thrown to the error boundary.
 */
export const usePart = <T>(part: Later<T>): T | null => {
  const here = useSyncExternalStore(part.whenHere, part.here);
  const [failure, setFailure] = useState<Error | null>(null);
  // Loading starts before the page that waits for the part is painted.
  useLayoutEffect(() => {
    if (here === null)
      loadChunk(part.load).catch((cause: unknown) => {
        if (cause instanceof Error) setFailure(cause);
      });
  }, [here, part]);
  if (failure !== null) throw failure;
  return here;
};
