import type { Act } from '@boxwood/domain';
import { useMemo } from 'react';
import { ActsToken } from '../../composition/tokens.ts';
import { useService } from '../../react/scope.tsx';
import { useStream } from '../../react/use-stream.ts';

/** The pending action of each path, by path. */
export const useWaiting = (): ReadonlyMap<string, Act> => {
  const waiting = useStream(useService(ActsToken).waiting$);
  return useMemo(
    () =>
      new Map(
        waiting.flatMap(({ act }) =>
          ('paths' in act ? act.paths : [act.path]).map((path): readonly [string, Act] => [path, act]),
        ),
      ),
    [waiting],
  );
};
