import { useEffect, useEffectEvent } from 'react';
import { SessionToken } from '../composition/tokens.ts';
import { useService } from './scope.tsx';

/** Asks again for what could not be read, for as long as `failed`: at once when the line is back, and every few seconds while there is one. */
export const useAgain = (failed: boolean, ask: () => void): void => {
  const session = useService(SessionToken);
  const again = useEffectEvent(ask);
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
