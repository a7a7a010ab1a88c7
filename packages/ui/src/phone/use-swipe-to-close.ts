import { useEffect, useEffectEvent } from 'react';
import { lazySheets, useSheets } from './lazy-sheets.ts';

/** Lets the user swipe a bottom sheet closed on phones; `onClose` is null for a sheet that must not be closed. */
export const useSwipeToClose = (sheet: HTMLElement | null, onClose: (() => void) | null): void => {
  const canSwipe = useSheets() && onClose !== null;
  const close = useEffectEvent(() => onClose?.());
  useEffect(() => {
    if (!canSwipe || sheet === null) return undefined;
    const attached = lazySheets.load().then(
      ({ drawDown: attachSwipeToClose }) => attachSwipeToClose(sheet, close),
      () => null,
    );
    return () => void attached.then((end) => end?.());
  }, [canSwipe, sheet]);
};
