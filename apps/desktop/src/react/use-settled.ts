import { useEffect, useState } from 'react';

type Settled<T> = { readonly of: Promise<T>; readonly value: T } | { readonly of: Promise<T>; readonly cause: unknown };

/**
 * The value of a promise; null while it is pending. A rejection is thrown to the error boundary. The promise must be
 * the same between renders.
 */
export const useSettled = <T>(promise: Promise<T>): { readonly value: T } | null => {
  const [settled, setSettled] = useState<Settled<T> | null>(null);
  useEffect(() => {
    let isWanted = true;
    promise.then(
      (value) => {
        if (isWanted) setSettled({ of: promise, value });
      },
      (cause: unknown) => {
        if (isWanted) setSettled({ of: promise, cause });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [promise]);
  if (settled === null || settled.of !== promise) return null;
  if ('cause' in settled) throw settled.cause;
  return settled;
};
