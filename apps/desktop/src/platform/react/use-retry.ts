import { type Failure, isRetryable } from '@boxwood/domain';
import { useEffect, useEffectEvent } from 'react';
import { SessionToken } from '../../composition/service-tokens.ts';
import { useService } from './scope.tsx';

/**
 * Retries a failed read while the failure is temporary: at once when the connection returns, and every few seconds
 * while connected.
 */
export const useRetry = (failure: Failure | null, retry: () => void): void => {
  const session = useService(SessionToken);
  const onRetry = useEffectEvent(retry);
  const isTemporary = failure !== null && isRetryable(failure);
  useEffect(() => {
    if (!isTemporary) return undefined;
    const subscription = session.retry$.subscribe(() => {
      onRetry();
    });
    return () => {
      subscription.unsubscribe();
    };
  }, [isTemporary, session]);
};
