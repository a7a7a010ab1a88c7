import { useEffect, useState } from 'react';

/** How long a picture that did not come is left alone before it is asked for again, ms. */
const AGAIN_MS = [2_000, 10_000, 60_000];

interface Failed {
  readonly src: string | null;
  readonly times: number;
  readonly rests: boolean;
}

/**
 * Whether a picture did not come, and what says so. It is asked for three times more, later and later: a box that was away, or has just begun,
 * does not know all its pictures at once.
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
