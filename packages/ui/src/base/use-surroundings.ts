import { startTransition, useCallback, useEffect, useState } from 'react';

/**
 * Whether the overscan rows around the view are rendered. After a jump the view is rendered first and the overscan, two
 * thirds of the tiles, one frame later.
 * @param isReady whether the rows in view can be rendered
 * @returns whether to render the overscan, and a function to call on a jump
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
