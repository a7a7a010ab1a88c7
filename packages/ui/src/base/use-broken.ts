import { useEffect, useState } from 'react';

/** Delays before the retries of an image that failed to load, in ms. */
const AGAIN_MS = [2_000, 10_000, 60_000];

interface Failed {
  readonly src: string | null;
  readonly times: number;
  readonly rests: boolean;
}

/**
 * Whether an image failed to load, and its `onError` handler. Retries three times with growing delays, because a box
 * that was offline or has just started does not have all its thumbnails at once.
 */
export const useBroken = (src: string | null): readonly [isBroken: boolean, onError: () => void] => {
  const [failed, setFailed] = useState<Failed>({ src: null, times: 0, rests: false });
  const isBroken = src !== null && failed.src === src && failed.rests;
  const pause = isBroken ? AGAIN_MS[failed.times - 1] : undefined;
  useEffect(() => {
    if (pause === undefined) return undefined;
    const timer = setTimeout(() => {
      setFailed((now) => ({ ...now, rests: false }));
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [pause]);
  const onError = (): void => {
    setFailed((now) => ({ src, times: now.src === src ? now.times + 1 : 1, rests: true }));
  };
  return [isBroken, onError];
};
