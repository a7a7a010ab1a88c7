import { useEffect, useState } from 'react';

/** Delays before the retries of an image that failed to load, in ms. */
const RETRY_DELAYS_MS = [2_000, 10_000, 60_000];

interface ImageFailure {
  readonly src: string | null;
  readonly attempts: number;
  readonly isWaiting: boolean;
}

/**
 * Whether an image failed to load, and its `onError` handler. Retries three times with growing delays, because a box
 * that was offline or has just started does not have all its thumbnails at once.
 */
export const useImageRetry = (src: string | null): readonly [isBroken: boolean, onError: () => void] => {
  const [failed, setFailed] = useState<ImageFailure>({ src: null, attempts: 0, isWaiting: false });
  const isBroken = src !== null && failed.src === src && failed.isWaiting;
  const pause = isBroken ? RETRY_DELAYS_MS[failed.attempts - 1] : undefined;
  useEffect(() => {
    if (pause === undefined) return undefined;
    const timer = setTimeout(() => {
      setFailed((now) => ({ ...now, isWaiting: false }));
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [pause]);
  const onError = (): void => {
    setFailed((now) => ({ src, attempts: now.src === src ? now.attempts + 1 : 1, isWaiting: true }));
  };
  return [isBroken, onError];
};
