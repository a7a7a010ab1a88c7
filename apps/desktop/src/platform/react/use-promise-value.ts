import { useEffect, useState } from 'react';

type SettledPromise<T> =
  { readonly of: Promise<T>; readonly value: T } | { readonly of: Promise<T>; readonly cause: unknown };

/**
 * The value of a promise; null while it is pending. A rejection is thrown to the error boundary. The promise must be
 * the same between renders.
 */
export const usePromiseValue = <T>(promise: Promise<T>): { readonly value: T } | null => {
  const [settled, setSettled] = useState<SettledPromise<T> | null>(null);
  useEffect(() => {
    let isCurrent = true;
    promise.then(
      (value) => {
        if (isCurrent) setSettled({ of: promise, value });
      },
      (cause: unknown) => {
        if (isCurrent) setSettled({ of: promise, cause });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [promise]);
  if (settled === null || settled.of !== promise) return null;
  if ('cause' in settled) throw settled.cause;
  return settled;
};
