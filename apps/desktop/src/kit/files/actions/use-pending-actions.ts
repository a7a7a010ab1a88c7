import type { UserAction } from '@boxwood/domain';
import { useMemo } from 'react';
import { OfflineQueueToken } from '../../../composition/service-tokens.ts';
import { useService } from '../../../platform/react/scope.tsx';
import { useStream } from '../../../platform/react/use-stream.ts';

/** The pending action of each path, by path. */
export const usePendingActions = (): ReadonlyMap<string, UserAction> => {
  const pending = useStream(useService(OfflineQueueToken).pending$);
  return useMemo(
    () =>
      new Map(
        pending.flatMap(({ act: action }) =>
          ('paths' in action ? action.paths : [action.path]).map((path): readonly [string, UserAction] => [
            path,
            action,
          ]),
        ),
      ),
    [pending],
  );
};
