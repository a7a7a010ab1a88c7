import { useSyncExternalStore } from 'react';
import { desktopMedia, panesMedia } from '../platform/viewport.ts';

const useMatches = (media: () => MediaQueryList): boolean =>
  useSyncExternalStore(
    (changed) => {
      const now = media();
      now.addEventListener('change', changed);
      return () => {
        now.removeEventListener('change', changed);
      };
    },
    () => media().matches,
  );

/** True on screens too narrow for windows. */
export const usePhone = (): boolean => !useMatches(desktopMedia);

/** True where a list and the item opened from it are shown in two panes. */
export const usePanes = (): boolean => useMatches(panesMedia);
