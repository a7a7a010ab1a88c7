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

/** True where a place and what was opened from it stand beside each other. */
export const usePanes = (): boolean => useMatches(panesMedia);
