import type { Failure } from '@boxwood/domain';
import type { Later } from '@boxwood/ui';
import { type ComponentType, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { loadChunk } from '../platform/lazy.ts';
import { useAgain } from '../react/use-again.ts';

/** An optional lazy part. While it fails to load nothing is shown, and loading is retried silently while connected. */
const useQuiet = <T,>(part: Later<T>): T | null => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const ask = (): void => {
    loadChunk(part.load).then(
      () => setFailure(null),
      (cause: unknown) => setFailure({ _tag: 'Network', cause }),
    );
  };
  useLayoutEffect(ask, [part]);
  useAgain(failure, ask);
  return useSyncExternalStore(part.whenHere, part.here);
};

/** A lazy component like `lazyComponent`, for overlays: no placeholder and no error are shown while it is missing. */
export const quietPart =
  (fetched: Later<ComponentType>): ComponentType =>
  () => {
    const Part = useQuiet(fetched);
    return Part === null ? null : <Part />;
  };
