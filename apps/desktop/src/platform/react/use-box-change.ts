import type { ChangeArea } from '@boxwood/box-sdk';
import { affectsArea } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { StoreToken } from '../../composition/service-tokens.ts';
import { useService } from './scope.tsx';

/** Calls `reload` when the box reports a change in this area by any client. */
export const useBoxChange = (area: ChangeArea, reload: () => void): void => {
  const store = useService(StoreToken);
  const onChange = useEffectEvent(reload);
  useEffect(() => {
    const subscription = store.batches$.subscribe((batch) => {
      if (batch.some(({ event }) => affectsArea(event, area))) onChange();
    });
    return () => {
      subscription.unsubscribe();
    };
  }, [area, store]);
};
