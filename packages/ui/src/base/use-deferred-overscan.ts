import { startTransition, useCallback, useEffect, useState } from 'react';

/**
 * Whether the overscan rows around the view are rendered. After a jump the view is rendered first and the overscan, two
 * thirds of the tiles, one frame later.
 * @param isReady whether the rows in view can be rendered
 * @returns whether to render the overscan, and a function to call on a jump
 */
export const useDeferredOverscan = (isReady: boolean): readonly [drawn: boolean, leapt: () => void] => {
  const [isRendered, setRendered] = useState(false);
  useEffect(() => {
    if (isRendered || !isReady) return undefined;
    const frame = requestAnimationFrame(() => {
      startTransition(() => {
        setRendered(true);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [isRendered, isReady]);
  const onJump = useCallback(() => {
    setRendered(false);
  }, []);
  return [isRendered, onJump];
};
