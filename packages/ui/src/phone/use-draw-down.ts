import { useEffect, useEffectEvent } from 'react';
import { sheetParts, useSheets } from './sheets.ts';

/** Lets the user swipe a bottom sheet closed on phones; `onClose` is null for a sheet that must not be closed. */
export const useDrawDown = (sheet: HTMLElement | null, onClose: (() => void) | null): void => {
  const drawable = useSheets() && onClose !== null;
  const close = useEffectEvent(() => onClose?.());
  useEffect(() => {
    if (!drawable || sheet === null) return undefined;
    const drawn = sheetParts.load().then(
      ({ drawDown }) => drawDown(sheet, close),
      () => null,
    );
    return () => void drawn.then((end) => end?.());
  }, [drawable, sheet]);
};
