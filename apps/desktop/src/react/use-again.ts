import { type Failure, mayPass } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { SessionToken } from '../composition/tokens.ts';
import { useService } from './scope.tsx';

/**
 * Retries a failed read while the failure is temporary: at once when the connection returns, and every few seconds
 * while connected.
 */
export const useAgain = (failure: Failure | null, ask: () => void): void => {
  const session = useService(SessionToken);
  const again = useEffectEvent(ask);
  const failed = failure !== null && mayPass(failure);
  useEffect(() => {
    if (!failed) return undefined;
    const asking = session.again$.subscribe(() => {
      again();
    });
    return () => {
      asking.unsubscribe();
    };
  }, [failed, session]);
};
