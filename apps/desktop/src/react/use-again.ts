import { type Failure, mayPass } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { SessionToken } from '../composition/tokens.ts';
import { useService } from './scope.tsx';

/** Asks again for what could not be read, while there is a failure that may pass: at once when the line is back, and every few seconds while there is one. */
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
