import type { Later } from '@boxwood/ui';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { loadChunk } from '../platform/lazy.ts';

/**
 * A part of the page that is fetched when it is first asked for: null until it has come, and there at once ever after, so that what
 * somebody types next goes into it. One that does not arrive is for the boundary.
 */
export const usePart = <T>(part: Later<T>): T | null => {
  const here = useSyncExternalStore(part.whenHere, part.here);
  const [failure, setFailure] = useState<Error | null>(null);
  // Asked for before the page is painted that waits for it.
  useLayoutEffect(() => {
    if (here === null)
      loadChunk(part.load).catch((cause: unknown) => {
        if (cause instanceof Error) setFailure(cause);
      });
  }, [here, part]);
  if (failure !== null) throw failure;
  return here;
};
