import type { ChangeArea } from '@boxwood/box-sdk';
import { isAbout } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { StoreToken } from '../composition/tokens.ts';
import { useService } from './scope.tsx';

/** Calls `reload` when the box reports a change in this area, whoever made it. */
export const useChanged = (area: ChangeArea, ask: () => void): void => {
  const store = useService(StoreToken);
  const again = useEffectEvent(ask);
  useEffect(() => {
    const hearing = store.batches$.subscribe((batch) => {
      if (batch.some(({ event }) => isAbout(event, area))) again();
    });
    return () => {
      hearing.unsubscribe();
    };
  }, [area, store]);
};
