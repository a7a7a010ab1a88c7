import type { Failure } from '@boxwood/domain';
import type { Later } from '@boxwood/ui';
import { type ComponentType, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { loadChunk } from '../platform/lazy.ts';
import { useAgain } from '../react/use-again.ts';

/** What is not there when it does not arrive. Nobody waits in its place: it is asked for again without a word while there is a line. */
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

/** A component as `part` makes one, of what lies above everything else: no place of its own says that it is missing. */
export const quietPart =
  (fetched: Later<ComponentType>): ComponentType =>
  () => {
    const Part = useQuiet(fetched);
    return Part === null ? null : <Part />;
  };
