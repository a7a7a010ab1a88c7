import { useCallback, useEffect, useRef, useState } from 'react';

/** How long after the last jump scrolling counts as settled, in ms. */
const REST_MS = 120;

/**
 * Detects rapid scrolling: several jumps of more than a screen in quick succession, as when the user drags along the
 * years. A single jump does not count.
 * @returns whether the user scrolls rapidly; a function to call on every scroll, which returns whether it was a jump;
 * and one to call on every programmatic scroll
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
