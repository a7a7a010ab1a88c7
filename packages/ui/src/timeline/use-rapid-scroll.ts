import { useCallback, useEffect, useRef, useState } from 'react';

/** How long after the last jump scrolling counts as settled, in ms. */
const SETTLE_MS = 120;

/**
 * Detects rapid scrolling: several jumps of more than a screen in quick succession, as when the user drags along the
 * years. A single jump does not count.
 * @returns whether the user scrolls rapidly; a function to call on every scroll, which returns whether it was a jump;
 * and one to call on every programmatic scroll
 */
export const useRapidScroll = (): readonly [
  passing: boolean,
  saw: (top: number, screen: number) => boolean,
  put: (top: number) => void,
] => {
  const [isRapid, setRapid] = useState(false);
  const last = useRef({ top: 0, jumpedAt: Number.NEGATIVE_INFINITY });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );
  const noteScroll = useCallback((top: number, screen: number) => {
    const distance = Math.abs(top - last.current.top);
    last.current.top = top;
    if (distance <= screen) return false;
    const now = performance.now();
    const isInQuickSuccession = now - last.current.jumpedAt < SETTLE_MS;
    last.current.jumpedAt = now;
    if (!isInQuickSuccession) return true;
    setRapid(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setRapid(false);
    }, SETTLE_MS);
    return true;
  }, []);
  const noteProgrammaticScroll = useCallback((top: number) => {
    last.current.top = top;
  }, []);
  return [isRapid, noteScroll, noteProgrammaticScroll];
};
