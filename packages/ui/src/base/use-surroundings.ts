import { startTransition, useCallback, useEffect, useState } from 'react';

/**
 * Whether the rows around what is seen are drawn as well. Who has leapt gets what they see first, and a frame later what surrounds it: two thirds of the
 * tiles are above and below the view.
 * @param isThere what is in view can be drawn
 * @returns it, and what has to be called when somebody leaps
 */
export const useSurroundings = (isThere: boolean): readonly [drawn: boolean, leapt: () => void] => {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (drawn || !isThere) return undefined;
    const frame = requestAnimationFrame(() => {
      startTransition(() => {
        setDrawn(true);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [drawn, isThere]);
  const leapt = useCallback(() => {
    setDrawn(false);
  }, []);
  return [drawn, leapt];
};
