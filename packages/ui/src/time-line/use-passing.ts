import { useCallback, useEffect, useRef, useState } from 'react';

/** How long after the last leap somebody is there, ms. */
const REST_MS = 120;

/**
 * Whether somebody only passes by: leaps further than a screen, one soon after the other, as a hand does that is drawn along the years. A single
 * leap is an arrival.
 * @returns it, what has to be told of every place that is scrolled to and says whether that was a leap, and what has to be told of every one to which the
 * line itself was put
 */
export const usePassing = (): readonly [
  passing: boolean,
  saw: (top: number, screen: number) => boolean,
  put: (top: number) => void,
] => {
  const [passing, setPassing] = useState(false);
  const last = useRef({ top: 0, leapt: Number.NEGATIVE_INFINITY });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const saw = useCallback((top: number, screen: number) => {
    const far = Math.abs(top - last.current.top);
    last.current.top = top;
    if (far <= screen) return false;
    const now = performance.now();
    const isSoon = now - last.current.leapt < REST_MS;
    last.current.leapt = now;
    if (!isSoon) return true;
    setPassing(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setPassing(false);
    }, REST_MS);
    return true;
  }, []);
  const put = useCallback((top: number) => {
    last.current.top = top;
  }, []);
  return [passing, saw, put];
};
