import { useEffect, useEffectEvent } from 'react';
import { sheetParts, useSheets } from './sheets.ts';

/** Lets a finger draw away what came up from below, where there are sheets; `onClose` is null for what must not be interrupted. */
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
