import type { Failure } from '@boxwood/domain';
import type { LazyModule } from '@boxwood/ui';
import { type ComponentType, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { loadChunk } from '../../../platform/load-chunk.ts';
import { useRetry } from '../../../platform/react/use-retry.ts';

/** An optional lazy part. While it fails to load nothing is shown, and loading is retried silently while connected. */
const useOptionalPart = <T,>(part: LazyModule<T>): T | null => {
  const [failure, setFailure] = useState<Failure | null>(null);
  const loadPart = (): void => {
    loadChunk(part.load).then(
      () => setFailure(null),
      (cause: unknown) => setFailure({ _tag: 'Network', cause }),
    );
  };
  useLayoutEffect(loadPart, [part]);
  useRetry(failure, loadPart);
  return useSyncExternalStore(part.onLoaded, part.current);
};

/** A lazy component like `lazyComponent`, for overlays: no placeholder and no error are shown while it is missing. */
export const optionalLazyComponent =
  (lazyPart: LazyModule<ComponentType>): ComponentType =>
  () => {
    const Part = useOptionalPart(lazyPart);
    return Part === null ? null : <Part />;
  };
